import type { TipOutcome } from './tip.ts';

/** A tip as a record sees it; `totalOdds` is taken from the prices its legs had at kick-off. */
export type RecordedTip = {
  readonly outcome: TipOutcome;
  readonly totalOdds: number;
};

/** A share between 0 and 1 with its uncertainty. */
type Interval = { readonly low: number; readonly high: number };

/** What a tipster's tips add up to. The profit is in units. */
type TipsterRecord = {
  readonly settled: number;
  readonly won: number;
  readonly lost: number;
  readonly flatProfit: number;
  readonly stars: number | undefined;
};

/** Fewer settled tips than this say nothing about a tipster: no stars, only "new, n of 10". */
export const settledForStars = 10;

/** The most one tip can add, in units, so that one lucky accumulator makes no record. */
export const profitCap = 20;

// The star formula, as published in the app. 50 imaginary break-even tips pull a short record
// to the middle; a weight of 25 makes a shrunk yield of 10 % worth two and a half stars. Both are
// this product's own judgement.
const middle = 2.5;
const weight = 25;
const shrinkage = 50;
const most = 5;

// The 97.5 % point of the normal distribution, which bounds a two-sided 95 % interval.
const z = 1.959963984540054;

type StarsFrom = { readonly settled: number; readonly flatProfit: number };

/** Stars from 0 to 5; undefined below ten settled tips. */
export function stars(record: StarsFrom): number | undefined {
  if (record.settled < settledForStars) return undefined;
  return Math.min(most, Math.max(0, starsWithoutEnd(record)));
}

/** What the star formula makes, which may lie below 0 or above 5. */
export function starsWithoutEnd({ settled, flatProfit }: StarsFrom): number {
  return middle + weight * (flatProfit / (settled + shrinkage));
}

/** What one unit on a tip brought; undefined while it is open and where it was never priced. */
export function flatProfitOf(tip: RecordedTip): number | undefined {
  if (tip.outcome === 'open' || tip.totalOdds === 0) return undefined;
  if (tip.outcome === 'void') return 0;
  if (tip.outcome === 'lost') return -1;
  return Math.min(profitCap, toHundredths(tip.totalOdds - 1));
}

/** The Wilson 95 % interval of a hit rate; undefined without a sample. */
export function wilson(won: number, n: number): Interval | undefined {
  if (n === 0) return undefined;
  const share = won / n;
  const centre = share + (z * z) / (2 * n);
  const spread = z * Math.sqrt((share * (1 - share)) / n + (z * z) / (4 * n * n));
  const scale = 1 + (z * z) / n;
  return {
    low: Math.max(0, (centre - spread) / scale),
    high: Math.min(1, (centre + spread) / scale),
  };
}

/**
 * Adds tips up, in whatever order they come. Void tips count nowhere; unpriced ones are among
 * the won and lost and in no profit.
 */
export function recordOf(tips: readonly RecordedTip[]): TipsterRecord {
  const decided = tips.filter(({ outcome }) => outcome === 'won' || outcome === 'lost');
  const settled = decided.length;
  const won = decided.filter(({ outcome }) => outcome === 'won').length;
  const flatProfit = sum(decided.map((tip) => flatProfitOf(tip) ?? 0));
  return { settled, won, lost: settled - won, flatProfit, stars: stars({ settled, flatProfit }) };
}

function sum(amounts: readonly number[]): number {
  // Rounded at every step, so that no float error of many small amounts can grow to a hundredth.
  return amounts.reduce((total, amount) => toHundredths(total + amount), 0);
}

function toHundredths(amount: number): number {
  return Math.round(amount * 100) / 100;
}
