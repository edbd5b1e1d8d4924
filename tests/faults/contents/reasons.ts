import { pairsToScore } from '#domain/fixture.ts';
import { checkRepeatedTip } from '#domain/repeat.ts';
import { validateResult } from '#domain/results/result.ts';
import { outcomeOf, withdrawalWindowMs } from '#domain/tip.ts';

import { type IntentOf, isOfDesk, tipOf } from './intents.ts';
import { tipOfPost } from './due.ts';
import { isMeant, legsOfOthers } from './due-at-desk.ts';
import {
  type Due,
  hasBegun,
  isReconfirmation,
  type LegDue,
  type MemberDue,
  ruledAt,
  type Season,
  type AcceptedIntent,
  type TipDue,
} from './rows-due.ts';
import { numberOf } from './options.ts';
import { isSameResult, resultIn } from './results.ts';

/** A refused request with its version of the tip or fixture. */
export type Refused = AcceptedIntent & {
  version: number | undefined;
  /** Time of sending; the reason may have applied at any moment after that. */
  sentAt?: number;
};

/** Further state at the time of a refusal. */
export type Circumstances = Season & {
  version: (id: string) => number | undefined;
  isAdministrator: (memberId: string) => boolean;
  /** True if the email may be unverified; at the moment of a change, both values are possible. */
  mayBeUnverified: (memberId: string, at: number) => boolean;
};

/** Problem codes that the rules allow for a request, by an independent implementation. */
export function reasonsAgainst(due: Due, refused: Refused, known: Circumstances): string[] {
  const { memberId, arrivedAt } = refused;
  const reasons = {
    'email-unverified': known.mayBeUnverified(memberId, arrivedAt),
    ...(isOfDesk(refused.intent) && { 'not-allowed': !known.isAdministrator(memberId) }),
    ...reasonsOf(due, refused, known),
  };
  return Object.entries(reasons).flatMap(([code, holds]) => (holds ? [code] : []));
}

type Reasons = Record<string, boolean | undefined>;

