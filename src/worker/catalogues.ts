import type { PrecacheEntry } from 'workbox-precaching';
import { isValidResponse } from './valid-response.ts';

const cacheNamePrefix = 'touchline-catalogue';

type Catalogue = { address: string; revision: string };

/** Separates the catalogues of other languages from the files that every start needs. */
export function separateCatalogues(manifest: readonly (PrecacheEntry | string)[], origin: string) {
  const precached: (PrecacheEntry | string)[] = [];
  const catalogues: Catalogue[] = [];
  for (const entry of manifest) {
    const { url, revision = null } = typeof entry === 'string' ? { url: entry } : entry;
    const address = new URL(url, origin);
    // English is the fallback language, without which the app cannot start.
    const isOther = isCatalogueUrl(address) && !address.pathname.endsWith('/en.json');
    if (isOther) catalogues.push({ address: address.href, revision: revision ?? '' });
    else precached.push(entry);
  }
  return { precached, catalogues };
}

/** True for the address of a translation catalogue. */
export function isCatalogueUrl(url: URL): boolean {
  return /^\/assets\/i18n\/[A-Za-z-]+\.json$/.test(url.pathname);
}

/**
 * The catalogue cache of one build. Message ids differ between builds, so catalogues of other
 * builds are never used.
 */
export function createCatalogueCache(catalogues: readonly Catalogue[], caches: CacheStorage) {
  const revisions = catalogues.map(({ revision }) => revision).join('-');
  const name = `${cacheNamePrefix}-${revisions}`;

  /** Fetches the catalogues that are not cached yet. */
  async function fetchAll(): Promise<void> {
    const cache = await caches.open(name);
    const fetched = catalogues.map(async ({ address }) => {
      if ((await cache.match(address)) === undefined) await answer(address);
    });
    // A failed fetch is retried at the next command or request.
    await Promise.allSettled(fetched);
  }

  /** Returns the catalogue from the cache, otherwise from the network, and caches it. */
  async function answer(address: string): Promise<Response> {
    const cache = await caches.open(name);
    const cached = await cache.match(address);
    if (cached !== undefined) return cached;
    // Uses a timeout, because the worker's installation waits for the response.
    const patience = AbortSignal.timeout(15_000);
    const response = await fetch(address, { cache: 'no-cache', signal: patience });
    if (await isValidResponse(address, response)) {
      await cache.put(address, response.clone()).catch(() => {
        // If the storage is full, the catalogue is used without being cached.
      });
    }
    return response;
  }

  /** Deletes the caches of other builds. */
  async function deleteOthers(): Promise<void> {
    const names = await caches.keys();
    const others = names.filter((other) => other.startsWith(cacheNamePrefix) && other !== name);
    await Promise.all(others.map(async (other) => caches.delete(other)));
  }

  return { fetchAll, answer, deleteOthers };
}
