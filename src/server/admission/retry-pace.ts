/** Maximum wait before a retry, without the random part. */
const maxRetryAfterSeconds = 20;

/** Assumed duration of an API call until the first call has ended. */
const initialDurationSeconds = 0.1;

/**
 * Computes retry times at the rate at which permits become free: each refused call gets a later
 * time than the previous call, plus a random part.
 */
export function createRetryPace(permits: number) {
  let durationSeconds = initialDurationSeconds;
  let expected = 0;
  let countedAt = performance.now();

  return {
    recordDuration(seconds: number): void {
      durationSeconds += (Math.max(seconds, 0.001) - durationSeconds) / 16;
    },
    nextRetryAfterSeconds(): number {
      const at = performance.now();
      const perSecond = permits / durationSeconds;
      expected = Math.max(0, expected - ((at - countedAt) / 1000) * perSecond) + 1;
      countedAt = at;
      const seconds = Math.min(maxRetryAfterSeconds, expected / perSecond);
      return Math.ceil(seconds * (1 + Math.random() / 2) + Math.random() * 2) || 1;
    },
  };
}
