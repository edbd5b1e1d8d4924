import { type ProfitChart, toProfitChart } from './chart.ts';
import { dayMs } from './durations.ts';
import type { TipOutcome } from './tip.ts';

/** The fields of a tip that a record uses; `totalOdds` is the product of kick-off prices. */
export type RecordedTip = {
  readonly outcome: TipOutcome;
  readonly totalOdds: number;
};

/** Bounds of a share, between 0 and 1. */
type Interval = { readonly low: number; readonly high: number };

/** Figures of a record that can be added up; profits are in units. */
type RecordSums = {
  readonly settled: number;
  readonly won: number;
  /** Settled tips that had a price at kick-off. */
  readonly priced: number;
  readonly flatProfit: number;
  /** Profit with at most `starsProfitCap` per tip, from which stars are computed. */
  readonly cappedProfit: number;
};

/** Totals of a tipster's tips. */
type TipsterRecord = RecordSums & {
  readonly lost: number;
  readonly stars: number | undefined;
};

/** Minimum settled tips for stars; below this number a screen shows "new, n of 10". */
export const minSettledForStars = 10;

/** Minimum settled tickets of followers for figures about their results. */
export const minSettledForFollowers = 10;

/** Maximum profit per tip that counts for stars, so that one lucky tip does not decide. */
export const starsProfitCap = 20;

// Constants published in the app, chosen by this product. Imaginary break-even tips reduce the
// yield of a short record, and stars follow a curve through 2.5 that never reaches 0 or 5.
/** Number of imaginary break-even tips added to each record. */
export const imaginaryTipCount = 50;
const middle = 2.5;
const steepness = 10;

type ProfitSample = { readonly settled: number; readonly profit: number };

/**
 * Yield with the imaginary tips. The list of tipsters and stars use the capped profit, competitions
 * the flat profit.
 */
export function adjustedYield({ settled, profit }: ProfitSample): number {
  return profit / (settled + imaginaryTipCount);
}

/** Stars between 0 and 5 from the capped profit; undefined below ten settled tips. */
export function starsOf(record: ProfitSample): number | undefined {
  if (record.settled < minSettledForStars) return undefined;
  const x = steepness * adjustedYield(record);
  return middle + (middle * x) / Math.sqrt(1 + x * x);
}

/** Minimum of a filter by stars; 5 means 4.5, because no tipster reaches 5. */
export function minStarsFor(starsFilter: number): number {
  return Math.min(starsFilter, 4.5);
}

// The 97.5 % quantile of the normal distribution, for a two-sided 95 % interval.
const normalQuantile = 1.959963984540054;

/** Profit of a tip at a stake of one unit; undefined while open or if unpriced. */
export function flatProfitOf(tip: RecordedTip): number | undefined {
  if (tip.outcome === 'open' || tip.totalOdds === 0) return undefined;
  if (tip.outcome === 'void') return 0;
  if (tip.outcome === 'lost') return -1;
  return roundHundredths(tip.totalOdds - 1);
}

/** Wilson 95 % interval of a hit rate; undefined without a sample. */
export function wilsonInterval(won: number, n: number): Interval | undefined {
  if (n === 0) return undefined;
  const share = won / n;
  const centre = share + (normalQuantile * normalQuantile) / (2 * n);
  const spread =
    normalQuantile *
    Math.sqrt((share * (1 - share)) / n + (normalQuantile * normalQuantile) / (4 * n * n));
  const scale = 1 + (normalQuantile * normalQuantile) / n;
  return {
    low: Math.max(0, (centre - spread) / scale),
    high: Math.min(1, (centre + spread) / scale),
  };
}

/** Profit per priced tip; undefined without priced tips. */
export function yieldOf({
  flatProfit,
  priced,
}: Pick<RecordSums, 'flatProfit' | 'priced'>): number | undefined {
  return priced === 0 ? undefined : flatProfit / priced;
}

/** Share of settled tips that won, between 0 and 1; undefined without settled tips. */
export function hitRateOf({
  won,
  settled,
}: Pick<RecordSums, 'won' | 'settled'>): number | undefined {
  return settled === 0 ? undefined : won / settled;
}