function reasonsOf(due: Due, refused: Refused, known: Circumstances): Reasons {
  const { intent, memberId, arrivedAt } = refused;
  switch (intent.kind) {
    case 'tip.post': {
      const { options, ifStarted, copiedFrom } = intent.payload;
      const late = options.filter(({ fixtureId }) => hasBegun(fixtureId, arrivedAt, known)).length;
      const isAllOrNothing = ifStarted !== 'drop' || late === options.length;
      return {
        'in-time-out': isOnBreak(due, refused),
        'fixture-started': late > 0 && isAllOrNothing,
        ...reasonsAgainstRepeat(due, tipOfPost(due, refused, intent, known)),
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
    case 'result.set':
      return reasonsAgainstResult(due, refused, intent, known);
    case 'prices.set':
      return reasonsAgainstPricesOf(due, refused, intent, known);
    case 'fixture.settle':
      return reasonsAgainstDecisionsOf(due, refused, intent, known);
    case 'fixture.correct':
      return reasonsAgainstCorrectionOf(due, refused, intent, known);
    case 'follow.set': {
      const { tipsterId, following } = intent.payload;
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

/** An equal pick may be posted once, and an option in at most five tips; copies do not count. */
function reasonsAgainstRepeat({ tips }: Pick<Due, 'tips'>, tip: TipDue): Reasons {
  if (tip.copiedFrom !== undefined) return {};
  const earlier = [...tips.values()]
    .filter(({ ownerId, withdrawn }) => ownerId === tip.ownerId && !withdrawn)
    .filter(({ copiedFrom }) => copiedFrom === undefined)
    .map(({ id, legs }) => ({
      id,
      isOpen: outcomeOf(legs) === 'open',
      selections: legs.map(selectionOf),
    }));
  const checked = checkRepeatedTip(tip.legs.map(selectionOf), earlier);
  return checked.allowed ? {} : { [checked.problem.code]: true };
}

function selectionOf({ fixtureId, oddName }: LegDue) {
  return { fixtureId, oddsId: numberOf(oddName) };
}

function reasonsAgainstOwn(due: Due, refused: Refused, known: Circumstances): Reasons {
  const { intent, memberId, arrivedAt } = refused;
  const tip = notWithdrawn(due, tipOf(intent));
  if (tip?.ownerId !== memberId) return { 'not-found': true };
  const isStarted = tip.legs.some(({ fixtureId }) => hasBegun(fixtureId, arrivedAt, known));
  const always = {
    'already-booked': tip.booked,
    'stale-version': isStale(tip, refused, known),
  };
  if (intent.kind === 'tip.book') {
    return { ...always, 'in-time-out': isOnBreak(due, refused), 'tip-expired': isStarted };
  }
  const isLate = !due.timed || arrivedAt > tip.arrivedAt + withdrawalWindowMs;
  return {
    ...always,
    'already-confirmed': wasConfirmed(tip, refused),
    'too-late-to-withdraw': isLate || isStarted,
  };
}

function reasonsAgainstTreating(due: Due, refused: Refused, known: Circumstances): Reasons {
  const { intent, memberId } = refused;
  const tip = notWithdrawn(due, tipOf(intent));
  const always = {
    'not-allowed': !known.isAdministrator(memberId),
    'own-tip': due.tips.get(tipOf(intent) ?? '')?.ownerId === memberId,
  };
  if (!tip) return { ...always, 'not-found': true };
  return {
    ...always,
    'already-confirmed': wasConfirmed(tip, refused),
    'stale-version': isStale(tip, refused, known),
    'legs-undecided':
      intent.kind === 'tip.confirm' && tip.legs.some(({ result }) => result === 'pending'),
    ...reasonsAgainstPrices(refused, known),
    ...reasonsAgainstDecision(tip, refused, known),
  };
}

/** A price after the kick-off needs a reason. */
function reasonsAgainstPrices({ intent, arrivedAt }: Refused, known: Season): Reasons {
  if (intent.kind !== 'odds.set') return {};
  const unsaid = intent.payload.changes.filter(({ reason = '' }) => reason.trim() === '');
  return { 'reason-required': unsaid.some((change) => hasStarted(change, arrivedAt, known)) };
}

/** Minimum time from kick-off to full time, in milliseconds; no option is decided earlier. */
const fullTime = 90 * 60 * 1000;

function reasonsAgainstDecision(
  tip: TipDue,
  { intent, arrivedAt }: Refused,
  season: Season,
): Reasons {
  if (intent.kind !== 'leg.settle') return {};
  const { fixtureId, result, reason = '' } = intent.payload.change;
  const leg = tip.legs.find((each) => each.fixtureId === fixtureId);
  if (!leg) return { 'unknown-leg': true };
  return reasonsAgainstOne(leg, { result, reason }, arrivedAt, season);
}

function reasonsAgainstOne(
  leg: LegDue,
  { result, reason = '' }: { result: LegDue['result']; reason?: string | undefined },
  arrivedAt: number,
  season: Season,
): Reasons {
  const status = season.result(leg.fixtureId, arrivedAt)?.status ?? 'scheduled';
  const isPlayed = status === 'played' || status === 'abandoned';
  const isOff = status === 'cancelled' || status === 'postponed';
  const canBeOver = !isOff && season.kickOff(leg.fixtureId, arrivedAt) + fullTime <= arrivedAt;
  const ruled = ruledAt(leg, arrivedAt, season);
  const isFree = ruled === undefined ? result !== 'void' : ruled === result;
  return {
    'too-early-to-decide': result !== 'void' && !isPlayed && !canBeOver,
    'decision-needs-reason': !isFree && reason.trim() === '',
  };
}

function reasonsAgainstResult(
  { results }: Due,
  { arrivedAt, version }: Refused,
  { payload }: IntentOf<'result.set'>,
  known: Circumstances,
): Reasons {
  const { fixtureId, status, fullTime: end, halfTime, firstGoal } = payload;
  const isSame = isSameResult(results.get(fixtureId), resultIn(payload));
  const entered = validateResult(
    { status, firstGoal, ...(end && pairsToScore({ fullTime: end, halfTime })) },
    new Date(known.kickOff(fixtureId, arrivedAt)),
    new Date(arrivedAt),
  );
  return {
    ...(!entered.allowed && { [entered.problem]: true }),
    'stale-version': !isSame && version !== undefined && version !== known.version(fixtureId),
  };
}

function reasonsAgainstPricesOf(
  due: Due,
  { memberId, arrivedAt }: Refused,
  { payload }: IntentOf<'prices.set'>,
  known: Circumstances,
): Reasons {
  const { fixtureId, prices, reason = '' } = payload;
  const others = legsOfOthers(due, { memberId }, { fixtureId }, prices);
  const isUnsaid = reason.trim() === '' && hasStarted({ fixtureId }, arrivedAt, known);
  return {
    'reason-required':
      isUnsaid && others.some(([leg, price]) => leg.odd !== price.odd && isMeant(leg, price)),
    'stale-version': others.some(
      ([leg, { odd, seen }]) => seen !== undefined && ![0, seen, odd].includes(leg.odd),
    ),
  };
}

function reasonsAgainstDecisionsOf(
  due: Due,
  { memberId, arrivedAt, version }: Refused,
  { payload }: IntentOf<'fixture.settle'>,
  known: Circumstances,
): Reasons {
  const { fixtureId, results } = payload;
  const others = legsOfOthers(due, { memberId }, { fixtureId }, results);
  const unlike = others.filter(
    ([leg, change]) => leg.result !== change.result || isReconfirmation(leg, change, known),
  );
  const isOthers = ({ result, decision }: LegDue) =>
    result !== 'pending' && decision?.by !== memberId && decision?.version === version;
  const each = unlike
    .filter(([, { result }]) => result !== 'pending')
    .map(([leg, decision]) => reasonsAgainstOne(leg, decision, arrivedAt, known));
  return {
    'stale-version':
      version !== known.version(fixtureId) ||
      unlike.some(
        ([leg, { result, over, ifPending }]) =>
          result !== 'pending' && !over && !ifPending && isOthers(leg),
      ),
    'too-early-to-decide': each.some((reasons) => reasons['too-early-to-decide']),
    'decision-needs-reason': each.some((reasons) => reasons['decision-needs-reason']),
  };
}

/**
 * Another administrator's correction of the same version may not be replaced unknowingly, and
 * nothing is decided before full time.
 */
function reasonsAgainstCorrectionOf(
  due: Due,
  { memberId, arrivedAt, version }: Refused,
  { payload }: IntentOf<'fixture.correct'>,
  known: Circumstances,
): Reasons {
  const { fixtureId, results, reason } = payload;
  const confirmed = { fixtureId, confirmed: true };
  const unlike = legsOfOthers(due, { memberId }, confirmed, results).filter(
    ([leg, { result }]) => leg.result !== result,
  );
  const isOthers = ({ corrected, decision }: LegDue) =>
    corrected !== undefined && decision?.by !== memberId && decision?.version === version;
  const isEarly = unlike.some(([leg, { result }]) => {
    return reasonsAgainstOne(leg, { result, reason }, arrivedAt, known)['too-early-to-decide'];
  });
  return {
    'stale-version':
      version !== known.version(fixtureId) ||
      unlike.some(([leg, { over }]) => !over && isOthers(leg)),
    'too-early-to-decide': isEarly,
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

/** True if the tip is confirmed, or was confirmed at any time after the request was sent. */
function wasConfirmed({ confirmed, reopenedAt = -Infinity }: TipDue, { sentAt }: Refused): boolean {
  return confirmed !== undefined || reopenedAt >= (sentAt ?? Infinity);
}

function isStale({ id }: TipDue, { version }: Refused, known: Circumstances): boolean {
  return version !== undefined && version !== known.version(id);
}

function isOnBreak({ members }: Due, { memberId, key, arrivedAt }: Refused): boolean {
  const timeOut: MemberDue['timeOut'] = members.get(memberId)?.timeOut;
  if (!timeOut || timeOut.spared.includes(key)) return false;
  return timeOut.from <= arrivedAt && arrivedAt < timeOut.until;
}
