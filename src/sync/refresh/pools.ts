import { poolList, poolTable } from '#contract/pools.ts';
import type { AdminParts } from './admin-tips.ts';
import { poolDocument, poolsDocument } from './document-names.ts';
import { withAddress } from './listed-tips.ts';
import { confirmStored, documentOf, type Freshness, isMissing } from './pull.ts';

/** Refreshes the list of the member's pools, and deletes tables of pools that they have left. */
export async function refreshPools({ api, store, backend, now }: AdminParts): Promise<Freshness> {
  if (!backend.can.extensions) return 'failed';
  const { documents } = store;
  const stored = await documents.get(poolsDocument);
  const answer = await api.call(poolList, { etag: stored?.etag });
  if (answer.kind !== 'ok') return confirmStored({ documents }, poolsDocument, answer, now());
  const { reply, etag } = answer;
  const current = new Set(reply.pools.map(({ id }) => poolDocument(id)));
  await store.transaction('rw', documents, async () => {
    await documents.put(documentOf(poolsDocument, reply, etag, now()));
    const tables = await documents.where('name').startsWith(poolDocument('')).primaryKeys();
    await documents.bulkDelete(tables.filter((name) => !current.has(name)));
  });
  return 'fresh';
}

/** Refreshes a pool with its table; deletes it if it no longer exists or the member has left. */
export async function refreshPool(
  { api, store, backend, now }: AdminParts,
  id: string,
): Promise<Freshness> {
  if (!backend.can.extensions) return 'failed';
  const { documents } = store;
  const name = poolDocument(id);
  const stored = await documents.get(name);
  const answer = await api.call(poolTable, { params: { id }, etag: stored?.etag });
  if (isMissing(answer)) {
    await documents.delete(name);
    return 'fresh';
  }
  if (answer.kind !== 'ok') return confirmStored({ documents }, name, answer, now());
  const rows = answer.reply.rows.map((row) => withAddress(api, row));
  await documents.put(documentOf(name, { ...answer.reply, rows }, answer.etag, now()));
  return 'fresh';
}
