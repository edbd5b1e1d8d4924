import { observed } from '#sync/observable.ts';

/** Waits until the browser is idle, for a second at most; Safari cannot say. */
export async function untilIdle(): Promise<void> {
  return new Promise((done) => {
    if (typeof requestIdleCallback === 'function') {
      requestIdleCallback(() => done(), { timeout: 1000 });
    } else setTimeout(done, 200);
  });
}

/** How long the rest waits for a screen at most: rows that are not on the device come only with the rest. */
const patience = 300;

const skeletons = observed(0);

/** Counts a shown skeleton; the returned function ends that. */
export function countSkeleton(): () => void {
  skeletons.set(skeletons.get() + 1);
  return () => skeletons.set(skeletons.get() - 1);
}

/** Waits until the screen shows its rows instead of skeletons. */
export async function untilShown(): Promise<void> {
  await untilIdle();
  if (skeletons.get() === 0) return;
  await new Promise<void>((done) => {
    const timer = setTimeout(done, patience);
    const end = skeletons.subscribe(() => {
      if (skeletons.get() > 0) return;
      clearTimeout(timer);
      end();
      done();
    });
  });
  await untilIdle();
}
