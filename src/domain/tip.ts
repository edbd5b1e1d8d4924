import { maxOf, minOf } from './extremes.ts';
import { hasStarted } from './fixture.ts';
import { isPrice, priceProduct, unpriced } from './price.ts';
import { allow, refuse, type RuleResult } from './rule-result.ts';

/** How a leg stands; everything but pending is settled. */
export const legResults = ['pending', 'won', 'lost', 'void'] as const;
export type LegResult = (typeof legResults)[number];

/** How a leg was decided. */
export type DecidedResult = Exclude<LegResult, 'pending'>;

/** How a leg stood until it was corrected, when that was (an instant as text), and why. */
export type Corrected = {
  readonly result: LegResult;
  readonly at: string;
  readonly reason: string;
};

/** A selection inside a tip, as far as the rules look at it. */
export type Leg = {
  readonly fixtureId: string;
  readonly odd: number;
  readonly result: LegResult;
  readonly kickOff: Date;
};

/** How a whole tip stands, from its legs alone. */
export const tipOutcomes = ['open', 'won', 'lost', 'void'] as const;
export type TipOutcome = (typeof tipOutcomes)[number];

/** A moment that may not have come yet; stored rows say null, objects leave it out. */
export type Moment = Date | null | undefined;

/** How long after its post its owner may take a tip back, in milliseconds. */
export const withdrawalWindow = 2 * 60 * 1000;

/** How long an administrator may take back what they did themselves, in milliseconds. */
export const undoWindow = 10 * 60 * 1000;

/** How long after its confirmation one administrator alone may correct a tip, in milliseconds. */
export const correctionWindow = 72 * 60 * 60 * 1000;

/** Why a tip cannot be booked. */
export type BookingProblem = 'not-your-tip' | 'already-booked' | 'tip-expired';

/** Why an administrator may not touch a tip. */
export type TreatingProblem = 'own-tip' | 'already-confirmed';

/** Why a tip cannot be confirmed. */
export type ConfirmingProblem = TreatingProblem | 'legs-undecided';

/** Why a tip cannot be taken back. */
export type WithdrawingProblem =
  | 'not-your-tip'
  | 'too-late-to-withdraw'
  | 'already-booked'
  | 'already-confirmed';

/** Why a leg's price stays as it is. */
export type PricingProblem = 'already-confirmed' | 'invalid-price' | 'reason-required';

/** Why a tip cannot be copied. */
export type CopyingProblem = 'own-tip' | 'tip-not-open';

/** The product of the legs that count, a void leg counting 1.00; 0 while one is unpriced. */
export function totalOddsOf(legs: readonly Pick<Leg, 'odd' | 'result'>[]): number {
  return priceProduct(legs.filter(({ result }) => result !== 'void').map(({ odd }) => odd));
}

/**
 * The product of the legs that count with their prices and, where one has none, its estimate. Undefined where
 * every one is priced, so that there are total odds, and where one has neither. Never enters a record.
 */
export function estimatedTotalOf(
  legs: readonly (Pick<Leg, 'odd' | 'result'> & {
    readonly estimatedOdd?: number | null | undefined;
  })[],
): number | undefined {
  const counted = legs.filter(({ result }) => result !== 'void');
  if (counted.every(({ odd }) => odd !== unpriced)) return undefined;
  const odds = counted.map(({ odd, estimatedOdd }) => odd || estimatedOdd || unpriced);
  return odds.includes(unpriced) ? undefined : priceProduct(odds);
}

/** Both totals of a tip as the wire has them. */
export function totalsOf(legs: Parameters<typeof estimatedTotalOf>[0]): {
  totalOdds: number;
  estimatedTotal?: number;
} {
  const estimatedTotal = estimatedTotalOf(legs);
  const totalOdds = totalOddsOf(legs);
  return { totalOdds, ...(estimatedTotal !== undefined && { estimatedTotal }) };
}