/**
 * Returns the record of tips in any order. Void tips are excluded; unpriced tips are included as
 * won or lost without a profit.
 */
export function recordOf(tips: readonly RecordedTip[]): TipsterRecord {
  const decided = tips.filter(({ outcome }) => outcome === 'won' || outcome === 'lost');
  const settled = decided.length;
  const won = decided.filter(({ outcome }) => outcome === 'won').length;
  const priced = decided.filter(({ totalOdds }) => totalOdds > 0).length;
  const profits = decided.map((tip) => flatProfitOf(tip) ?? 0);
  const cappedProfit = sumAmounts(profits.map((profit) => Math.min(starsProfitCap, profit)));
  return addStars({ settled, won, priced, flatProfit: sumAmounts(profits), cappedProfit });
}

/** Returns the record after the tips `before` were replaced by the tips `after`. */
export function replaceTips(
  record: RecordSums,
  before: readonly RecordedTip[],
  after: readonly RecordedTip[],
): TipsterRecord {
  const [removed, added] = [recordOf(before), recordOf(after)];
  const next = (figure: keyof RecordSums) =>
    roundHundredths(record[figure] - removed[figure] + added[figure]);
  return addStars({
    settled: next('settled'),
    won: next('won'),
    priced: next('priced'),
    flatProfit: next('flatProfit'),
    cappedProfit: next('cappedProfit'),
  });
}

function addStars(sums: RecordSums): TipsterRecord {
  const { settled, won, cappedProfit } = sums;
  return { ...sums, lost: settled - won, stars: starsOf({ settled, profit: cappedProfit }) };
}

function sumAmounts(amounts: readonly number[]): number {
  // Rounds after every addition, so that float errors of many amounts never reach a hundredth.
  return amounts.reduce((total, amount) => roundHundredths(total + amount), 0);
}

function roundHundredths(amount: number): number {
  return Math.round(amount * 100) / 100;
}

/** Periods of a record, by a tip's last kick-off. */
export const recordWindows = ['30d', '90d', 'all'] as const;
export type RecordWindow = (typeof recordWindows)[number];

/** A won, lost or void tip, with the fields from which all figures of a record are computed. */
export type SettledTip = RecordedTip & {
  readonly lastKickOff: Date;
  /** 0 if no stake was given. */
  readonly stake: number;
  readonly legsWon: number;
  readonly legsLost: number;
};

/** A run of tips with one result. */
export type Streak = { readonly result: 'won' | 'lost'; readonly length: number };

type StakedProfit = { tips: number; units: number; profit: number; yield: number };

const daysByWindow: Readonly<Record<Exclude<RecordWindow, 'all'>, number>> = {
  '30d': 30,
  '90d': 90,
};

/** True if a tip with this last kick-off is in a window that ends at `now`. */
export function isInRecordWindow(window: RecordWindow, lastKickOff: Date, now: Date): boolean {
  return lastKickOff.getTime() >= windowStart(window, now);
}

/** Start of a window that ends at `now`, in milliseconds since 1970. */
export function windowStart(window: RecordWindow, now: Date): number {
  return window === 'all' ? -Infinity : now.getTime() - daysByWindow[window] * dayMs;
}

/** Record of a window; `tips` must be ordered by last kick-off. */
export function windowRecordOf(tips: readonly SettledTip[], window: RecordWindow, now: Date) {
  const within = tips.filter(({ lastKickOff }) => isInRecordWindow(window, lastKickOff, now));
  const decided = within.filter(({ outcome }) => outcome === 'won' || outcome === 'lost');
  const priced = decided.filter(({ totalOdds }) => totalOdds > 0);
  const record = recordOf(decided);
  const won = decided.reduce((sum, { legsWon }) => sum + legsWon, 0);
  const lost = decided.reduce((sum, { legsLost }) => sum + legsLost, 0);
  return {
    ...record,
    hitRate: hitRateOf(record),
    interval: wilsonInterval(record.won, record.settled),
    flatYield: yieldOf(record),
    staked: sumStakedProfit(priced),
    averageOdds: averageOddsOf(priced),
    legs: { settled: won + lost, won, lost },
    ...streaksOf(decided.map(({ outcome }) => (outcome === 'won' ? 'won' : 'lost'))),
    ...profitChartOf(decided),
  };
}

