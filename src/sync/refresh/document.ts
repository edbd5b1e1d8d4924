import type { Dexie, Table } from 'dexie';
import type { ReplyOf, Route } from '#contract/route.ts';
import type { ApiAnswer, Api, CallOptions } from '../backend/api.ts';
import type { DocumentRow, PublicStore } from '../storage/public-store.ts';
import type { RefreshOutcome } from './refresh-dependencies.ts';

type DocumentStore = Dexie & Pick<PublicStore, 'documents'>;

/** A response that is stored as a whole. */
type DocumentDefinition<R extends Route> = {
  name: string;
  route: R;
  params?: Record<string, string>;
  query?: CallOptions['query'];
  /** The stored value, by default the reply. */
  toValue?: (reply: ReplyOf<R>) => unknown;
  /** Set if a 404 means that the object no longer exists, so that its document is deleted. */
  isDeletable?: true;
  /** Maximum number of stored documents whose names start with a prefix. */
  limit?: { prefix: string; maxDocuments: number };
  /** Further writes in the transaction of the document, and the other tables that they need. */
  write?: (reply: ReplyOf<R>) => Promise<unknown>;
  tables?: readonly Table[];
};

/** Refreshes a document, unless the server answers that its tag is still valid. */
export async function refreshDocument<R extends Route>(
  { api, now }: { api: Api; now: () => number },
  store: DocumentStore,
  response: DocumentDefinition<R>,
): Promise<RefreshOutcome> {
  const { name, route, params = {}, query = {}, toValue, limit, write, tables = [] } = response;
  const stored = await store.documents.get(name);
  const answer = await api.call(route, { params, query, etag: stored?.etag });
  if (response.isDeletable && isNotFound(answer)) {
    await store.documents.delete(name);
    return 'fresh';
  }
  if (answer.kind !== 'ok') return renewStoredDocument(store, name, answer, now());
  const { reply, etag } = answer;
  await store.transaction('rw', [store.documents, ...tables], async () => {
    await store.documents.put(toDocumentRow(name, toValue?.(reply) ?? reply, etag, now()));
    if (limit) await deleteOldestDocuments(store, limit.prefix, limit.maxDocuments);
    await write?.(reply);
  });
  return 'fresh';
}

/** True if the response means that the object does not exist. */
export function isNotFound(answer: { kind: string; status?: number }): boolean {
  return answer.kind === 'refused' && answer.status === 404;
}

/** True if the response means that the login has ended. */
export function isUnauthorised(answer: { kind: string; status?: number }): boolean {
  return answer.kind === 'refused' && answer.status === 401;
}

/** The result of a refresh whose request brought no rows. */
export function toRefreshOutcome(
  answer: Exclude<ApiAnswer<unknown>, { kind: 'ok' }>,
): RefreshOutcome {
  if (answer.kind === 'unchanged') return 'unchanged';
  return isUnauthorised(answer) ? 'unauthorised' : 'failed';
}

/**
 * The freshness of a response without rows; after a 304 the stored document counts as fetched at
 * `fetchedAt`.
 */
export async function renewStoredDocument(
  { documents }: Pick<DocumentStore, 'documents'>,
  name: string,
  answer: Exclude<ApiAnswer<unknown>, { kind: 'ok' }>,
  fetchedAt: number,
): Promise<RefreshOutcome> {
  if (answer.kind === 'unchanged') await documents.update(name, { fetchedAt });
  return toRefreshOutcome(answer);
}

/** Builds a document from a response and its tag. */
export function toDocumentRow(
  name: string,
  value: unknown,
  etag: string | undefined,
  fetchedAt: number,
): DocumentRow {
  return { name, value, fetchedAt, ...(etag !== undefined && { etag }) };
}

/** Deletes the oldest documents whose names start with a prefix, down to a limit beside `reserved`. */
export async function deleteOldestDocuments(
  { documents }: Pick<DocumentStore, 'documents'>,
  prefix: string,
  maxDocuments: number,
  reserved: readonly string[] = [],
): Promise<void> {
  const stored = await documents.where('name').startsWith(prefix).toArray();
  const old = stored
    .filter(({ name }) => !reserved.includes(name))
    .toSorted((one, other) => other.fetchedAt - one.fetchedAt)
    .slice(maxDocuments);
  await documents.bulkDelete(old.map(({ name }) => name));
}
