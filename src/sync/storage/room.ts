import { refillableDocuments } from '../refresh/document-names.ts';
import type { PublicStore } from './public-store.ts';

/** The service worker's caches that fill again by themselves. */
const refillable = ['touchline-pictures'];

/**
 * Deletes what can be fetched again, to make room for what cannot. Fixtures stay, since a slip needs
 * them.
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
    // Documents with tags go as well: the server would answer that nothing has changed.
    for (const name of refillableDocuments) {
      await documents.where('name').equals(name).or('name').startsWith(`${name}:`).delete();
    }
  });
  await Promise.allSettled([...emptied, dropped]);
}