/** Chart of won and lost tips, which must be ordered by last kick-off. */
export function profitChartOf(tips: readonly SettledTip[]): ProfitChart {
  return toProfitChart(
    tips.map((tip) => ({ at: tip.lastKickOff, profit: flatProfitOf(tip) ?? 0 })),
  );
}

/** The current run and the longest run of each kind; `results` are oldest first. */
export function streaksOf(results: readonly Streak['result'][]): {
  streak: Streak | null;
  longestWon: number;
  longestLost: number;
} {
  let streak: Streak | null = null;
  const maxLengths = { won: 0, lost: 0 };
  for (const result of results) {
    const length: number = streak?.result === result ? streak.length + 1 : 1;
    streak = { result, length };
    maxLengths[result] = Math.max(maxLengths[result], length);
  }
  return { streak, longestWon: maxLengths.won, longestLost: maxLengths.lost };
}

function averageOddsOf(priced: readonly SettledTip[]): number | undefined {
  if (priced.length === 0) return undefined;
  return priced.reduce((sum, { totalOdds }) => sum + totalOdds, 0) / priced.length;
}

/** Profit at the tips' stakes; undefined if no tip has a stake. */
function sumStakedProfit(priced: readonly SettledTip[]): StakedProfit | undefined {
  const staked = priced.filter(({ stake }) => stake > 0);
  if (staked.length === 0) return undefined;
  const units = staked.reduce((sum, { stake }) => sum + stake, 0);
  const hundredths = staked.reduce((sum, tip) => sum + stakedHundredthsOf(tip), 0);
  const profit = hundredths / 100;
  return { tips: staked.length, units, profit, yield: profit / units };
}

/** Profit in hundredths, so that sums have no float errors. */
function stakedHundredthsOf({ outcome, stake, totalOdds }: SettledTip): number {
  if (outcome === 'lost') return -100 * stake;
  return stake * (Math.round(totalOdds * 100) - 100);
}

/** Adds the total profit at the end of each month; returns the months oldest first. */
export function addRunningProfit<
  Month extends { readonly month: string; readonly flatProfit: number },
>(months: readonly Month[]): (Month & { running: number })[] {
  let hundredths = 0;
  return months
    .toSorted((a, b) => (a.month < b.month ? -1 : 1))
    .map((month) => {
      hundredths += Math.round(month.flatProfit * 100);
      return { ...month, running: hundredths / 100 };
    });
}

/** The fields of a tipster's month that the competition uses. */
export type MonthStanding = {
  readonly tipsterId: string;
  readonly settled: number;
  readonly flatProfit: number;
};

/** Minimum settled tips in a month for a rank. */
export const minSettledForRank = 5;

/**
 * Orders the competition of a month: tipsters with enough tips first, by `adjustedYield`, then by
 * number of tips. Equal profit from equally many tips shares a rank, and the next rank is skipped.
 */
export function rankRows<Row extends MonthStanding>(
  rows: readonly Row[],
): (Row & { rank: number | undefined })[] {
  const inOrder = rows.toSorted(compareStandings);
  let rank = 0;
  return inOrder.map((row, index) => {
    if (row.settled < minSettledForRank) return { ...row, rank: undefined };
    const above = inOrder[index - 1];
    const shares = above?.flatProfit === row.flatProfit && above.settled === row.settled;
    if (!shares) rank = index + 1;
    return { ...row, rank };
  });
}

function adjustedYieldOf({ settled, flatProfit }: MonthStanding): number {
  return adjustedYield({ settled, profit: flatProfit });
}

function compareStandings(a: MonthStanding, b: MonthStanding): number {
  return (
    Number(b.settled >= minSettledForRank) - Number(a.settled >= minSettledForRank) ||
    adjustedYieldOf(b) - adjustedYieldOf(a) ||
    b.settled - a.settled ||
    (a.tipsterId < b.tipsterId ? -1 : 1)
  );
}

/** Month in UTC of an instant, as in `2026-11`. */
export function monthOf(moment: Date): string {
  return moment.toISOString().slice(0, 7);
}

/** Number of outcomes in a tipster's form. */
export const tipsterFormLength = 5;
