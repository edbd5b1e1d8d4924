import type { PrecacheEntry } from 'workbox-precaching';
import { isValidResponse } from './valid-response.ts';

const family = 'touchline-catalogue';

/** The words of one language as this build holds them. */
type Catalogue = { address: string; revision: string };

/** Tells the catalogues of other languages from what every start needs. */
export function sortOut(manifest: readonly (PrecacheEntry | string)[], origin: string) {
  const precached: (PrecacheEntry | string)[] = [];
  const catalogues: Catalogue[] = [];
  for (const entry of manifest) {
    const { url, revision = null } = typeof entry === 'string' ? { url: entry } : entry;
    const address = new URL(url, origin);
    // English is the language of last resort: without it there is no app.
    const isOther = isCatalogue(address) && !address.pathname.endsWith('/en.json');
    if (isOther) catalogues.push({ address: address.href, revision: revision ?? '' });
    else precached.push(entry);
  }
  return { precached, catalogues };
}

/** Whether the address is a catalogue of translations. */
export function isCatalogue(url: URL): boolean {
  return /^\/assets\/i18n\/[A-Za-z-]+\.json$/.test(url.pathname);
}

/**
 * The catalogues of one build. A build knows its sentences by keys of its own, so it never speaks
 * with the words of another one, and a language that is missing costs nothing but itself.
 */
export function keptCatalogues(catalogues: readonly Catalogue[], caches: CacheStorage) {
  const revisions = catalogues.map(({ revision }) => revision).join('-');
  const name = `${family}-${revisions}`;

  /** Fetches those that are not kept yet. */
  async function keep(): Promise<void> {
    const cache = await caches.open(name);
    const fetched = catalogues.map(async ({ address }) => {
      if ((await cache.match(address)) === undefined) await answer(address);
    });
    // Each is tried again when the worker next has a moment for it.
    await Promise.allSettled(fetched);
  }

  /** The kept catalogue, else the network's, which is kept from then on. */
  async function answer(address: string): Promise<Response> {
    const cache = await caches.open(name);
    const kept = await cache.match(address);
    if (kept !== undefined) return kept;
    // Asked of the server itself, and not for ever: the worker's installation waits for it.
    const patience = AbortSignal.timeout(15_000);
    const response = await fetch(address, { cache: 'no-cache', signal: patience });
    if (await isValidResponse(address, response)) {
      await cache.put(address, response.clone()).catch(() => {
        // There is no room: the words are good all the same.
      });
    }
    return response;
  }

  /** Lets go of what other builds kept. */
  async function forgetOthers(): Promise<void> {
    const names = await caches.keys();
    const others = names.filter((other) => other.startsWith(family) && other !== name);
    await Promise.all(others.map(async (other) => caches.delete(other)));
  }

  return { keep, answer, forgetOthers };
}
