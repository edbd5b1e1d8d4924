/** Lets a screen that is at work come first, for a second at most; Safari has no idle time to tell. */
export async function untilIdle(): Promise<void> {
  return new Promise((done) => {
    if (typeof requestIdleCallback === 'function') {
      requestIdleCallback(() => done(), { timeout: 1000 });
    } else setTimeout(done, 200);
  });
}

/** How long a screen may keep the rest waiting. */
const patience = 1000;

/** Lets the screen show its rows first. A page waits for them while it shows a skeleton. */
export async function untilShown(): Promise<void> {
  const latest = performance.now() + patience;
  do await untilIdle();
  while (document.querySelector('.skeleton') !== null && performance.now() < latest);
}
