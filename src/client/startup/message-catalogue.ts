import { createObservable } from '#sync/observable.ts';
import { createMissingChunkError } from './missing-chunk.ts';

/**
 * Defined while only the texts of the first screen are loaded: the path of that screen, and a
 * function that fetches all texts.
 */
let partialCatalogue:
  | { path: string; fetchAll: () => Promise<void>; fetching?: Promise<void> }
  | undefined;

/** Stores that only the texts of this screen are loaded, which the server sent with the page. */
export function markCataloguePartial(fetchAll: () => Promise<void>): void {
  partialCatalogue = { path: location.pathname, fetchAll };
}

/** Stores that all texts of a language are loaded. */
export function markCatalogueComplete(): void {
  partialCatalogue = undefined;
}

/**
 * Resolves when all texts are loaded, as code that loads later needs them. Rejects with a
 * missing-chunk error; the next call retries.
 */
export async function waitForFullCatalogue(): Promise<void> {
  const waiting = partialCatalogue;
  if (!waiting) return;
  waiting.fetching ??= waiting.fetchAll();
  try {
    await waiting.fetching;
    if (partialCatalogue === waiting) partialCatalogue = undefined;
  } catch (failure) {
    delete waiting.fetching;
    // Meanwhile the person chose another language, whose catalogue is complete.
    if (partialCatalogue !== waiting) return;
    throw createMissingChunkError(failure);
  }
}

/** True if texts of the current page could not be fetched. */
export const isCatalogueMissing = createObservable(false);

/**
 * Waits for the texts of a path before its page is shown. Never rejects; a failure sets
 * `isCatalogueMissing`.
 */
export async function waitForCatalogueOfPage(path: string): Promise<void> {
  const needsMore = partialCatalogue !== undefined && partialCatalogue.path !== path;
  isCatalogueMissing.set(
    needsMore && (await waitForFullCatalogue().then(returnNotMissing, returnMissing)),
  );
}

const returnNotMissing = () => false;
const returnMissing = () => true;
