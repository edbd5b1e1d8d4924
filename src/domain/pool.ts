import { dayMs } from './durations.ts';

/** First and last day of a pool, in UTC. */
export type PoolPeriod = { readonly from: string; readonly until: string };

/** Predefined periods of a pool; custom days are possible too. */
export const predefinedPoolPeriods = ['weekend', 'month', 'season'] as const;
export type PredefinedPoolPeriod = (typeof predefinedPoolPeriods)[number];

const friday = 5;
const july = 6;

/** Maximum length of a pool, in days: a season with the summers before and after. */
const maxPeriodDays = 366;

/** True if a period has 1 to `maxPeriodDays` days. */
export function isValidPeriod({ from, until }: PoolPeriod): boolean {
  const days = (startOfDay(until) - startOfDay(from)) / dayMs + 1;
  return days >= 1 && days <= maxPeriodDays;
}

/** Start of the first day and end of the last day, in UTC. */
export function toPeriodBounds({ from, until }: PoolPeriod): { start: Date; end: Date } {
  return { start: new Date(startOfDay(from)), end: new Date(startOfDay(until) + dayMs) };
}

/**
 * Returns the current period of a kind; for a weekend (Friday to Monday) the current or next one. A
 * season lasts from July to June.
 */
export function resolvePoolPeriod(span: PredefinedPoolPeriod, now: Date): PoolPeriod {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  if (span === 'month') return toPeriod(Date.UTC(year, month), Date.UTC(year, month + 1, 0));
  if (span === 'season') {
    const first = month < july ? year - 1 : year;
    return toPeriod(Date.UTC(first, july), Date.UTC(first + 1, july, 0));
  }
  // Tuesday is the first day after a weekend, three days before the next weekend.
  const sinceTuesday = (now.getUTCDay() + 5) % 7;
  const begins = startOfDay(dayOf(now.getTime())) + (friday - 2 - sinceTuesday) * dayMs;
  return toPeriod(begins, begins + 3 * dayMs);
}

function toPeriod(first: number, last: number): PoolPeriod {
  return { from: dayOf(first), until: dayOf(last) };
}

function startOfDay(text: string): number {
  return Date.parse(`${text}T00:00:00.000Z`);
}

function dayOf(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10);
}
