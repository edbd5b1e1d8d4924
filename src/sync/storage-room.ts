import { refillableDocuments } from './document-names.ts';
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
    for (const name of refillableDocuments) {
      await documents.where('name').equals(name).or('name').startsWith(`${name}:`).delete();
    }
  });
  await Promise.allSettled([...emptied, dropped]);
}
