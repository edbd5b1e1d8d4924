import * as z from 'zod/mini';
import { Fixture, League, openFixtures } from '#contract/fixtures/fixtures.ts';
import { defaultLeague } from '#contract/fixtures/leagues.ts';
import type { FixtureRow, LeagueRow } from '../storage/public-store.ts';
import { confirmStored, documentOf } from './document.ts';
import { type FixturesDocument, fixturesDocument } from './document-names.ts';
import type { Freshness, RefreshParts } from './parts.ts';
import { readList, UnreadList } from './unreadable-rows.ts';

/** Rows of leagues in display order: the default one first, the others in the server's order. */
export function leagueRows(leagues: readonly League[]): LeagueRow[] {
  const pinned = leagues.filter(({ key }) => key === defaultLeague);
  const others = leagues.filter(({ key }) => key !== defaultLeague);
  return [...pinned, ...others].map((league, position) => ({ ...league, position }));
}

export function fixtureRow(fixture: Fixture): FixtureRow {
  return { ...fixture, kickOffAt: Date.parse(fixture.kickOff) };
}

const UnreadFixtures = z.extend(openFixtures.reply, { leagues: UnreadList, fixtures: UnreadList });

/** Refreshes leagues and all their open fixtures. */
export async function refreshFixtures({
  api,
  publicStore: store,
  now,
}: RefreshParts): Promise<Freshness> {
  const stored = await store.documents.get(fixturesDocument);
  const answer = await api.callAs(openFixtures, UnreadFixtures, { etag: stored?.etag });
  if (answer.kind !== 'ok') return confirmStored(store, fixturesDocument, answer, now());

  const { pricedAt } = answer.reply;
  const leagues = readList(answer.reply.leagues, League);
  const fixtures = readList(answer.reply.fixtures, Fixture);
  if (!leagues || !fixtures) return 'failed';
  const etag = leagues.whole && fixtures.whole ? answer.etag : undefined;
  await store.transaction('rw', store.leagues, store.fixtures, store.documents, async () => {
    await store.leagues.clear();
    await store.leagues.bulkPut(leagueRows(leagues.rows));
    await store.fixtures.clear();
    await store.fixtures.bulkPut(fixtures.rows.map(fixtureRow));
    const value: FixturesDocument = { pricedAt };
    await store.documents.put(documentOf(fixturesDocument, value, etag, now()));
  });
  return 'fresh';
}
