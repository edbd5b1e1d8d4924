import { oneFixture } from '#contract/fixtures/fixtures.ts';
import { fixtureDocument } from './document-names.ts';
import { confirmStored, documentOf, type Freshness, isMissing } from './pull.ts';
import { dropOldest, fixtureRow, type PublicParts } from './public-lists.ts';

/** Maximum number of stored fixture documents; the calendar is stored separately. */
export const maxOpenedFixtures = 60;

/** Refreshes one fixture of any date, and its row of the calendar. */
export async function refreshFixture(
  { api, store, now }: PublicParts,
  id: string,
): Promise<Freshness> {
  const name = fixtureDocument(id);
  const stored = await store.documents.get(name);
  const answer = await api.call(oneFixture, { params: { id }, etag: stored?.etag });
  if (isMissing(answer)) {
    await store.documents.delete(name);
    return 'fresh';
  }
  if (answer.kind !== 'ok') return confirmStored(store, name, answer, now());
  await store.transaction('rw', store.fixtures, store.documents, async () => {
    await store.documents.put(documentOf(name, answer.reply, answer.etag, now()));
    await dropOldest(store, fixtureDocument(''), maxOpenedFixtures);
    if (await store.fixtures.get(id)) await store.fixtures.put(fixtureRow(answer.reply));
  });
  return 'fresh';
}
