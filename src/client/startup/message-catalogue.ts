import { createObservable } from '#sync/observable.ts';
import { createMissingChunkError } from './missing-chunk.ts';

/**
 * Set while only the first screen's texts are loaded: its path, and the function that fetches the
 * rest.
 */
let rest: { path: string; fetchAll: () => Promise<void>; fetching?: Promise<void> } | undefined;

/** Notes that only this screen's texts are loaded, because they came with the page. */
export function markCataloguePartial(fetchAll: () => Promise<void>): void {
  rest = { path: location.pathname, fetchAll };
}

/** Notes that all texts of a language are loaded. */
export function markCatalogueComplete(): void {
  rest = undefined;
}

/**
 * Settles when all texts are loaded, which code after the first screen needs. Rejects like a
 * missing chunk, and the next call tries again.
 */
export async function waitForFullCatalogue(): Promise<void> {
  const waiting = rest;
  if (!waiting) return;
  waiting.fetching ??= waiting.fetchAll();
  try {
    await waiting.fetching;
    if (rest === waiting) rest = undefined;
  } catch (failure) {
    delete waiting.fetching;
    // Another language was chosen meanwhile, with a complete catalogue.
    if (rest !== waiting) return;
    throw createMissingChunkError(failure);
  }
}

/** Whether texts of the shown page could not be fetched. */
export const isCatalogueMissing = createObservable(false);

/**
 * Waits for the texts of an address before its page is shown. Never rejects: `wordsMissing` reports
 * a failure.
 */
export async function waitForCatalogueOfPage(path: string): Promise<void> {
  const needsMore = rest !== undefined && rest.path !== path;
  isCatalogueMissing.set(needsMore && (await waitForFullCatalogue().then(isFetched, isMissing)));
}

const isFetched = () => false;
const isMissing = () => true;
