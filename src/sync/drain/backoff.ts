const firstWaitMs = 1000;

/** Maximum backoff, in milliseconds. */
export const maxBackoffMs = 5 * 60 * 1000;

/** Wait in milliseconds after failed attempts: full jitter, limit doubling from 1 s to 5 min. */
export function backoffMs(attempts: number, random: number): number {
  const ceiling = Math.min(
    maxBackoffMs,
    firstWaitMs * 2 ** Math.min(Math.max(attempts - 1, 0), 20),
  );
  return Math.round(random * ceiling);
}

/** Maximum undo time before sending, in milliseconds: a later end means a clock set back. */
const maxHoldMs = 60_000;

/** Returns the end of an operation's undo time (`heldUntil`); now if the clock was set back. */
export function limitHold(
  { heldUntil }: { heldUntil?: number | undefined },
  now: number,
): { heldUntil?: number } {
  if (heldUntil === undefined) return {};
  return { heldUntil: heldUntil > now + maxHoldMs ? now : heldUntil };
}
