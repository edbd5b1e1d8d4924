import { observed, type Observable } from '#sync/observable.ts';

const shown = observed(false);

/** True once the first screen of this page shows what the device holds and the engine is being loaded. */
export const isFirstScreenShown: Observable<boolean> = shown;

/** Reports that the first screen is shown and the engine is being loaded. */
export function noteFirstScreen(): void {
  shown.set(true);
}

const { promise, resolve } = Promise.withResolvers<void>();

/** Settles once a page shows only what the server holds. */
export const serverNeeded: Promise<void> = promise;

/** Reports a page that shows only what the server holds. */
export const needServer: () => void = resolve;

/** True while a snapshot of the page covers the app. */
export function hasSnapshot(): boolean {
  return document.getElementById('snapshot') !== null;
}
