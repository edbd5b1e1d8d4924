import { minuteMs } from './durations.ts';
import { maxOf, minOf } from './extremes.ts';
import { hasStarted } from './fixture.ts';
import { isValidPrice, multiplyPrices, unpricedOdd } from './odds/price.ts';
import { allow, refuse, type RuleResult } from './rule-result.ts';

/** Settled results of a leg. */
export const decidedResults = ['won', 'lost', 'void'] as const;
export type DecidedResult = (typeof decidedResults)[number];

/** Results of a leg. */
export const legResults = ['pending', ...decidedResults] as const;
export type LegResult = (typeof legResults)[number];

/**
 * A correction of a leg: previous result, time of the correction (ISO), reason, and time of the
 * tip's confirmation.
 */
export type LegCorrection = {
  readonly result: LegResult;
  readonly at: string;
  readonly reason: string;
  readonly confirmedAt?: string | undefined;
};

/** The fields of a leg that the rules use. */
export type Leg = {
  readonly fixtureId: string;
  readonly odd: number;
  readonly result: LegResult;
  readonly kickOff: Date;
};

/** Outcomes of a tip, which follow from its legs. */
export const tipOutcomes = ['open', 'won', 'lost', 'void'] as const;
export type TipOutcome = (typeof tipOutcomes)[number];

/** Roles that can remove a tip's analysis; deleting an account is recorded as `tipster`. */
export const textRemovers = ['tipster', 'administrator'] as const;
export type TextRemover = (typeof textRemovers)[number];

/** An instant that may be missing: null in database rows, undefined in objects. */
export type OptionalInstant = Date | null | undefined;

/** Time after posting in which the owner may withdraw a tip, in milliseconds. */
export const withdrawalWindowMs = 2 * minuteMs;

/** Time in which an administrator may undo their own action, in milliseconds. */
export const undoWindowMs = 10 * minuteMs;

/** Reasons for refusing a booking. */
export type BookingProblem = 'not-your-tip' | 'already-booked' | 'tip-expired';

/** Reasons for refusing an administrator's change of a tip. */
export type TipChangeProblem = 'own-tip' | 'already-confirmed';

/** Reasons for refusing a confirmation. */
export type ConfirmationProblem = TipChangeProblem | 'legs-undecided';

/** Reasons for refusing a withdrawal. */
export type WithdrawalProblem =
  | 'not-your-tip'
  | 'too-late-to-withdraw'
  | 'already-booked'
  | 'already-confirmed';

/** Reasons for refusing a price. */
export type PricingProblem = 'already-confirmed' | 'invalid-price' | 'reason-required';

/** Reasons for refusing a copy. */
export type CopyProblem = 'own-tip' | 'tip-not-open';

/** Product of the prices; a void leg counts as 1.00. Returns 0 if another leg is unpriced. */
export function totalOddsOf(legs: readonly Pick<Leg, 'odd' | 'result'>[]): number {
  return multiplyPrices(legs.filter(({ result }) => result !== 'void').map(({ odd }) => odd));
}

/**
 * Product of the prices, with estimates for unpriced legs; not used in records. Undefined if all
 * legs are priced (use `totalOddsOf`), or if a leg has neither price nor estimate.
 */
export function estimatedTotalOf(
  legs: readonly (Pick<Leg, 'odd' | 'result'> & {
    readonly estimatedOdd?: number | null | undefined;
  })[],
): number | undefined {
  const counted = legs.filter(({ result }) => result !== 'void');
  if (counted.every(({ odd }) => odd !== unpricedOdd)) return undefined;
  const odds = counted.map(({ odd, estimatedOdd }) => odd || estimatedOdd || unpricedOdd);
  return odds.includes(unpricedOdd) ? undefined : multiplyPrices(odds);
}

/** Both totals of a tip, as in the API. */
export function totalsOf(legs: Parameters<typeof estimatedTotalOf>[0]): {
  totalOdds: number;
  estimatedTotal?: number;
} {
  const estimatedTotal = estimatedTotalOf(legs);
  const totalOdds = totalOddsOf(legs);
  return { totalOdds, ...(estimatedTotal !== undefined && { estimatedTotal }) };
}

