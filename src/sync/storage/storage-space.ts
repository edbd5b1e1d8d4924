import { refetchableDocuments } from '../refresh/document-names.ts';
import type { PublicStore } from './public-store.ts';

/** The service worker's caches that are filled again on use. */
const refillableCaches = ['touchline-pictures'];

/** Deletes data that can be fetched again. Fixtures stay, because a slip needs them. */
export async function freeStorageSpace({
  publicStore,
  caches,
}: {
  publicStore: PublicStore;
  caches?: Pick<CacheStorage, 'delete'> | undefined;
}): Promise<void> {
  const emptied = refillableCaches.map(async (name) => caches?.delete(name));
  const { tips, tipsters, documents } = publicStore;
  const dropped = publicStore.transaction('rw', tips, tipsters, documents, async () => {
    await Promise.all([tips.clear(), tipsters.clear()]);
    // Deletes documents with their ETags: the server would answer 304 otherwise.
    for (const name of refetchableDocuments) {
      await documents.where('name').equals(name).or('name').startsWith(`${name}:`).delete();
    }
  });
  await Promise.allSettled([...emptied, dropped]);
}
