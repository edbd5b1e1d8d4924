/** Lets a screen that is at work come first, for a second at most; Safari has no idle time to tell. */
export async function untilIdle(): Promise<void> {
  return new Promise((done) => {
    if (typeof requestIdleCallback === 'function') {
      requestIdleCallback(() => done(), { timeout: 1000 });
    } else setTimeout(done, 200);
  });
}