/** Product of the prices at kick-off, used in records; otherwise like `totalOddsOf`. */
export function recordOddsOf(
  legs: readonly (Pick<Leg, 'result'> & { readonly kickOffOdd: number })[],
): number {
  return totalOddsOf(legs.map(({ kickOffOdd, result }) => ({ odd: kickOffOdd, result })));
}

/**
 * Product of the prices at booking, which the owner was promised; a leg unpriced at booking counts
 * with its kick-off price.
 */
export function bookedOddsOf(
  legs: readonly (Pick<Leg, 'result'> & {
    readonly bookedOdd: number;
    readonly kickOffOdd: number;
  })[],
): number {
  return totalOddsOf(
    legs.map(({ bookedOdd, kickOffOdd, result }) => ({ odd: bookedOdd || kickOffOdd, result })),
  );
}

/** Lost if a leg is lost, else open if a leg is pending, void if all are void, otherwise won. */
export function outcomeOf(legs: readonly Pick<Leg, 'result'>[]): TipOutcome {
  if (legs.some(({ result }) => result === 'lost')) return 'lost';
  if (legs.some(({ result }) => result === 'pending')) return 'open';
  if (legs.every(({ result }) => result === 'void')) return 'void';
  return 'won';
}

/** Counts legs by result. */
export function countsOf(legs: readonly Pick<Leg, 'result'>[]): Record<LegResult, number> {
  const counts = { pending: 0, won: 0, lost: 0, void: 0 };
  for (const { result } of legs) counts[result] += 1;
  return counts;
}

/** Percentage of won among won and lost, to two decimals; undefined without such legs. */
export function wonPercentageOf({ won, lost }: { won: number; lost: number }): number | undefined {
  const decided = won + lost;
  if (decided === 0) return undefined;
  return Math.floor((won * 20_000 + decided) / (2 * decided)) / 100;
}

/** Score % of a tip: the percentage of its decided legs that won; void legs do not count. */
export function tipScorePercentage(legs: readonly Pick<Leg, 'result'>[]): number | undefined {
  return wonPercentageOf(countsOf(legs));
}

/** The expiry of a tip, which is its earliest kick-off. */
export function expiryOf(legs: readonly Pick<Leg, 'kickOff'>[]): Date {
  if (legs.length === 0) throw new RangeError('A tip has at least one leg.');
  return new Date(minOf(legs.map(({ kickOff }) => kickOff.getTime())));
}

/** The last kick-off of a tip, which determines its month. */
export function lastKickOffOf(legs: readonly Pick<Leg, 'kickOff'>[]): Date {
  if (legs.length === 0) throw new RangeError('A tip has at least one leg.');
  return new Date(maxOf(legs.map(({ kickOff }) => kickOff.getTime())));
}

/** True if no leg of a tip has started. */
export function hasNoStartedLeg(legs: readonly Pick<Leg, 'kickOff'>[], now: Date): boolean {
  return legs.every(({ kickOff }) => !hasStarted(kickOff, now));
}

/** True if a saved tip can no longer be booked. */
export function isExpired({ expiresAt }: { readonly expiresAt: Date }, now: Date): boolean {
  return hasStarted(expiresAt, now);
}

/** Books a saved tip, once and before it expires. */
export function applyBooking<
  Tip extends {
    readonly ownerId: string;
    readonly bookedAt?: OptionalInstant;
    readonly expiresAt: Date;
  },
>(tip: Tip, by: string, now: Date): RuleResult<Tip & { bookedAt: Date }, BookingProblem> {
  if (tip.ownerId !== by) return refuse('not-your-tip');
  if (tip.bookedAt) return refuse('already-booked');
  if (isExpired(tip, now)) return refuse('tip-expired');
  return allow({ ...tip, bookedAt: now });
}

/** Checks that an administrator may change a tip: another member's, and not confirmed. */
export function checkTipChange<
  Tip extends { readonly ownerId: string; readonly confirmedAt?: OptionalInstant },
>(tip: Tip, by: string): RuleResult<Tip, TipChangeProblem> {
  if (tip.ownerId === by) return refuse('own-tip');
  if (tip.confirmedAt) return refuse('already-confirmed');
  return allow(tip);
}

