import type { PublicStore } from './public-store.ts';

/** The cache of the service worker that fills again by itself; words stay, nothing can be read without. */
const refillable = ['touchline-pictures'];

/**
 * Throws away what can be fetched again, so that there is room for what cannot. Fixtures stay:
 * without them nobody can build a slip.
 */
export async function makeRoom({
  publicStore,
  caches,
}: {
  publicStore: PublicStore;
  caches?: Pick<CacheStorage, 'delete'> | undefined;
}): Promise<void> {
  const emptied = refillable.map(async (name) => caches?.delete(name));
  const { tips, tipsters, documents } = publicStore;
  const dropped = publicStore.transaction('rw', tips, tipsters, documents, async () => {
    await Promise.all([tips.clear(), tipsters.clear()]);
    // With its tag kept the server would say that nothing has changed.
    await documents.bulkDelete(['feed', 'tipsters', 'stats', 'competition']);
    for (const many of ['feed-search', 'tipsters:', 'record:', 'competition:']) {
      await documents.where('name').startsWith(many).delete();
    }
  });
  await Promise.allSettled([...emptied, dropped]);
}
