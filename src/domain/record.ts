import { type Chart, chartOf } from './chart.ts';
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
  /** With at most `starsProfitCap` from each tip; stars are computed from it. */
  readonly cappedProfit: number;
  readonly stars: number | undefined;
};

/** Fewer settled tips than this say nothing about a tipster: no stars, only "new, n of 10". */
export const settledForStars = 10;

/** Fewer settled tickets of followers than this say nothing about what they got. */
export const settledForFollowers = 10;

/** The most units that one tip can add to stars, so that one lucky accumulator makes none. */
export const starsProfitCap = 20;

// As published in the app: 50 imaginary break-even tips pull a short record to the middle, and
// stars are a bent line through 2.5 that never reaches 0 or 5. Both are this product's own judgement.
const shrinkage = 50;
const middle = 2.5;
const steepness = 10;

type Proof = { readonly settled: number; readonly profit: number };

/**
 * The yield that so much profit can prove: of the capped profit the list of tipsters goes by it, as stars do,
 * and of the flat profit every table of a month.
 */
export function provenYield({ settled, profit }: Proof): number {
  return profit / (settled + shrinkage);
}

/** Stars between 0 and 5 of a capped profit, in the order of its proven yield; undefined below ten settled tips. */
export function stars(record: Proof): number | undefined {
  if (record.settled < settledForStars) return undefined;
  const x = steepness * provenYield(record);
  return middle + (middle * x) / Math.sqrt(1 + x * x);
}

/** From how many stars on a tipster counts as one of at least so many: nobody has all five. */
export function leastStars(wanted: number): number {
  return Math.min(wanted, 4.5);
}

// The 97.5 % point of the normal distribution, which bounds a two-sided 95 % interval.
const z = 1.959963984540054;

/** What one unit on a tip brought; undefined while it is open and where it was never priced. */
export function flatProfitOf(tip: RecordedTip): number | undefined {
  if (tip.outcome === 'open' || tip.totalOdds === 0) return undefined;
  if (tip.outcome === 'void') return 0;
  if (tip.outcome === 'lost') return -1;
  return toHundredths(tip.totalOdds - 1);
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
  const profits = decided.map((tip) => flatProfitOf(tip) ?? 0);
  const cappedProfit = sum(profits.map((profit) => Math.min(starsProfitCap, profit)));
  return {
    settled,
    won,
    lost: settled - won,
    flatProfit: sum(profits),
    cappedProfit,
    stars: stars({ settled, profit: cappedProfit }),
  };
}

function sum(amounts: readonly number[]): number {
  // Rounded at every step, so that no float error of many small amounts can grow to a hundredth.
  return amounts.reduce((total, amount) => toHundredths(total + amount), 0);
}

function toHundredths(amount: number): number {
  return Math.round(amount * 100) / 100;
}

/** How far back a record looks: by when a tip's last game kicked off. */
export const windows = ['30d', '90d', 'all'] as const;
export type Window = (typeof windows)[number];

/** A tip that is won, lost or void, with what a record tells of it besides its outcome. */
export type SettledTip = RecordedTip & {
  readonly lastKickOff: Date;
  /** 0 for not staked. */
  readonly stake: number;
  readonly legsWon: number;
  readonly legsLost: number;
};

/** A run of tips with the same result. */
export type Streak = { readonly result: 'won' | 'lost'; readonly length: number };

type Staked = { tips: number; units: number; profit: number; yield: number };

const day = 24 * 60 * 60 * 1000;
const daysIn: Readonly<Record<Exclude<Window, 'all'>, number>> = { '30d': 30, '90d': 90 };

/** Whether a tip whose last game kicked off then is in a window that ends now. */
export function isWithin(window: Window, lastKickOff: Date, now: Date): boolean {
  return lastKickOff.getTime() >= beginningOf(window, now);
}

/** When a window begins that ends now, in milliseconds. */
export function beginningOf(window: Window, now: Date): number {
  return window === 'all' ? -Infinity : now.getTime() - daysIn[window] * day;
}