/** Confirms a tip whose legs are all settled, booked or not. */
export function applyConfirmation<
  Tip extends {
    readonly ownerId: string;
    readonly confirmedAt?: OptionalInstant;
    readonly legs: readonly Pick<Leg, 'result'>[];
  },
>(tip: Tip, by: string, now: Date): RuleResult<Tip & { confirmedAt: Date }, ConfirmationProblem> {
  const checked = checkTipChange(tip, by);
  if (!checked.allowed) return checked;
  if (tip.legs.some(({ result }) => result === 'pending')) return refuse('legs-undecided');
  return allow({ ...tip, confirmedAt: now });
}

/**
 * Reopens a tip that this administrator confirmed in the last ten minutes. An open tip stays open.
 */
export function applyReopening<
  Tip extends { readonly confirmedAt?: OptionalInstant; readonly confirmedBy?: string | null },
>(tip: Tip, by: string, now: Date): RuleResult<Tip & { confirmedAt: null }, 'already-confirmed'> {
  const { confirmedAt, confirmedBy } = tip;
  if (!confirmedAt) return allow({ ...tip, confirmedAt: null });
  // failpoint: anybody-reopens
  const isOwnUndo = confirmedBy === by && now.getTime() - confirmedAt.getTime() <= undoWindowMs;
  return isOwnUndo ? allow({ ...tip, confirmedAt: null }) : refuse('already-confirmed');
}

/**
 * The last instant at which the owner may withdraw a tip: two minutes after posting, but before the
 * first kick-off.
 */
export function withdrawalDeadline({
  createdAt,
  legs,
}: {
  readonly createdAt: Date;
  readonly legs: readonly Pick<Leg, 'kickOff'>[];
}): Date {
  const end = createdAt.getTime() + withdrawalWindowMs;
  return new Date(Math.min(end, ...legs.map(({ kickOff }) => kickOff.getTime() - 1)));
}

/** Withdraws a tip: within two minutes of posting, and never after a kick-off. */
export function applyWithdrawal<
  Tip extends {
    readonly ownerId: string;
    readonly createdAt: Date;
    readonly bookedAt?: OptionalInstant;
    readonly confirmedAt?: OptionalInstant;
    readonly legs: readonly Pick<Leg, 'kickOff'>[];
  },
>(tip: Tip, by: string, now: Date): RuleResult<Tip & { withdrawnAt: Date }, WithdrawalProblem> {
  if (tip.ownerId !== by) return refuse('not-your-tip');
  if (tip.confirmedAt) return refuse('already-confirmed');
  if (tip.bookedAt) return refuse('already-booked');

  // Negated, so that an invalid date counts as too late.
  if (!(now <= withdrawalDeadline(tip))) return refuse('too-late-to-withdraw');
  return allow({ ...tip, withdrawnAt: now });
}

/**
 * Sets the price of a leg. After kick-off a reason is required and `entersRecord` is false, because
 * records use the price at kick-off.
 */
export function changePrice<
  PricedLeg extends {
    readonly odd: number;
    readonly kickOff: Date;
    readonly tipConfirmedAt: OptionalInstant;
  },
>(
  leg: PricedLeg,
  odd: number,
  now: Date,
  reason?: string,
): RuleResult<PricedLeg & { odd: number; entersRecord: boolean }, PricingProblem> {
  if (leg.tipConfirmedAt) return refuse('already-confirmed');
  if (!isValidPrice(odd)) return refuse('invalid-price');

  const started = hasStarted(leg.kickOff, now);
  if (started && !reason?.trim()) return refuse('reason-required');
  return allow({ ...leg, odd, entersRecord: !started });
}

/** Checks that a member may copy a tip: another member's, open, and without a started game. */
export function checkTipCopy<
  Tip extends {
    readonly ownerId: string;
    readonly legs: readonly Pick<Leg, 'kickOff' | 'result'>[];
  },
>(tip: Tip, by: string, now: Date): RuleResult<Tip, CopyProblem> {
  if (tip.ownerId === by) return refuse('own-tip');
  if (outcomeOf(tip.legs) !== 'open' || !hasNoStartedLeg(tip.legs, now))
    return refuse('tip-not-open');
  return allow(tip);
}
