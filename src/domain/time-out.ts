import { dayMs, hourMs } from './durations.ts';

/** Lengths of a time-out, in which the member cannot post or book. */
export const timeOutLengths = ['24h', '7d', '30d'] as const;
export type TimeOutLength = (typeof timeOutLengths)[number];

const durationsMs: Record<TimeOutLength, number> = {
  '24h': dayMs,
  '7d': 7 * dayMs,
  '30d': 30 * dayMs,
};

/** End of a time-out. A day has 24 hours, regardless of daylight saving. */
export function timeOutEnd(since: Date, length: TimeOutLength): Date {
  return new Date(since.getTime() + durationsMs[length]);
}

/** The later of two ends, because a time-out is never shortened. */
export function laterTimeOutEnd(one: Date | undefined, other: Date | undefined): Date | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one < other ? other : one;
}

/** True while a time-out with this end is running. */
export function isInTimeOut(until: Date | undefined, now: Date): boolean {
  return until !== undefined && now < until;
}

/** Lengths that would end at least an hour after the current time-out. */
export function listLongerTimeOuts(until: Date | undefined, now: Date): TimeOutLength[] {
  if (until === undefined || !isInTimeOut(until, now)) return [...timeOutLengths];
  return timeOutLengths.filter(
    (length) => timeOutEnd(now, length).getTime() - until.getTime() >= hourMs,
  );
}