/** What a window says of tips, which come in the order of their last kick-offs. */
export function windowRecordOf(tips: readonly SettledTip[], window: Window, now: Date) {
  const within = tips.filter(({ lastKickOff }) => isWithin(window, lastKickOff, now));
  const decided = within.filter(({ outcome }) => outcome === 'won' || outcome === 'lost');
  const priced = decided.filter(({ totalOdds }) => totalOdds > 0);
  const record = recordOf(decided);
  const won = decided.reduce((sum, { legsWon }) => sum + legsWon, 0);
  const lost = decided.reduce((sum, { legsLost }) => sum + legsLost, 0);
  return {
    ...record,
    hitRate: record.settled === 0 ? undefined : record.won / record.settled,
    interval: wilson(record.won, record.settled),
    priced: priced.length,
    flatYield: priced.length === 0 ? undefined : record.flatProfit / priced.length,
    staked: stakedOf(priced),
    averageOdds: averageOddsOf(priced),
    legs: { settled: won + lost, won, lost },
    ...streaksOf(decided.map(({ outcome }) => (outcome === 'won' ? 'won' : 'lost'))),
    ...lineOf(decided),
  };
}

/** The line of tips that are won or lost, in the order of their last kick-offs. */
export function lineOf(tips: readonly SettledTip[]): Chart {
  return chartOf(tips.map((tip) => ({ at: tip.lastKickOff, profit: flatProfitOf(tip) ?? 0 })));
}

/** The run the newest result ends, and the longest of each kind; results come oldest first. */
export function streaksOf(results: readonly Streak['result'][]): {
  streak: Streak | null;
  longestWon: number;
  longestLost: number;
} {
  let streak: Streak | null = null;
  const longest = { won: 0, lost: 0 };
  for (const result of results) {
    const length: number = streak?.result === result ? streak.length + 1 : 1;
    streak = { result, length };
    longest[result] = Math.max(longest[result], length);
  }
  return { streak, longestWon: longest.won, longestLost: longest.lost };
}

function averageOddsOf(priced: readonly SettledTip[]): number | undefined {
  if (priced.length === 0) return undefined;
  return priced.reduce((sum, { totalOdds }) => sum + totalOdds, 0) / priced.length;
}

/** The profit at the stakes of the tips; undefined where none has a stake. */
function stakedOf(priced: readonly SettledTip[]): Staked | undefined {
  const staked = priced.filter(({ stake }) => stake > 0);
  if (staked.length === 0) return undefined;
  const units = staked.reduce((sum, { stake }) => sum + stake, 0);
  const hundredths = staked.reduce((sum, tip) => sum + stakedProfitOf(tip), 0);
  const profit = hundredths / 100;
  return { tips: staked.length, units, profit, yield: profit / units };
}

/** In hundredths, which add up without an error. */
function stakedProfitOf({ outcome, stake, totalOdds }: SettledTip): number {
  if (outcome === 'lost') return -100 * stake;
  return stake * (Math.round(totalOdds * 100) - 100);
}

/** Adds months up, oldest first: what the record stood at when each of them was over. */
export function runningOf<Month extends { readonly month: string; readonly flatProfit: number }>(
  months: readonly Month[],
): (Month & { running: number })[] {
  let hundredths = 0;
  return months
    .toSorted((a, b) => (a.month < b.month ? -1 : 1))
    .map((month) => {
      hundredths += Math.round(month.flatProfit * 100);
      return { ...month, running: hundredths / 100 };
    });
}

/** A tipster's month as far as the table looks at it. */
export type Contender = {
  readonly tipsterId: string;
  readonly settled: number;
  readonly flatProfit: number;
};

/** Fewer settled tips than this in a month give no rank. */
export const settledForRank = 5;

/**
 * The table of a month: by proven yield, then by how many tips it took, who has enough of them
 * before who has not. The same profit from as many tips is the same rank, and the next one is
 * left out.
 */
export function ranked<Row extends Contender>(
  rows: readonly Row[],
): (Row & { rank: number | undefined })[] {
  const inOrder = rows.toSorted(byPlace);
  let rank = 0;
  return inOrder.map((row, index) => {
    if (row.settled < settledForRank) return { ...row, rank: undefined };
    const above = inOrder[index - 1];
    const shares = above?.flatProfit === row.flatProfit && above.settled === row.settled;
    if (!shares) rank = index + 1;
    return { ...row, rank };
  });
}

function provenOf({ settled, flatProfit }: Contender): number {
  return provenYield({ settled, profit: flatProfit });
}

function byPlace(a: Contender, b: Contender): number {
  return (
    Number(b.settled >= settledForRank) - Number(a.settled >= settledForRank) ||
    provenOf(b) - provenOf(a) ||
    b.settled - a.settled ||
    (a.tipsterId < b.tipsterId ? -1 : 1)
  );
}

/** The month, in UTC, that a moment belongs to, as in `2026-11`. */
export function monthOf(moment: Date): string {
  return moment.toISOString().slice(0, 7);
}
