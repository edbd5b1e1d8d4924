import * as z from 'zod/mini';
import { Fixture, League, fixtureList } from '#contract/fixtures/fixtures.ts';
import { defaultLeague } from '#contract/fixtures/leagues.ts';
import type { FixtureRow, LeagueRow } from '../storage/public-store.ts';
import { renewStoredDocument, toDocumentRow } from './document.ts';
import { type FixturesDocument, fixturesDocument } from './document-names.ts';
import type { RefreshOutcome, RefreshDependencies } from './refresh-dependencies.ts';
import { parseList, UnparsedList } from './unreadable-rows.ts';

/** Leagues in display order: the default league first, the others in the server's order. */
export function toLeagueRows(leagues: readonly League[]): LeagueRow[] {
  const pinned = leagues.filter(({ key }) => key === defaultLeague);
  const others = leagues.filter(({ key }) => key !== defaultLeague);
  return [...pinned, ...others].map((league, position) => ({ ...league, position }));
}

export function toFixtureRow(fixture: Fixture): FixtureRow {
  return { ...fixture, kickOffAt: Date.parse(fixture.kickOff) };
}

const UnparsedFixtures = z.extend(fixtureList.reply, {
  leagues: UnparsedList,
  fixtures: UnparsedList,
});

/** Refreshes all leagues and their fixtures. */
export async function refreshFixtures({
  api,
  publicStore: store,
  now,
}: RefreshDependencies): Promise<RefreshOutcome> {
  const stored = await store.documents.get(fixturesDocument);
  const answer = await api.callWithSchema(fixtureList, UnparsedFixtures, { etag: stored?.etag });
  if (answer.kind !== 'ok') return renewStoredDocument(store, fixturesDocument, answer, now());

  const { pricedAt } = answer.reply;
  const leagues = parseList(answer.reply.leagues, League);
  const fixtures = parseList(answer.reply.fixtures, Fixture);
  if (!leagues || !fixtures) return 'failed';
  const etag = leagues.isComplete && fixtures.isComplete ? answer.etag : undefined;
  await store.transaction('rw', store.leagues, store.fixtures, store.documents, async () => {
    await store.leagues.clear();
    await store.leagues.bulkPut(toLeagueRows(leagues.rows));
    await store.fixtures.clear();
    await store.fixtures.bulkPut(fixtures.rows.map(toFixtureRow));
    const value: FixturesDocument = { pricedAt };
    await store.documents.put(toDocumentRow(fixturesDocument, value, etag, now()));
  });
  return 'fresh';
}
