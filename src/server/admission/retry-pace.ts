/** Maximum wait before a retry, without the random part. */
const maxRetryAfterSeconds = 20;

/** Assumed duration of an API call until the first call has ended. */
const initialCallSeconds = 0.1;

/**
 * Computes retry times at the rate at which permits become free: each refused call gets a later
 * time than the previous call, plus a random part.
 */
export function createRetryPace(permits: number) {
  let averageCallSeconds = initialCallSeconds;
  let waitingRetries = 0;
  let countedAt = performance.now();

  return {
    recordCallDuration(seconds: number): void {
      averageCallSeconds += (Math.max(seconds, 0.001) - averageCallSeconds) / 16;
    },
    nextRetryAfterSeconds(): number {
      const at = performance.now();
      const perSecond = permits / averageCallSeconds;
      waitingRetries = Math.max(0, waitingRetries - ((at - countedAt) / 1000) * perSecond) + 1;
      countedAt = at;
      const seconds = Math.min(maxRetryAfterSeconds, waitingRetries / perSecond);
      return Math.ceil(seconds * (1 + Math.random() / 2) + Math.random() * 2) || 1;
    },
  };
}
