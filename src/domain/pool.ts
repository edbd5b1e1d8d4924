/** Days of a pool, in UTC, the first and the last of them. */
export type Period = { readonly from: string; readonly until: string };

/** Spans that are offered for a pool, besides any other days. */
export const poolSpans = ['weekend', 'month', 'season'] as const;
export type PoolSpan = (typeof poolSpans)[number];

const day = 24 * 60 * 60 * 1000;
const friday = 5;
const july = 6;

/** Longest a pool may last, in days: a season with the summers around it. */
const longest = 366;

/** Whether days are some and not too many. */
export function isPeriod({ from, until }: Period): boolean {
  const days = (startOf(until) - startOf(from)) / day + 1;
  return days >= 1 && days <= longest;
}

/** When a period begins, and when it is over. */
export function boundsOf({ from, until }: Period): { start: Date; end: Date } {
  return { start: new Date(startOf(from)), end: new Date(startOf(until) + day) };
}

/**
 * The days of a span that now is in; of weekends, which go from Friday to Monday, the next one in between. A
 * season goes from July to June.
 */
export function periodOf(span: PoolSpan, now: Date): Period {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  if (span === 'month') return days(Date.UTC(year, month), Date.UTC(year, month + 1, 0));
  if (span === 'season') {
    const first = month < july ? year - 1 : year;
    return days(Date.UTC(first, july), Date.UTC(first + 1, july, 0));
  }
  // Tuesday is the first day after a weekend, and three days before the next.
  const sinceTuesday = (now.getUTCDay() + 5) % 7;
  const begins = startOf(dayOf(now.getTime())) + (friday - 2 - sinceTuesday) * day;
  return days(begins, begins + 3 * day);
}

function days(first: number, last: number): Period {
  return { from: dayOf(first), until: dayOf(last) };
}

function startOf(text: string): number {
  return Date.parse(`${text}T00:00:00.000Z`);
}

function dayOf(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10);
}
