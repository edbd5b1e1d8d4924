/** The markup of a page as last displayed, with the member and the build that it was drawn for. */
export type PageSnapshot = {
  markup: string;
  /** Undefined for a visitor. */
  memberId?: string | undefined;
  /** The build's id from the page's `meta[name=build]`. */
  build: string;
};

const cacheName = 'touchline-snapshots';
const maxCount = 30;
const maxBytes = 2_000_000;
const maxAgeMs = 7 * 24 * 60 * 60 * 1000;

const snapshotHeaders = { build: 'x-build', memberId: 'x-member', drawnAt: 'x-drawn-at' } as const;

/** Stores the snapshot of an address (path and search), and deletes the oldest above the limits. */
export async function storeSnapshot(
  caches: CacheStorage,
  address: string,
  { markup, memberId = '', build }: PageSnapshot,
  now = Date.now(),
): Promise<void> {
  const bytes = new TextEncoder().encode(markup);
  if (bytes.length > maxBytes) return;
  const cache = await caches.open(cacheName);
  const headers = {
    'content-length': String(bytes.length),
    [snapshotHeaders.build]: build,
    [snapshotHeaders.memberId]: memberId,
    [snapshotHeaders.drawnAt]: String(now),
  };
  // Replaces the entry: deleting first could lose the snapshot if the browser is killed.
  await cache.put(address, new Response(bytes, { headers }));
  await deleteOldest(cache, now);
}

/**
 * Deletes the oldest snapshots above the limits. A snapshot dated in the future, after a clock
 * change, is deleted first, because it cannot be read.
 */
async function deleteOldest(cache: Cache, now: number): Promise<void> {
  const keys = await cache.keys();
  const stored = await Promise.all(
    keys.map(async (request) => {
      const headers = (await cache.match(request))?.headers;
      const bytes = Number(headers?.get('content-length') ?? 0);
      const drawnAt = Number(headers?.get(snapshotHeaders.drawnAt) ?? 0);
      return { request, bytes, drawnAt: drawnAt > now ? 0 : drawnAt };
    }),
  );
  let total = 0;
  const newestFirst = stored.toSorted((one, other) => other.drawnAt - one.drawnAt);
  for (const [index, { request, bytes }] of newestFirst.entries()) {
    total += bytes;
    if (index >= maxCount || total > maxBytes) await cache.delete(request);
  }
}

/** Reads the snapshot of an address; undefined if absent or older than seven days. */
export async function readSnapshot(
  caches: CacheStorage,
  address: string,
  now = Date.now(),
): Promise<PageSnapshot | undefined> {
  const stored = await caches.match(address, { cacheName });
  if (stored === undefined) return undefined;
  const ageMs = now - Number(stored.headers.get(snapshotHeaders.drawnAt));
  if (!(ageMs >= 0 && ageMs <= maxAgeMs)) return undefined;
  return {
    markup: await stored.text(),
    memberId: stored.headers.get(snapshotHeaders.memberId) || undefined,
    build: stored.headers.get(snapshotHeaders.build) ?? '',
  };
}

/** Deletes all snapshots except those of one member, or of visitors if `exceptOf` is undefined. */
export async function deleteSnapshots(
  caches: CacheStorage,
  { exceptOf = '' }: { exceptOf: string | undefined },
): Promise<void> {
  if (!(await caches.has(cacheName))) return;
  const cache = await caches.open(cacheName);
  const stored = await cache.keys();
  await Promise.all(
    stored.map(async (request) => {
      const response = await cache.match(request);
      if (response?.headers.get(snapshotHeaders.memberId) !== exceptOf) await cache.delete(request);
    }),
  );
}
