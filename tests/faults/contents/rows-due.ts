import type { Intent } from './intents.ts';
import { numberOf } from './options.ts';
import { byTheRules, type GameResult } from './results.ts';

type AuthorAndTime = { by: string; at: number };

/** The expected state of a leg. */
export type LegDue = {
  fixtureId: string;
  game: string;
  oddName: string;
  odd: number;
  kickOffOdd: number;
  result: 'pending' | 'won' | 'lost' | 'void';
  reason: string | undefined;
  /** The decision's author, time, version of the fixture and action. */
  decision:
    | (AuthorAndTime & { version?: number | undefined; act?: string | undefined })
    | undefined;
  /** The state before that decision. */
  before?: Standing | undefined;
  /** True if the result follows the rules and no person gave a reason. */
  isByTheRules: boolean;
  /** The result before the last correction, its time and reason, and the time of confirmation. */
  corrected?: { result: string; at: number; reason: string; confirmedAt: number } | undefined;
};

/** The fields of a leg that a decision sets, with its shown correction. */
type Standing = Pick<
  LegDue,
  'result' | 'reason' | 'decision' | 'isByTheRules' | 'corrected' | 'before'
>;

/** The expected state of a tip. */
export type TipDue = {
  id: string;
  ownerId: string;
  legs: LegDue[];
  stake: number;
  analysis: string;
  copiedFrom: string | undefined;
  booked: boolean;
  confirmed: AuthorAndTime | undefined;
  /** Time of the last undone confirmation. */
  reopenedAt?: number;
  withdrawn: boolean;
  arrivedAt: number;
};

/** The expected state of a member. */
export type MemberDue = {
  firstName: string;
  lastName: string;
  country: string;
  phoneNumber: string;
  state: string;
  address: string;
  showPhone: boolean;
  isTipster: boolean;
  picture: Uint8Array | undefined;
  timeOut: { from: number; until: number; spared: readonly string[] } | undefined;
};

/** The whole expected state; follows are keyed by `member tipster`. */
export type Due = {
  tips: Map<string, TipDue>;
  members: Map<string, MemberDue>;
  follows: Map<string, boolean>;
  /** The last accepted result of each game. */
  results: Map<string, GameResult>;
  /** True if the judge knows the arrival of each request to the millisecond. */
  timed: boolean;
};

/** A request that the server accepted, with its member and arrival. */
export type AcceptedIntent = {
  memberId: string;
  key: string;
  intent: Intent;
  arrivedAt: number;
  /** For a single batch: the tips that it changed. */
  only?: ReadonlySet<string>;
  /** Tips posted meanwhile, which it may not have seen. */
  missed?: ReadonlySet<string>;
};

/** The server's kick-offs and results at a moment. */
export type Season = {
  kickOff: (fixtureId: string, at: number) => number;
  result: (fixtureId: string, at: number) => GameResult | undefined;
  /** The version of a game, if the judge counts versions. */
  version?: (fixtureId: string) => number | undefined;
};

/** True if no pick on the game is possible any more: it has kicked off or has a result. */
export function hasBegun(fixtureId: string, at: number, { kickOff, result }: Season): boolean {
  const known = result(fixtureId, at);
  // A postponed game has not started.
  return kickOff(fixtureId, at) <= at || (known !== undefined && known.status !== 'postponed');
}

/** A leg's result by the rules at a moment; undefined if a person must decide. */
export function ruledAt(
  { fixtureId, oddName }: Pick<LegDue, 'fixtureId' | 'oddName'>,
  at: number,
  { kickOff, result }: Season,
): ReturnType<typeof byTheRules> {
  return byTheRules(numberOf(oddName), result(fixtureId, at), at - kickOff(fixtureId, at));
}

export function priced(leg: LegDue, odd: number, at: number, { kickOff }: Season): void {
  if (leg.odd === odd) return;
  leg.odd = odd;
  // A record counts the price at kick-off; later prices do not change it.
  if (at < kickOff(leg.fixtureId, at)) leg.kickOffOdd = odd;
}

type Decision = {
  result: LegDue['result'];
  reason?: string | undefined;
  act?: string | undefined;
};

/** Decides a leg, or undoes its decision. */
export function decided(
  leg: LegDue,
  { result, reason, act }: Decision,
  { memberId: by, arrivedAt: at }: Pick<AcceptedIntent, 'memberId' | 'arrivedAt'>,
  season: Season,
): void {
  if (leg.result === result) return;
  const isOpen = result === 'pending';
  leg.before = leg.result === 'pending' || isOpen ? undefined : standingOf(leg);
  leg.result = result;
  leg.reason = isOpen || reason === '' ? undefined : reason;
  leg.decision = isOpen ? undefined : { by, at, version: season.version?.(leg.fixtureId), act };
  leg.isByTheRules = leg.reason === undefined && ruledAt(leg, at, season) === result;
  leg.corrected = undefined;
}

/** The state that an undo of the next decision restores. */
function standingOf(leg: LegDue): Standing {
  const { result, reason, decision, isByTheRules, corrected, before } = leg;
  return { result, reason, decision, isByTheRules, corrected, before };
}

type Reasoned = {
  result: string;
  reason?: string | undefined;
  ifPending?: true | undefined;
};

/** True if a request with a reason repeats a decision about another version of the game. */
export function isReconfirmation(
  { fixtureId, result, decision }: LegDue,
  requested: Reasoned,
  { version }: Season,
): boolean {
  const isSame = result === requested.result && result !== 'pending';
  const isReasoned = (requested.reason ?? '').trim() !== '' && !requested.ifPending;
  return isSame && isReasoned && decision?.version !== version?.(fixtureId);
}

/** True if no decision is based on the game's current result. */
export function isUndecidedNow(
  { fixtureId, result, decision }: LegDue,
  { version }: Season,
): boolean {
  return result === 'pending' || decision?.version !== version?.(fixtureId);
}

/** True if a decision is based on another result of its game, and the rules now differ. */
export function isDecidedOtherwise(leg: LegDue, at: number, season: Season): boolean {
  const ruled = ruledAt(leg, at, season);
  const isEarlier = leg.decision?.version !== season.version?.(leg.fixtureId);
  return isEarlier && ruled !== undefined && ruled !== leg.result;
}

/** Repeats a leg's decision, now based on the current result of its game. */
export function reconfirmed(
  leg: LegDue,
  { reason, act }: Pick<Decision, 'reason' | 'act'>,
  { memberId: by, arrivedAt: at }: Pick<AcceptedIntent, 'memberId' | 'arrivedAt'>,
  { version }: Season,
): void {
  leg.before = standingOf(leg);
  leg.reason = reason;
  leg.decision = { by, at, version: version?.(leg.fixtureId), act };
  leg.isByTheRules = false;
  leg.corrected = undefined;
}

/** Returns the expected correction of a leg; its times only if the expected rows are `timed`. */
export function correctionShown({ corrected }: LegDue, { timed }: Pick<Due, 'timed'>) {
  if (!corrected) return undefined;
  const { result, at, reason, confirmedAt } = corrected;
  const times = {
    at: new Date(at).toISOString(),
    confirmedAt: new Date(confirmedAt).toISOString(),
  };
  return { result, reason, ...(timed && times) };
}

/** Confirms a tip; a confirmed tip stays unchanged. */
export function confirmed(tip: TipDue, { memberId: by, arrivedAt: at }: AcceptedIntent): void {
  tip.confirmed ??= { by, at };
}
