import type { Ask } from './asks.ts';
import { byTheRules, type GameResult } from './results.ts';

type Deed = { by: string; at: number };

/** A leg as it should stand. */
export type LegDue = {
  fixtureId: string;
  game: string;
  oddName: string;
  odd: number;
  kickOffOdd: number;
  result: 'pending' | 'won' | 'lost' | 'void';
  reason: string | undefined;
  /** Who decided it, when, by which version of its fixture, and in which act. */
  decision: (Deed & { version?: number | undefined; act?: string | undefined }) | undefined;
  /** How it stood before that, where it was decided then. */
  before?: Standing | undefined;
  /** Whether it is what the rules say, without words of a person's own. */
  isByTheRules: boolean;
  /** What it was before it was corrected last, when that was, and why. */
  corrected?: { result: string; at: number; reason: string } | undefined;
};

/** All that a decision says of a leg, with the correction that is told of it. */
type Standing = Pick<
  LegDue,
  'result' | 'reason' | 'decision' | 'isByTheRules' | 'corrected' | 'before'
>;

/** A tip as it should stand. */
export type TipDue = {
  id: string;
  ownerId: string;
  legs: LegDue[];
  stake: number;
  analysis: string;
  copiedFrom: string | undefined;
  booked: boolean;
  confirmed: Deed | undefined;
  /** When it was last taken back that it is confirmed. */
  reopenedAt?: number;
  withdrawn: boolean;
  arrivedAt: number;
};

/** A member as they should stand. */
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

/** What becomes of an option by a correction that nobody may carry out alone. */
export type ProposalDue = {
  version: number | undefined;
  result: string;
  reason: string;
  proposedBy: string;
  at: number;
};

/** All that should stand in the end: whom members follow is by `member tipster`. */
export type Due = {
  tips: Map<string, TipDue>;
  members: Map<string, MemberDue>;
  follows: Map<string, boolean>;
  /** How games went, by what was said of them last. */
  results: Map<string, GameResult>;
  /** Corrections that wait for a second administrator, by game and option. */
  proposed: Map<string, ProposalDue>;
  /** Whether the judge knows to the millisecond when each request came. */
  timed: boolean;
};

/** An ask that the server took: whose, and when the request came that was taken. */
export type Taken = {
  memberId: string;
  key: string;
  ask: Ask;
  arrivedAt: number;
  /** Where only a part of it was done: the tips it changed. */
  only?: ReadonlySet<string>;
  /** Tips that were posted while it was done, and that it may not have seen. */
  missed?: ReadonlySet<string>;
};

/** What the server knew of games at a moment: when they were to kick off, and how they ended. */
export type Season = {
  kickOff: (fixtureId: string, at: number) => number;
  result: (fixtureId: string, at: number) => GameResult | undefined;
  /** Which version of a game that was, where the judge keeps count. */
  version?: (fixtureId: string) => number | undefined;
};

/** Whether nothing can be chosen of a game any more: it has kicked off, or somebody has said how it ended. */
export function hasBegun(fixtureId: string, at: number, { kickOff, result }: Season): boolean {
  const known = result(fixtureId, at);
  // A postponed game is still to come.
  return kickOff(fixtureId, at) <= at || (known !== undefined && known.status !== 'postponed');
}

/** What the rules make of a leg at a moment; undefined where they leave it to a person. */
export function ruledAt(
  { fixtureId, oddName }: Pick<LegDue, 'fixtureId' | 'oddName'>,
  at: number,
  { kickOff, result }: Season,
): ReturnType<typeof byTheRules> {
  return byTheRules(oddName, result(fixtureId, at), at - kickOff(fixtureId, at));
}

/** A leg with another price. */
export function priced(leg: LegDue, odd: number, at: number, { kickOff }: Season): void {
  if (leg.odd === odd) return;
  leg.odd = odd;
  // A record counts the price at kick-off, whatever is said later.
  if (at < kickOff(leg.fixtureId, at)) leg.kickOffOdd = odd;
}

type Decision = {
  result: LegDue['result'];
  reason?: string | undefined;
  act?: string | undefined;
};

/** A leg that somebody decides, or takes the decision of back. */
export function decided(
  leg: LegDue,
  { result, reason, act }: Decision,
  { memberId: by, arrivedAt: at }: Pick<Taken, 'memberId' | 'arrivedAt'>,
  season: Season,
): void {
  if (leg.result === result) return;
  const isOpen = result === 'pending';
  leg.before = leg.result === 'pending' || isOpen ? undefined : asItStands(leg);
  leg.result = result;
  leg.reason = isOpen || reason === '' ? undefined : reason;
  leg.decision = isOpen ? undefined : { by, at, version: season.version?.(leg.fixtureId), act };
  leg.isByTheRules = leg.reason === undefined && ruledAt(leg, at, season) === result;
  leg.corrected = undefined;
}

/** What stands again once what is decided next is taken back. */
function asItStands(leg: LegDue): Standing {
  const { result, reason, decision, isByTheRules, corrected, before } = leg;
  return { result, reason, decision, isByTheRules, corrected, before };
}

type Reasoned = {
  result: string;
  reason?: string | undefined;
  ifPending?: true | undefined;
};

/** Whether somebody decides a leg as it is, for a reason, which another result of its game has decided so. */
export function isKept(
  { fixtureId, result, decision }: LegDue,
  wanted: Reasoned,
  { version }: Season,
): boolean {
  const isSame = result === wanted.result && result !== 'pending';
  const isReasoned = (wanted.reason ?? '').trim() !== '' && !wanted.ifPending;
  return isSame && isReasoned && decision?.version !== version?.(fixtureId);
}

/** Whether nobody has decided a leg by the result that its game has now. */
export function isUndecidedNow(
  { fixtureId, result, decision }: LegDue,
  { version }: Season,
): boolean {
  return result === 'pending' || decision?.version !== version?.(fixtureId);
}

/** Whether another result of its game has decided a leg, and otherwise than the rules say now. */
export function isDecidedOtherwise(leg: LegDue, at: number, season: Season): boolean {
  const ruled = ruledAt(leg, at, season);
  const isEarlier = leg.decision?.version !== season.version?.(leg.fixtureId);
  return isEarlier && ruled !== undefined && ruled !== leg.result;
}

/** A leg that somebody decides again as it is, by the result that its game has now. */
export function kept(
  leg: LegDue,
  { reason, act }: Pick<Decision, 'reason' | 'act'>,
  { memberId: by, arrivedAt: at }: Pick<Taken, 'memberId' | 'arrivedAt'>,
  { version }: Season,
): void {
  leg.before = asItStands(leg);
  leg.reason = reason;
  leg.decision = { by, at, version: version?.(leg.fixtureId), act };
  leg.isByTheRules = false;
  leg.corrected = undefined;
}

/** How a leg stood before it was corrected, as it is told; when, only where the judge knows it. */
export function correctionTold({ corrected }: LegDue, { timed }: Pick<Due, 'timed'>) {
  if (!corrected) return undefined;
  const { result, at, reason } = corrected;
  return { result, reason, ...(timed && { at: new Date(at).toISOString() }) };
}

/** A tip that somebody confirms; one that is confirmed stays as it is. */
export function confirmed(tip: TipDue, { memberId: by, arrivedAt: at }: Taken): void {
  tip.confirmed ??= { by, at };
}
