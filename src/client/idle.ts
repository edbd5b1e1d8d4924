import { observed } from '#sync/observable.ts';

/** Waits until the browser is idle, for a second at most; Safari cannot say. */
export async function untilIdle(): Promise<void> {
  return new Promise((done) => {
    if (typeof requestIdleCallback === 'function') {
      requestIdleCallback(() => done(), { timeout: 1000 });
    } else setTimeout(done, 200);
  });
}

const skeletons = observed(0);

/** Counts a shown skeleton; the returned function ends that. */
export function countSkeleton(): () => void {
  skeletons.set(skeletons.get() + 1);
  return () => skeletons.set(skeletons.get() - 1);
}

/** What a screen reads may lead it to read more. */
const rounds = 2;

/**
 * Waits until the screen shows what is on this device instead of skeletons. `read` answers from the same disk,
 * and so after what the screen had asked for: a skeleton that is left then waits for the server.
 */
export async function untilShown(read: () => Promise<unknown>): Promise<void> {
  await untilIdle();
  for (let round = 0; round < rounds && skeletons.get() > 0; round += 1) {
    await read();
    await untilIdle();
  }
}
