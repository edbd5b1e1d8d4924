import { timeOutEnd, timeOutLengths, type TimeOutLength } from '#domain/time-out.ts';

/**
 * Parses the end of a stored time-out (a break from betting); undefined if there is none. Uses no
 * zod, because a first screen loads no schemas.
 */
export function parseTimeOutEnd(value: unknown): Date | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (!('length' in value) || !isLength(value.length)) return undefined;
  if (!('since' in value) || typeof value.since !== 'string') return undefined;
  const since = new Date(value.since);
  return Number.isNaN(since.getTime()) ? undefined : timeOutEnd(since, value.length);
}

function isLength(value: unknown): value is TimeOutLength {
  return timeOutLengths.some((length) => length === value);
}
