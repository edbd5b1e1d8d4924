const yearMs = 365 * 24 * 60 * 60_000;

/**
 * Offset of the server's clock in milliseconds, as stored after an earlier response; undefined if
 * none is stored. If the device time is before that response or more than a year after it, the
 * clock was changed; then server time is assumed to be the time of the response.
 */
export function parseStoredOffset(
  document: { value: unknown; fetchedAt: number } | undefined,
  now: number,
): number | undefined {
  if (typeof document?.value !== 'number') return undefined;
  const { value: offset, fetchedAt: learntAt } = document;
  const wasSet = learntAt > 0 && (now < learntAt || now > learntAt + yearMs);
  return wasSet ? learntAt + offset - now : offset;
}
