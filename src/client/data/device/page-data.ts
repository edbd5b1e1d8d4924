import { pageDataId, type PageData } from '#contract/site/page-data.ts';
import {
  backendDocument,
  type FixturesDocument,
  fixturesDocument,
  tipstersDocument,
} from '#sync/refresh/document-names.ts';
import type { PublicStore } from '#sync/storage/public-store.ts';

/**
 * Stores rows delivered with the page if the device has none, so that the first screen shows them
 * before any request. The first refresh validates and replaces these rows.
 */
export async function storePageData(store: PublicStore, now = Date.now()): Promise<void> {
  const came = readPageData();
  if (!came) return;
  const { environment, configuration, leagues, fixtures, fixturesUntil, tipsters, tips } = came;
  const ids = tipsters.map(({ id }) => id);
  const documents = [
    { name: 'environment', value: environment },
    { name: 'configuration', value: configuration },
    { name: backendDocument, value: '' },
    { name: tipstersDocument(0), value: { ids, next: null } },
    ...(fixturesUntil === undefined
      ? []
      : [{ name: fixturesDocument, value: { until: fixturesUntil } satisfies FixturesDocument }]),
  ];
  await store.transaction('rw', store.tables, async () => {
    if ((await store.documents.count()) > 0) return;
    await Promise.all([
      store.documents.bulkPut(documents.map((document) => ({ ...document, fetchedAt: now }))),
      store.leagues.bulkPut(leagues.map((league, position) => ({ ...league, position }))),
      store.fixtures.bulkPut(
        fixtures.map((fixture) => ({ ...fixture, kickOffAt: Date.parse(fixture.kickOff) })),
      ),
      store.tips.bulkPut(tips),
      store.tipsters.bulkPut(
        tipsters.map((tipster) => ({ ...tipster, tips: [], tipsUnknown: true })),
      ),
    ]);
  });
}

function readPageData(): PageData | undefined {
  const text = document.getElementById(pageDataId)?.textContent;
  return text ? JSON.parse(text) : undefined;
}
