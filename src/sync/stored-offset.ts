const yearMs = 365 * 24 * 60 * 60_000;

/**
 * By how much the server's clock was ahead at an earlier answer; undefined where none is stored. A clock that now
 * stands before that answer, or more than a year after it, was set since: then the time of the answer counts.
 */
export function storedOffset(
  document: { value: unknown; fetchedAt: number } | undefined,
  now: number,
): number | undefined {
  if (typeof document?.value !== 'number') return undefined;
  const { value: offset, fetchedAt: learntAt } = document;
  const wasSet = learntAt > 0 && (now < learntAt || now > learntAt + yearMs);
  return wasSet ? learntAt + offset - now : offset;
}
