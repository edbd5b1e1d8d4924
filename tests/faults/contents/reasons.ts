import { tipOf } from './asks.ts';
import type { Due, MemberDue, Season, Taken, TipDue } from './due.ts';
import { byTheRules } from './results.ts';

/** An ask that the server refused, with the version of its tip that it named. */
export type Refused = Taken & { version: number | undefined };

/** What else was known when something was refused. */
export type Circumstances = Season & {
  version: (tipId: string) => number | undefined;
  isAdministrator: (memberId: string) => boolean;
  /** In the very moment of a change it may have been so, or not. */
  mayBeUnverified: (memberId: string, at: number) => boolean;
};

/** Why this may be refused, as codes: the rules of tips in the judge's own words. */
export function reasonsAgainst(due: Due, refused: Refused, known: Circumstances): string[] {
  const { memberId, arrivedAt } = refused;
  const reasons = {
    'email-unverified': known.mayBeUnverified(memberId, arrivedAt),
    ...reasonsOf(due, refused, known),
  };
  return Object.entries(reasons).flatMap(([code, holds]) => (holds ? [code] : []));
}

type Reasons = Record<string, boolean | undefined>;

function reasonsOf(due: Due, refused: Refused, known: Circumstances): Reasons {
  const { ask, memberId, arrivedAt } = refused;
  switch (ask.kind) {
    case 'tip.post': {
      const { options, ifStarted, copiedFrom } = ask.payload;
      const late = options.filter((leg) => hasStarted(leg, arrivedAt, known)).length;
      const isAllOrNothing = ifStarted !== 'drop' || late === options.length;
      return {
        'in-time-out': isOnBreak(due, refused),
        'fixture-started': late > 0 && isAllOrNothing,
        'not-found': copiedFrom !== undefined && !notWithdrawn(due, copiedFrom),
      };
    }
    case 'tip.book':
    case 'tip.withdraw':
      return reasonsAgainstOwn(due, refused, known);
    case 'odds.set':
    case 'leg.settle':
    case 'tip.confirm':
      return reasonsAgainstTreating(due, refused, known);
    case 'follow.set': {
      const { tipsterId, following } = ask.payload;
      return {
        'own-follow': tipsterId === memberId,
        'not-found': !due.members.has(tipsterId),
        'not-a-tipster': following && known.mayBeUnverified(tipsterId, arrivedAt),
      };
    }
    default:
      return {};
  }
}

function reasonsAgainstOwn(due: Due, refused: Refused, known: Circumstances): Reasons {
  const { ask, memberId, arrivedAt } = refused;
  const tip = notWithdrawn(due, tipOf(ask));
  if (tip?.ownerId !== memberId) return { 'not-found': true };
  const isStarted = tip.legs.some((leg) => hasStarted(leg, arrivedAt, known));
  const always = {
    'already-booked': tip.booked,
    'stale-version': isStale(tip, refused, known),
  };
  if (ask.kind === 'tip.book') {
    return { ...always, 'in-time-out': isOnBreak(due, refused), 'tip-expired': isStarted };
  }
  const isLate = !due.timed || arrivedAt > tip.arrivedAt + 2 * 60 * 1000;
  return {
    ...always,
    'already-confirmed': tip.confirmed,
    'too-late-to-withdraw': isLate || isStarted,
  };
}

function reasonsAgainstTreating(due: Due, refused: Refused, known: Circumstances): Reasons {
  const { ask, memberId } = refused;
  const tip = notWithdrawn(due, tipOf(ask));
  const always = {
    'not-allowed': !known.isAdministrator(memberId),
    'own-tip': due.tips.get(tipOf(ask) ?? '')?.ownerId === memberId,
  };
  if (!tip) return { ...always, 'not-found': true };
  return {
    ...always,
    'already-confirmed': tip.confirmed,
    'stale-version': isStale(tip, refused, known),
    'legs-undecided':
      ask.kind === 'tip.confirm' && tip.legs.some(({ result }) => result === 'pending'),
    ...reasonsAgainstPrices(refused, known),
    ...reasonsAgainstDecision(tip, refused, known),
  };
}

/** Once a game has started, another price needs a reason. */
function reasonsAgainstPrices({ ask, arrivedAt }: Refused, known: Season): Reasons {
  if (ask.kind !== 'odds.set') return {};
  const unsaid = ask.payload.changes.filter(({ reason = '' }) => reason.trim() === '');
  return { 'reason-required': unsaid.some((change) => hasStarted(change, arrivedAt, known)) };
}

/** Full time comes ninety minutes after a kick-off at the earliest: all options wait for it. */
const fullTime = 90 * 60 * 1000;

function reasonsAgainstDecision(
  tip: TipDue,
  { ask, arrivedAt }: Refused,
  { kickOff, result: resultOf }: Season,
): Reasons {
  if (ask.kind !== 'leg.settle') return {};
  const { fixtureId, result, reason = '' } = ask.payload.change;
  const leg = tip.legs.find((each) => each.fixtureId === fixtureId);
  if (!leg) return { 'unknown-leg': true };
  const ended = resultOf(fixtureId, arrivedAt);
  const isPlayed = ended?.status === 'played';
  const canBeOver =
    ended?.status !== 'cancelled' && kickOff(fixtureId, arrivedAt) + fullTime <= arrivedAt;
  const ruled = byTheRules(leg.oddName, ended);
  const isFree = ruled === undefined ? result !== 'void' : ruled === result;
  return {
    'too-early-to-decide': result !== 'void' && !isPlayed && !canBeOver,
    'decision-needs-reason': !isFree && reason.trim() === '',
  };
}

function notWithdrawn({ tips }: Due, id: string | undefined): TipDue | undefined {
  const tip = tips.get(id ?? '');
  return tip?.withdrawn === true ? undefined : tip;
}

function hasStarted(
  { fixtureId }: { fixtureId: string },
  at: number,
  { kickOff }: Season,
): boolean {
  return kickOff(fixtureId, at) <= at;
}

function isStale({ id }: TipDue, { version }: Refused, known: Circumstances): boolean {
  return version !== undefined && version !== known.version(id);
}

function isOnBreak({ members }: Due, { memberId, key, arrivedAt }: Refused): boolean {
  const timeOut: MemberDue['timeOut'] = members.get(memberId)?.timeOut;
  if (!timeOut || timeOut.spared.includes(key)) return false;
  return timeOut.from <= arrivedAt && arrivedAt < timeOut.until;
}