/** The same product of the prices at kick-off, which is what a record counts. */
export function recordOddsOf(
  legs: readonly (Pick<Leg, 'result'> & { readonly kickOffOdd: number })[],
): number {
  return totalOddsOf(legs.map(({ kickOffOdd, result }) => ({ odd: kickOffOdd, result })));
}

/**
 * The same product of the prices when a tip was booked, which is what its owner was promised; a leg that
 * had none by then counts with the price that it had at kick-off.
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

/** Lost with the first lost leg, else open while one is pending, void if all are, else won. */
export function outcomeOf(legs: readonly Pick<Leg, 'result'>[]): TipOutcome {
  if (legs.some(({ result }) => result === 'lost')) return 'lost';
  if (legs.some(({ result }) => result === 'pending')) return 'open';
  if (legs.every(({ result }) => result === 'void')) return 'void';
  return 'won';
}

/** How many legs stand each way. */
export function countsOf(legs: readonly Pick<Leg, 'result'>[]): Record<LegResult, number> {
  const counts = { pending: 0, won: 0, lost: 0, void: 0 };
  for (const { result } of legs) counts[result] += 1;
  return counts;
}

/** The share won of what was won or lost, in per cent to two places; undefined before the first. */
export function hitRateOf({ won, lost }: { won: number; lost: number }): number | undefined {
  const decided = won + lost;
  if (decided === 0) return undefined;
  return Math.floor((won * 20_000 + decided) / (2 * decided)) / 100;
}

/** A tip's score %: the hit rate of its legs; voids count nowhere. */
export function scoreOf(legs: readonly Pick<Leg, 'result'>[]): number | undefined {
  return hitRateOf(countsOf(legs));
}

/** When a tip expires: at its earliest kick-off. */
export function expiryOf(legs: readonly Pick<Leg, 'kickOff'>[]): Date {
  if (legs.length === 0) throw new RangeError('A tip has at least one leg.');
  return new Date(minOf(legs.map(({ kickOff }) => kickOff.getTime())));
}

/** The kick-off that decides which month a tip belongs to: its last. */
export function lastKickOffOf(legs: readonly Pick<Leg, 'kickOff'>[]): Date {
  if (legs.length === 0) throw new RangeError('A tip has at least one leg.');
  return new Date(maxOf(legs.map(({ kickOff }) => kickOff.getTime())));
}

/** Whether no leg of a tip has started, which is what an active tip is. */
export function isActive(legs: readonly Pick<Leg, 'kickOff'>[], now: Date): boolean {
  return legs.every(({ kickOff }) => !hasStarted(kickOff, now));
}

/** Whether a saved tip can no longer be booked, on a screen as on the server. */
export function isExpired({ expiresAt }: { readonly expiresAt: Date }, now: Date): boolean {
  return hasStarted(expiresAt, now);
}

/** Books a saved tip, once, before it expires. */
export function book<
  Tip extends {
    readonly ownerId: string;
    readonly bookedAt?: Moment;
    readonly expiresAt: Date;
  },
>(tip: Tip, by: string, now: Date): RuleResult<Tip & { bookedAt: Date }, BookingProblem> {
  if (tip.ownerId !== by) return refuse('not-your-tip');
  if (tip.bookedAt) return refuse('already-booked');
  if (isExpired(tip, now)) return refuse('tip-expired');
  return allow({ ...tip, bookedAt: now });
}

/** Whether an administrator may price and settle a tip: never their own, nor a confirmed one. */
export function mayTreat<Tip extends { readonly ownerId: string; readonly confirmedAt?: Moment }>(
  tip: Tip,
  by: string,
): RuleResult<Tip, TreatingProblem> {
  if (tip.ownerId === by) return refuse('own-tip');
  if (tip.confirmedAt) return refuse('already-confirmed');
  return allow(tip);
}

/** Closes a tip whose legs are all settled, booked or not. */
export function confirm<
  Tip extends {
    readonly ownerId: string;
    readonly confirmedAt?: Moment;
    readonly legs: readonly Pick<Leg, 'result'>[];
  },
