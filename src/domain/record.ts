import { hitRateOf, type TicketOutcome } from './ticket.ts';

/** A ticket as a record sees it; `totalOdds` is taken from the prices its legs had at kick-off. */
export type RecordedTicket = {
  readonly outcome: TicketOutcome;
  readonly totalOdds: number;
  readonly stake: number;
  readonly lastKickOff: Date;
};

/** A row of equal outcomes. */
type Streak = { readonly outcome: 'won' | 'lost'; readonly length: number };

/** A share between 0 and 1 with its uncertainty. */
export type Interval = { readonly low: number; readonly high: number };

/** What a tipster's tickets add up to. Rates and yields are per cent, profits are units. */
export type TipsterRecord = {
  readonly settled: number;
  readonly won: number;
  readonly lost: number;
  readonly void: number;
  readonly hitRate: number | undefined;
  readonly hitRateInterval: Interval | undefined;
  readonly flatProfit: number;
  readonly flatYield: number | undefined;
  readonly staked: number;
  readonly stakedProfit: number;
  readonly stakedYield: number | undefined;
  readonly averageOdds: number | undefined;
  readonly streak: Streak | undefined;
  readonly longestWinning: number;
  readonly longestLosing: number;
  readonly stars: number | undefined;
};

/** Fewer settled tickets than this say nothing about a tipster: no stars, only "new, n of 10". */
export const settledForStars = 10;

/** The most one ticket can add, in units, so that one lucky accumulator makes no record. */
export const profitCap = 20;

// The star formula, as published in the app. 50 imaginary break-even tickets pull a short record
// to the middle; a weight of 25 makes a shrunk yield of 10 % worth two and a half stars. Both are
// this product's own judgement.
const middle = 2.5;
const weight = 25;
const shrinkage = 50;
const most = 5;

// The 97.5 % point of the normal distribution, which bounds a two-sided 95 % interval.
const z = 1.959963984540054;

/** Stars from 0 to 5; undefined below ten settled tickets. */
export function stars(record: { settled: number; flatProfit: number }): number | undefined {
  if (record.settled < settledForStars) return undefined;
  const shrunkYield = record.flatProfit / (record.settled + shrinkage);
  return Math.min(most, Math.max(0, middle + weight * shrunkYield));
}

/** What one unit on a ticket brought; undefined while it is open and where it was never priced. */
export function flatProfitOf(
  ticket: Pick<RecordedTicket, 'outcome' | 'totalOdds'>,
): number | undefined {
  if (ticket.outcome === 'open' || ticket.totalOdds === 0) return undefined;
  if (ticket.outcome === 'void') return 0;
  if (ticket.outcome === 'lost') return -1;
  return Math.min(profitCap, toHundredths(ticket.totalOdds - 1));
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

/** The month a ticket belongs to, in UTC, as in "2026-08". */
export function monthOf(lastKickOff: Date): string {
  return lastKickOff.toISOString().slice(0, 7);
}

/**
 * Adds tickets up, in whatever order they come. Void tickets are counted and are in no ratio;
 * unpriced ones are in the hit rate and in no profit; stake 0 is not staked.
 */
export function recordOf(tickets: readonly RecordedTicket[]): TipsterRecord {
  const decided = tickets.filter(({ outcome }) => outcome === 'won' || outcome === 'lost');
  const priced = decided.filter(({ totalOdds }) => totalOdds > 0);

  const settled = decided.length;
  const won = decided.filter(({ outcome }) => outcome === 'won').length;
  const flatProfit = sum(priced.map((ticket) => flatProfitOf(ticket) ?? 0));
  const staked = sum(priced.map(({ stake }) => stake));
  const stakedProfit = sum(priced.map((ticket) => ticket.stake * (flatProfitOf(ticket) ?? 0)));

  return {
    settled,
    won,
    lost: settled - won,
    void: tickets.filter(({ outcome }) => outcome === 'void').length,
    hitRate: hitRateOf({ won, lost: settled - won }),
    hitRateInterval: wilson(won, settled),
    flatProfit,
    flatYield: percent(flatProfit, priced.length),
    staked,
    stakedProfit,
    stakedYield: percent(stakedProfit, staked),
    averageOdds: average(priced.map(({ totalOdds }) => totalOdds)),
    ...streaksOf(decided),
    stars: stars({ settled, flatProfit }),
  };
}

function streaksOf(
  decided: readonly RecordedTicket[],
): Pick<TipsterRecord, 'streak' | 'longestWinning' | 'longestLosing'> {
  const inOrder = decided.toSorted((a, b) => a.lastKickOff.getTime() - b.lastKickOff.getTime());
  const longest = { won: 0, lost: 0 };
  let streak: Streak | undefined;

  for (const { outcome } of inOrder) {
    if (outcome !== 'won' && outcome !== 'lost') continue;
    streak = { outcome, length: streak?.outcome === outcome ? streak.length + 1 : 1 };
    longest[outcome] = Math.max(longest[outcome], streak.length);
  }
  return { streak, longestWinning: longest.won, longestLosing: longest.lost };
}

function sum(amounts: readonly number[]): number {
  // Rounded at every step, so that no float error of many small amounts can grow to a hundredth.
  return amounts.reduce((total, amount) => toHundredths(total + amount), 0);
}

function average(amounts: readonly number[]): number | undefined {
  if (amounts.length === 0) return undefined;
  return toHundredths(amounts.reduce((total, amount) => total + amount, 0) / amounts.length);
}

function percent(part: number, whole: number): number | undefined {
  return whole === 0 ? undefined : toHundredths((part / whole) * 100);
}

function toHundredths(amount: number): number {
  return Math.round(amount * 100) / 100;
}
