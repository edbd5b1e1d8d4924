import type { Dexie, Table } from 'dexie';
import type { ReplyOf, Route } from '#contract/route.ts';
import type { ApiAnswer, Api, CallOptions } from '../backend/api.ts';
import type { DocumentRow, PublicStore } from '../storage/public-store.ts';
import type { RefreshOutcome } from './refresh-dependencies.ts';

type DocumentStore = Dexie & Pick<PublicStore, 'documents'>;

/** A response that is stored as one document. */
type DocumentDefinition<R extends Route> = {
  name: string;
  route: R;
  params?: Record<string, string>;
  query?: CallOptions['query'];
  /** Converts the response to the stored value. */
  toValue?: (reply: ReplyOf<R>) => unknown;
  /** Set if a 404 means that the object was deleted, so that its document is deleted too. */
  isDeletable?: true;
  /** Maximum number of stored documents whose names start with a prefix. */
  limit?: { prefix: string; maxDocuments: number };
  /** Further writes in the document's transaction, and the other tables that they need. */
  write?: (reply: ReplyOf<R>) => Promise<unknown>;
  tables?: readonly Table[];
};

/** Refreshes a document; sends its ETag, so that the server can answer 304. */
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

/** True if the response means that the token is not valid. */
export function isUnauthorised(answer: { kind: string; status?: number }): boolean {
  return answer.kind === 'refused' && answer.status === 401;
}

/** The outcome of a refresh whose response contains no rows. */
export function toRefreshOutcome(
  answer: Exclude<ApiAnswer<unknown>, { kind: 'ok' }>,
): RefreshOutcome {
  if (answer.kind === 'unchanged') return 'unchanged';
  return isUnauthorised(answer) ? 'unauthorised' : 'failed';
}

/** Like `toRefreshOutcome`; after a 304 also sets the document's `fetchedAt`. */
export async function renewStoredDocument(
  { documents }: Pick<DocumentStore, 'documents'>,
  name: string,
  answer: Exclude<ApiAnswer<unknown>, { kind: 'ok' }>,
  fetchedAt: number,
): Promise<RefreshOutcome> {
  if (answer.kind === 'unchanged') await documents.update(name, { fetchedAt });
  return toRefreshOutcome(answer);
}

/** Builds a document row; `etag` is sent with the next request. */
export function toDocumentRow(
  name: string,
  value: unknown,
  etag: string | undefined,
  fetchedAt: number,
): DocumentRow {
  return { name, value, fetchedAt, ...(etag !== undefined && { etag }) };
}

/** Deletes the oldest documents with a prefix above a limit; excludes those in `reserved`. */
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
