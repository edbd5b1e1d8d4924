import { competitionTable, leaguePage, tipsterRecord } from '#contract/records.ts';
import { competitionDocument, leagueDocument, recordDocument } from './document-names.ts';
import { dropOldest, type PublicParts } from './public-lists.ts';
import { withAddress } from './listed-tips.ts';
import { confirmStored, documentOf, type Freshness, isMissing } from './pull.ts';

/** Maximum number of stored records. */
export const maxRecords = 60;

/** Refreshes a tipster's record in every window, which not every backend has. */
export async function refreshRecord(parts: PublicParts, id: string): Promise<Freshness> {
  const { api, store, backend, now } = parts;
  if (!backend.can.records) return 'failed';
  const name = recordDocument(id);
  const stored = await store.documents.get(name);
  const answer = await api.call(tipsterRecord, { params: { id }, etag: stored?.etag });
  if (isMissing(answer)) {
    await store.documents.delete(name);
    return 'fresh';
  }
  if (answer.kind !== 'ok') return confirmStored(store, name, answer, now());
  await store.transaction('rw', store.documents, async () => {
    await store.documents.put(documentOf(name, answer.reply, answer.etag, now()));
    await dropOldest(store, recordDocument(''), maxRecords);
  });
  return 'fresh';
}

/** Refreshes the table of a month, by default the current one. */
export async function refreshCompetition(parts: PublicParts, month?: string): Promise<Freshness> {
  const { api, store, backend, now } = parts;
  if (!backend.can.records) return 'failed';
  const name = competitionDocument(month);
  const stored = await store.documents.get(name);
  const query = month === undefined ? {} : { month };
  const answer = await api.call(competitionTable, { query, etag: stored?.etag });
  if (answer.kind !== 'ok') return confirmStored(store, name, answer, now());
  const { rows, ...rest } = answer.reply;
  const found = rows.map((row) => withAddress(api, row));
  const value = { ...rest, rows: found };
  await store.documents.put(documentOf(name, value, answer.etag, now()));
  return 'fresh';
}

/** Refreshes a league's fixtures, results and tipsters of the month. */
export async function refreshLeaguePage(parts: PublicParts, key: string): Promise<Freshness> {
  const { api, store, backend, now } = parts;
  if (!backend.can.records) return 'failed';
  const name = leagueDocument(key);
  const stored = await store.documents.get(name);
  const answer = await api.call(leaguePage, { params: { key }, etag: stored?.etag });
  if (answer.kind !== 'ok') return confirmStored(store, name, answer, now());
  const rows = answer.reply.rows.map((row) => withAddress(api, row));
  await store.documents.put(documentOf(name, { ...answer.reply, rows }, answer.etag, now()));
  return 'fresh';
}
