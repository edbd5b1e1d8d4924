import { observed } from '#sync/observable.ts';

/** Waits until the browser is idle, for a second at most; Safari has no idle callback. */
export async function untilIdle(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') {
      requestIdleCallback(() => resolve(), { timeout: 1000 });
    } else setTimeout(resolve, 200);
  });
}

const skeletons = observed(0);

/** Counts a visible skeleton; the returned function ends the count. */
export function countSkeleton(): () => void {
  skeletons.set(skeletons.get() + 1);
  return () => skeletons.set(skeletons.get() - 1);
}

/** The rows of a screen may lead to further reads. */
const rounds = 2;

/**
 * Waits until stored rows have replaced the skeletons. `read` uses the same disk and so resolves
 * after the screen's own reads: a remaining skeleton waits for the server.
 */
export async function untilShown(read: () => Promise<unknown>): Promise<void> {
  await untilIdle();
  for (let round = 0; round < rounds && skeletons.get() > 0; round += 1) {
    await read();
    await untilIdle();
  }
}
