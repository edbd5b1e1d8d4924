import { isValidResponse } from './valid-response.ts';

const cacheName = 'touchline-pictures';
const most = 60;

/** Whether the address is a member's picture: named by its content, so it never changes. */
export function isPicture(url: URL): boolean {
  return /^\/pictures\/[0-9a-f]{64}\.webp$/.test(url.pathname);
}

/** The picture from the device, else from the network, kept for the next time. */
export async function answerPicture(request: Request, event: ExtendableEvent): Promise<Response> {
  const cache = await caches.open(cacheName);
  const kept = await cache.match(request);
  if (kept !== undefined) return kept;

  const response = await fetch(request);
  if (await isValidResponse(request.url, response)) {
    event.waitUntil(keep(cache, request, response.clone()));
  }
  return response;
}

async function keep(cache: Cache, request: Request, response: Response): Promise<void> {
  await cache.put(request, response);
  // Keys come in the order they were put: the first ones have been here longest.
  const kept = await cache.keys();
  for (const oldest of kept.slice(0, Math.max(0, kept.length - most))) await cache.delete(oldest);
}
