import { createObservable, type Observable } from '#sync/observable.ts';

/** Waits until the browser is idle, for a second at most; Safari has no idle callback. */
export async function waitUntilIdle(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') {
      requestIdleCallback(() => resolve(), { timeout: 1000 });
    } else setTimeout(resolve, 200);
  });
}

/** Whether an element holds the place of rows that are still being read. */
export function hasSkeleton(within: ParentNode): boolean {
  return within.querySelector('.skeleton') !== null;
}

/** True if the app has rendered its page without placeholders in the first window. */
export function isFirstWindowDrawn(root: Element): boolean {
  const skeletons = [...root.querySelectorAll('.skeleton')];
  return (
    root.querySelector('main h1') !== null &&
    skeletons.every((skeleton) => skeleton.getBoundingClientRect().top >= innerHeight)
  );
}

/** True while a snapshot of the page covers the app. */
export function hasSnapshot(): boolean {
  return document.getElementById('snapshot') !== null;
}

/** The rows of a screen may lead to further reads. */
const maxReadRounds = 2;

/**
 * Waits until stored rows have replaced the skeletons. `read` uses the same disk and so resolves
 * after the screen's own reads: a remaining skeleton waits for the server.
 */
export async function waitUntilRowsShown(read: () => Promise<unknown>): Promise<void> {
  await waitUntilIdle();
  for (let round = 0; round < maxReadRounds && hasSkeleton(document); round += 1) {
    await read();
    await waitUntilIdle();
  }
}

const shown = createObservable(false);

/** True once the first screen of this page shows what the device holds and the engine is being loaded. */
export const isFirstScreenShown: Observable<boolean> = shown;

/** Reports that the first screen is shown and the engine is being loaded. */
export function reportFirstScreenShown(): void {
  shown.set(true);
}

const { promise, resolve } = Promise.withResolvers<void>();

/** Settles once a page shows only what the server holds. */
export const serverNeeded: Promise<void> = promise;

/** Reports a page that shows only what the server holds. */
export const reportServerNeeded: () => void = resolve;
