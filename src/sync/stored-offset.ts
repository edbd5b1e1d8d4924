const yearMs = 365 * 24 * 60 * 60_000;

/**
 * Offset of the server's clock at an earlier response; undefined if none is stored. If the device's
 * clock is before that response or more than a year after it, it was changed since: then the time
 * of the response counts.
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
