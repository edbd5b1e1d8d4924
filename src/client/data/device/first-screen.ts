import { observed, type Observable } from '#sync/observable.ts';

const shown = observed(false);

/** True once the first screen of this page shows what the device holds and the engine is being loaded. */
export const isFirstScreenShown: Observable<boolean> = shown;

export function noteFirstScreen(): void {
  shown.set(true);
}

const { promise: serverNeeded, resolve: needServer } = Promise.withResolvers<void>();

/** `needServer` reports a page that shows only what the server holds; `serverNeeded` settles then. */
export { needServer, serverNeeded };

/** True while a snapshot of the page covers the app. */
export function hasSnapshot(): boolean {
  return document.getElementById('snapshot') !== null;
}
