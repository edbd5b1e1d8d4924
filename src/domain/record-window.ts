import { recordOf, type RecordedTip, wilson } from './record.ts';

/** How far back a record looks. */
export type Window = '30d' | '90d' | 'all';

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
  if (window === 'all') return true;
  return lastKickOff.getTime() >= now.getTime() - daysIn[window] * day;
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
  };
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

/** What the stakes brought; nobody's stake is capped. Undefined where none was given. */
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
