import { aTipster } from '../a-tipster.ts';
import type { Ask, AskOf } from './asks.ts';
import { optionNumbers, priceOf } from './options.ts';
import { byTheRules, type GameResult } from './results.ts';

/** A leg as it should stand. */
type LegDue = {
  fixtureId: string;
  game: string;
  oddName: string;
  odd: number;
  kickOffOdd: number;
  result: 'pending' | 'won' | 'lost' | 'void';
  reason: string | undefined;
  /** Whether it is what the rules say, without words of a person's own. */
  isByTheRules: boolean;
};

/** A tip as it should stand. */
export type TipDue = {
  id: string;
  ownerId: string;
  legs: LegDue[];
  stake: number;
  analysis: string;
  copiedFrom: string | undefined;
  booked: boolean;
  confirmed: boolean;
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

/** All that should stand in the end: whom members follow is by `member tipster`. */
export type Due = {
  tips: Map<string, TipDue>;
  members: Map<string, MemberDue>;
  follows: Map<string, boolean>;
  /** Whether the judge knows to the millisecond when each request came. */
  timed: boolean;
};

/** Nobody has done anything yet. */
export function nothingDue({ timed }: Pick<Due, 'timed'>): Due {
  return { tips: new Map(), members: new Map(), follows: new Map(), timed };
}

/** A member as `aTipster` makes them. */
export function memberAtFirst(name: string): MemberDue {
  const { firstName, lastName, phoneNumber, country, state, address } = aTipster(name, new Date());
  return {
    firstName,
    lastName,
    phoneNumber,
    country,
    state,
    address,
    showPhone: false,
    isTipster: true,
    picture: undefined,
    timeOut: undefined,
  };
}

/** An ask that the server took: whose, and when the request came that was taken. */
export type Taken = { memberId: string; key: string; ask: Ask; arrivedAt: number };

/** What the server knew of games at a moment: when they were to kick off, and how they ended. */
export type Season = {
  kickOff: (fixtureId: string, at: number) => number;
  result: (fixtureId: string, at: number) => GameResult | undefined;
};

/** Lets what was taken have its effect: the rules of tips in the judge's own words. */
export function take(due: Due, taken: Taken, season: Season): void {
  const { ask, memberId, arrivedAt } = taken;
  switch (ask.kind) {
    case 'tip.post':
      due.tips.set(ask.payload.id, posted(due, taken, ask, season));
      return;
    case 'tip.book':
      onTip(due, ask, (tip) => (tip.booked = true));
      return;
    case 'tip.withdraw':
      onTip(due, ask, (tip) => (tip.withdrawn = true));
      return;
    case 'tip.confirm':
      onTip(due, ask, (tip) => (tip.confirmed = true));
      return;
    case 'odds.set':
      onTip(due, ask, (tip) => {
        for (const { fixtureId, odd } of ask.payload.changes) {
          const leg = tip.legs.find((each) => each.fixtureId === fixtureId);
          if (leg) priced(leg, odd, arrivedAt, season);
        }
      });
      return;
    case 'leg.settle':
      onTip(due, ask, (tip) => {
        const { fixtureId } = ask.payload.change;
        const leg = tip.legs.find((each) => each.fixtureId === fixtureId);
        if (leg) decided(leg, ask.payload.change, arrivedAt, season);
      });
      return;
    case 'prices.set':
      onOptions(due, taken, ask.payload, ask.payload.prices, (leg, { odd }) => {
        priced(leg, odd, arrivedAt, season);
      });
      return;
    case 'fixture.settle':
      onOptions(due, taken, ask.payload, ask.payload.results, (leg, change) => {
        decided(leg, change, arrivedAt, season);
      });
      return;
    case 'fixture.correct': {
      const { results, reason } = ask.payload;
      const change = (leg: LegDue, { result }: (typeof results)[number]) => {
        const ruled = byTheRules(leg.oddName, season.result(leg.fixtureId, arrivedAt));
        decided(leg, { result, ...(ruled !== result && { reason }) }, arrivedAt, season);
      };
      onOptions(due, taken, { ...ask.payload, confirmed: true }, results, change);
      return;
    }
    case 'tips.confirm':
      for (const tip of named(due, taken, ask.payload.ids)) {
        if (tip.legs.every(({ result }) => result !== 'pending')) tip.confirmed = true;
      }
      return;
    case 'tips.reopen':
      for (const tip of named(due, taken, ask.payload.ids)) tip.confirmed = false;
      return;
    case 'result.set':
      // The season says how a game ended.
      return;
    case 'follow.set':
      due.follows.set(`${memberId} ${ask.payload.tipsterId}`, ask.payload.following);
      return;
    case 'profile.save':
    case 'picture.set':
      onMember(due, memberId, (member) => saved(member, ask));
      return;
    case 'time-out.take':
      onMember(due, memberId, (member) => timeOutBegun(member, ask, arrivedAt));
  }
}

function priced(leg: LegDue, odd: number, at: number, { kickOff }: Season): void {
  if (leg.odd === odd) return;
  leg.odd = odd;
  // A record counts the price at kick-off, whatever is said later.
  if (at < kickOff(leg.fixtureId, at)) leg.kickOffOdd = odd;
}

type Decision = { result: LegDue['result']; reason?: string | undefined };

function decided(leg: LegDue, { result, reason }: Decision, at: number, season: Season): void {
  if (leg.result === result) return;
  leg.result = result;
  leg.reason = reason === '' ? undefined : reason;
  const ruled = byTheRules(leg.oddName, season.result(leg.fixtureId, at));
  leg.isByTheRules = leg.reason === undefined && ruled === result;
}

/** The legs of a fixture's options in every open, or every confirmed, tip but the own ones. */
function onOptions<Entry extends { oddsId: number }>(
  { tips }: Due,
  { memberId }: Taken,
  { fixtureId, confirmed = false }: { fixtureId: string; confirmed?: boolean },
  entries: readonly Entry[],
  change: (leg: LegDue, entry: Entry) => void,
): void {
  const numbers = new Map<string, number>(Object.entries(optionNumbers));
  for (const tip of tips.values()) {
    if (tip.ownerId === memberId || tip.confirmed !== confirmed || tip.withdrawn) continue;
    for (const leg of tip.legs) {
      const entry = entries.find(({ oddsId }) => oddsId === numbers.get(leg.oddName));
      if (entry && leg.fixtureId === fixtureId) change(leg, entry);
    }
  }
}

/** Those of these tips that stand and are not one's own. */
function named({ tips }: Due, { memberId }: Taken, ids: readonly string[]): TipDue[] {
  return [...tips.values()].filter(
    ({ id, ownerId, withdrawn }) => ids.includes(id) && ownerId !== memberId && !withdrawn,
  );
}

function onTip(
  { tips }: Due,
  { payload }: { payload: { tipId: string } },
  change: (tip: TipDue) => void,
): void {
  const tip = tips.get(payload.tipId);
  if (tip) change(tip);
}

function onMember({ members }: Due, id: string, change: (member: MemberDue) => void): void {
  const member = members.get(id);
  if (member) change(member);
}

function posted(
  due: Due,
  { memberId, arrivedAt }: Taken,
  { payload }: AskOf<'tip.post'>,
  { kickOff }: Season,
): TipDue {
  const kept = payload.options.filter(({ fixtureId }) => arrivedAt < kickOff(fixtureId, arrivedAt));
  const original = due.tips.get(payload.copiedFrom ?? '');
  // A leg of one's own makes a copy one's own tip, and nobody copies themselves.
  const isCopy =
    original?.ownerId !== memberId &&
    kept.every(({ fixtureId, oddName }) =>
      original?.legs.some((leg) => leg.fixtureId === fixtureId && leg.oddName === oddName),
    );
  return {
    id: payload.id,
    ownerId: memberId,
    legs: kept.map(({ fixtureId, game, oddName }) => ({
      fixtureId,
      game,
      oddName,
      odd: priceOf(oddName),
      kickOffOdd: priceOf(oddName),
      result: 'pending',
      reason: undefined,
      isByTheRules: false,
    })),
    stake: payload.stake,
    analysis: payload.analysis ?? '',
    copiedFrom: isCopy ? payload.copiedFrom : undefined,
    booked: false,
    confirmed: false,
    withdrawn: false,
    arrivedAt,
  };
}

function saved(member: MemberDue, ask: AskOf<'profile.save'> | AskOf<'picture.set'>): void {
  const { firstName, lastName, country, phoneNumber, state, address, showPhone } = ask.payload;
  const fields = { firstName, lastName, country, phoneNumber, state, address, isTipster: true };
  Object.assign(member, fields, showPhone !== undefined && { showPhone });
  if (ask.kind === 'picture.set') member.picture = ask.payload.bytes;
}

const day = 24 * 60 * 60 * 1000;
const lengths = { '24h': day, '7d': 7 * day, '30d': 30 * day };

/** A time-out is never shortened, and one that runs spares nothing more. */
function timeOutBegun(
  member: MemberDue,
  { payload }: AskOf<'time-out.take'>,
  arrivedAt: number,
): void {
  const since = Math.min(Date.parse(payload.since), arrivedAt);
  const until = since + lengths[payload.length];
  const { timeOut } = member;
  const runs = timeOut !== undefined && arrivedAt < timeOut.until;
  member.timeOut = {
    from: runs ? timeOut.from : arrivedAt,
    until: Math.max(timeOut?.until ?? 0, until),
    spared: runs ? timeOut.spared : payload.spared,
  };
}

/** What a tip's legs come to. */
export function figuresOf(legs: readonly Pick<LegDue, 'odd' | 'result'>[]) {
  const are = (result: LegDue['result']) => legs.filter((leg) => leg.result === result).length;
  const [won, lost, open] = [are('won'), are('lost'), are('pending')];
  const undecided = open > 0 ? ('open' as const) : won > 0 ? ('won' as const) : ('void' as const);
  const outcome = lost > 0 ? ('lost' as const) : undecided;
  const share = won + lost === 0 ? 0 : Math.round((10_000 * won) / (won + lost)) / 100;
  return { won, lost, outcome, share, totalOdds: productOf(legs) };
}

/** The exact product of what counts, half a hundredth rounded up. */
function productOf(legs: readonly Pick<LegDue, 'odd' | 'result'>[]): number {
  let product = 1n;
  let scale = 1n;
  for (const { odd, result } of legs) {
    if (result === 'void') continue;
    product *= BigInt(Math.round(odd * 100));
    scale *= 100n;
  }
  const hundredths = (2n * product * 100n + scale) / (2n * scale);
  return Number(hundredths) / 100;
}
