import { createObservable, type Observable } from '#sync/observable.ts';

/** Waits until the browser is idle, at most a second; Safari has no `requestIdleCallback`. */
export async function waitUntilIdle(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') {
      requestIdleCallback(() => resolve(), { timeout: 1000 });
    } else setTimeout(resolve, 200);
  });
}

/** True if the element contains placeholders for rows that are not read yet. */
export function hasSkeleton(within: ParentNode): boolean {
  return within.querySelector('.skeleton') !== null;
}

/** True if the app has rendered its page and the visible part has no placeholders. */
export function isFirstWindowDrawn(root: Element): boolean {
  const skeletons = [...root.querySelectorAll('.skeleton')];
  return (
    root.querySelector('main h1') !== null &&
    skeletons.every((skeleton) => skeleton.getBoundingClientRect().top >= innerHeight)
  );
}

/** True while the snapshot of a page is shown instead of the app. */
export function hasSnapshot(): boolean {
  return document.getElementById('snapshot') !== null;
}

/** The maximum number of awaited reads: rows of a screen may start further reads. */
const maxReadRounds = 2;

/**
 * Waits until stored rows have replaced the placeholders. `read` uses the same disk, so it resolves
 * after the screen's own reads; a placeholder that remains then waits for the server.
 */
export async function waitUntilRowsShown(read: () => Promise<unknown>): Promise<void> {
  await waitUntilIdle();
  for (let round = 0; round < maxReadRounds && hasSkeleton(document); round += 1) {
    await read();
    await waitUntilIdle();
  }
}

const shown = createObservable(false);

/** True once the first screen shows its stored rows and the engine starts to load. */
export const isFirstScreenShown: Observable<boolean> = shown;

/** Called when the first screen is shown and the engine starts to load. */
export function reportFirstScreenShown(): void {
  shown.set(true);
}

const { promise, resolve } = Promise.withResolvers<void>();

/** Resolves when a page needs rows that only the server has. */
export const serverNeeded: Promise<void> = promise;

/** Called by a page that needs rows that only the server has. */
export const reportServerNeeded: () => void = resolve;
