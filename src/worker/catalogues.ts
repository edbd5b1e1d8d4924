import { isGenuine } from './genuine.ts';

const cacheName = 'touchline-catalogue';

/** Whether the address is a catalogue of translations. */
export function isCatalogue(url: URL): boolean {
  return /^\/assets\/i18n\/[A-Za-z-]+\.json$/.test(url.pathname);
}

/** The kept catalogue at once, renewed behind the reader's back; else the network's. */
export async function answerCatalogue(request: Request, event: ExtendableEvent): Promise<Response> {
  const kept = await (await caches.open(cacheName)).match(request.url);
  const renewed = renew(request.url);
  if (kept === undefined) return renewed;

  event.waitUntil(
    renewed.catch(() => {
      // Out of reach: the kept one is still good.
    }),
  );
  return kept;
}

/** Keeps the catalogue of the chosen language, which was fetched before this worker was in charge. */
export async function keepCatalogue(language: string): Promise<void> {
  await renew(new URL(`/assets/i18n/${language}.json`, self.location.origin).href);
}

async function renew(address: string): Promise<Response> {
  const response = await fetch(address);
  if (await isGenuine(address, response)) {
    const cache = await caches.open(cacheName);
    await cache.put(address, response.clone());
    // Only the chosen language is kept, and the chosen one is the one asked for last.
    for (const other of await cache.keys()) {
      if (other.url !== address) await cache.delete(other);
    }
  }
  return response;
}
