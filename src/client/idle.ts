import { observed } from '#sync/observable.ts';

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

const skeletons = observed(0);

/** Counts a skeleton as long as it is shown; the answer ends that. */
export function countSkeleton(): () => void {
  skeletons.set(skeletons.get() + 1);
  return () => skeletons.set(skeletons.get() - 1);
}

/** Lets the screen show its rows first. A page waits for them while it shows a skeleton. */
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