>(tip: Tip, by: string, now: Date): RuleResult<Tip & { confirmedAt: Date }, ConfirmingProblem> {
  const checked = mayTreat(tip, by);
  if (!checked.allowed) return checked;
  if (tip.legs.some(({ result }) => result === 'pending')) return refuse('legs-undecided');
  return allow({ ...tip, confirmedAt: now });
}

/** Opens a confirmed tip again: who confirmed it, within ten minutes. One that is open stays so. */
export function reopen<
  Tip extends { readonly confirmedAt?: Moment; readonly confirmedBy?: string | null },
>(tip: Tip, by: string, now: Date): RuleResult<Tip & { confirmedAt: null }, 'already-confirmed'> {
  const { confirmedAt, confirmedBy } = tip;
  if (!confirmedAt) return allow({ ...tip, confirmedAt: null });
  // failpoint: anybody-reopens
  const isOwnUndo = confirmedBy === by && now.getTime() - confirmedAt.getTime() <= undoWindow;
  return isOwnUndo ? allow({ ...tip, confirmedAt: null }) : refuse('already-confirmed');
}

/**
 * The last moment at which a tip's owner may take it back: two minutes after its post, or the one
 * before its first kick-off.
 */
export function withdrawableUntil({
  createdAt,
  legs,
}: {
  readonly createdAt: Date;
  readonly legs: readonly Pick<Leg, 'kickOff'>[];
}): Date {
  const end = createdAt.getTime() + withdrawalWindow;
  return new Date(Math.min(end, ...legs.map(({ kickOff }) => kickOff.getTime() - 1)));
}

/** Takes a tip back: within two minutes of its post, and never once a game has started. */
export function withdraw<
  Tip extends {
    readonly ownerId: string;
    readonly createdAt: Date;
    readonly bookedAt?: Moment;
    readonly confirmedAt?: Moment;
    readonly legs: readonly Pick<Leg, 'kickOff'>[];
  },
>(tip: Tip, by: string, now: Date): RuleResult<Tip & { withdrawnAt: Date }, WithdrawingProblem> {
  if (tip.ownerId !== by) return refuse('not-your-tip');
  if (tip.confirmedAt) return refuse('already-confirmed');
  if (tip.bookedAt) return refuse('already-booked');

  // Turned round so that a date that is none is too late.
  if (!(now <= withdrawableUntil(tip))) return refuse('too-late-to-withdraw');
  return allow({ ...tip, withdrawnAt: now });
}

/**
 * Sets the price of a leg. After kick-off that needs a reason, and `entersRecord` is false: what
 * a tip was worth is decided by the price it had when its game began.
 */
export function changePrice<
  PricedLeg extends {
    readonly odd: number;
    readonly kickOff: Date;
    readonly tipConfirmedAt: Moment;
  },
>(
  leg: PricedLeg,
  odd: number,
  now: Date,
  reason?: string,
): RuleResult<PricedLeg & { odd: number; entersRecord: boolean }, PricingProblem> {
  if (leg.tipConfirmedAt) return refuse('already-confirmed');
  if (!isPrice(odd)) return refuse('invalid-price');

  const started = hasStarted(leg.kickOff, now);
  if (started && !reason?.trim()) return refuse('reason-required');
  return allow({ ...leg, odd, entersRecord: !started });
}

/** Whether a member may copy a tip: somebody else's, still undecided, with no game started. */
export function mayCopy<
  Tip extends {
    readonly ownerId: string;
    readonly legs: readonly Pick<Leg, 'kickOff' | 'result'>[];
  },
>(tip: Tip, by: string, now: Date): RuleResult<Tip, CopyingProblem> {
  if (tip.ownerId === by) return refuse('own-tip');
  if (outcomeOf(tip.legs) !== 'open' || !isActive(tip.legs, now)) return refuse('tip-not-open');
  return allow(tip);
}
