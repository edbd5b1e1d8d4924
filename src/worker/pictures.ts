import { isValidResponse } from './valid-response.ts';

const cacheName = 'touchline-pictures';
const maxPictures = 60;

/**
 * True for the URL of a member's picture, which contains a hash of the content and never changes.
 */
export function isPictureUrl(url: URL): boolean {
  return /^\/pictures\/[0-9a-f]{64}\.webp$/.test(url.pathname);
}

/** Returns the picture from the cache, otherwise from the network, and caches it. */
export async function answerPicture(request: Request, event: ExtendableEvent): Promise<Response> {
  const cache = await caches.open(cacheName);
  const cached = await cache.match(request);
  if (cached !== undefined) return cached;

  const response = await fetch(request);
  if (await isValidResponse(request.url, response)) {
    event.waitUntil(storePicture(cache, request, response.clone()));
  }
  return response;
}

async function storePicture(cache: Cache, request: Request, response: Response): Promise<void> {
  await cache.put(request, response);
  // Cache keys are in insertion order.
  const cached = await cache.keys();
  for (const oldest of cached.slice(0, Math.max(0, cached.length - maxPictures)))
    await cache.delete(oldest);
}
