const firstWait = 1000;

/** No backoff is longer. */
export const maxBackoffMs = 5 * 60 * 1000;

/** How long to wait after so many failed tries: full jitter, doubling from a second to five minutes. */
export function backoff(attempts: number, random: number): number {
  const ceiling = Math.min(maxBackoffMs, firstWait * 2 ** Math.min(Math.max(attempts - 1, 0), 20));
  return Math.round(random * ceiling);
}
