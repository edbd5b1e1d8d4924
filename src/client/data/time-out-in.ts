import { timeOutEnd, type TimeOutLength, timeOutLengths } from '#domain/time-out.ts';

// Read by hand: a first screen looks at it, and has no shapes yet.

/** When the time-out ends that a document of this phone tells of; undefined for none. */
export function keptTimeOutEnd(value: unknown): Date | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (!('length' in value) || !isLength(value.length)) return undefined;
  if (!('since' in value) || typeof value.since !== 'string') return undefined;
  const since = new Date(value.since);
  return Number.isNaN(since.getTime()) ? undefined : timeOutEnd(since, value.length);
}

function isLength(value: unknown): value is TimeOutLength {
  return timeOutLengths.some((length) => length === value);
}
