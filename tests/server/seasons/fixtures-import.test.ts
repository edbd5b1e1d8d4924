import { asc, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';

import { runInTransaction } from '#server/db/database.ts';
import { audit, fixtures, members, tips } from '#server/db/schema.ts';
import { lockIds } from '#server/db/locks.ts';
import { importSeason } from '#server/seasons/import.ts';
import { findKnownLeague } from '#server/fixtures/leagues.ts';
import { type DatedMatch, toDatedMatches, createFixtureId } from '#server/seasons/season.ts';

import { hour } from '../../testing/clock/clock.ts';
import { aDatabase } from '../../testing/database/database.ts';
import { aCommunity } from '../../testing/tips/tips.ts';

const place = findKnownLeague('soccer_epl');
if (!place) throw new Error('there is no league');
const league = place;

const at = new Date('2026-03-07T12:00:00Z');

function aMatch(given: Partial<DatedMatch> = {}): DatedMatch {
  const home = given.home ?? 'Göltz 09';
  return {
    id: createFixtureId([home]),
    round: 'Matchday 1',
    home,
    away: 'İnci Straße',
    status: 'scheduled',
    score: undefined,
    kickOff: new Date('2026-03-07T14:00:00Z'),
    ...given,
  };
}

const score = { halfTime: { home: 0, away: 0 }, fullTime: { home: 2, away: 1 } };

describe('importing a season', () => {
  test('stores its league and fixtures without prices', async () => {
    const { database } = await aDatabase();
    const matches = [aMatch(), aMatch({ home: 'Over', status: 'played', score })];

    const imported = await importSeason(database, { league, matches, at });

    expect(imported).toMatchObject({ added: 2, moved: 0, results: 0, unchanged: 0 });
    const rows = await database.select().from(fixtures).orderBy(asc(fixtures.home));
    expect(rows).toMatchObject([
      { home: 'Göltz 09', status: 'scheduled', fullTimeHome: null, priceHome: null },
      { home: 'Over', status: 'played', halfTimeHome: 0, fullTimeHome: 2, fullTimeAway: 1 },
    ]);
  });

  test('changes kick-offs and results, and audits both', async () => {
    const { database } = await aDatabase();
    const [first, second] = [aMatch(), aMatch({ home: 'Second' })];
    await importSeason(database, { league, matches: [first, second], at });

    const kickOff = new Date('2026-03-08T14:00:00Z');
    const matches = [
      { ...first, kickOff },
      { ...second, status: 'played' as const, score },
    ];
    const imported = await importSeason(database, { league, matches, at });

    expect(imported).toMatchObject({ added: 0, moved: 1, results: 1, unchanged: 0 });
    expect(await database.select().from(audit).orderBy(asc(audit.id))).toMatchObject([
      { action: 'fixture.add', subject: `fixture:${first.id}`, after: { home: first.home } },
      { action: 'fixture.add', after: { home: 'Second', status: 'scheduled' } },
      {
        action: 'fixture.move',
        subject: `fixture:${first.id}`,
        before: { kickOff: '2026-03-07T14:00:00.000Z' },
        after: { kickOff: '2026-03-08T14:00:00.000Z' },
      },
      {
        action: 'fixture.result',
        subject: `fixture:${second.id}`,
        before: { status: 'scheduled', fullTimeHome: null },
        after: { status: 'played', fullTimeHome: 2 },
      },
    ]);
  });

  test('keeps a known result if the file has none', async () => {
    const { database } = await aDatabase();
    const started = aMatch({ kickOff: new Date(at.getTime() - 3 * hour) });
    const played = { ...started, status: 'played' as const, score };
    await importSeason(database, { league, matches: [played], at });

    await importSeason(database, { league, matches: [started], at });

    expect(await database.select().from(fixtures)).toMatchObject([
      { status: 'played', fullTimeHome: 2 },
    ]);
  });

  test('removes the result of a fixture that moves to the future', async () => {
    const { database } = await aDatabase();
    const played = aMatch({ status: 'played', score, kickOff: new Date(at.getTime() - hour) });
    await importSeason(database, { league, matches: [played], at });

    const ahead = aMatch({ kickOff: new Date(at.getTime() + hour) });
    const imported = await importSeason(database, { league, matches: [ahead], at });

    expect(imported).toMatchObject({ moved: 1, results: 1 });
    expect(await database.select().from(fixtures)).toMatchObject([
      { status: 'scheduled', fullTimeHome: null, halfTimeHome: null },
    ]);
  });

  test('finds the stored match of a round if the file has only a part of the season', async () => {
    const { database } = await aDatabase();
    const first = aMatch();
    const second = { round: 'Matchday 20', kickOff: new Date('2026-04-18T14:00:00Z') };
    const both = [first, aMatch({ ...second, id: createFixtureId(['second']) })];
    await importSeason(database, { league, matches: both, at });

    const part = [aMatch({ ...second, kickOff: new Date('2026-04-28T14:00:00Z') })];
    const imported = await importSeason(database, { league, matches: part, at });

    expect(imported).toMatchObject({ added: 0, moved: 1 });
    expect(await database.select().from(fixtures).orderBy(asc(fixtures.kickOff))).toMatchObject([
      { id: first.id, kickOff: first.kickOff },
      { id: createFixtureId(['second']), kickOff: part[0]?.kickOff },
    ]);
  });

  test('adds the match of a later round if the file lacks the first one', async () => {
    const { database } = await aDatabase();
    const first = aMatch();
    await importSeason(database, { league, matches: [first], at });

    const part = [aMatch({ round: 'Matchday 20', kickOff: new Date('2026-06-07T14:00:00Z') })];
    const imported = await importSeason(database, { league, matches: part, at });

    expect(imported).toMatchObject({ added: 1, moved: 0 });
    expect(await database.select().from(fixtures).orderBy(asc(fixtures.kickOff))).toMatchObject([
      { id: first.id, kickOff: first.kickOff },
      { round: 'Matchday 20', kickOff: part[0]?.kickOff },
    ]);
  });

  test('identifies matches without a round by their day', async () => {
    const { database } = await aDatabase();
    const game = { home: 'Hearts', away: 'Celtic', status: 'scheduled' as const, score: undefined };
    const meeting = (date: string) => ({ ...game, round: '', time: '15:00', date });
    const dates = (days: string[]) => toDatedMatches(days.map(meeting), league, '2025-26');
    await importSeason(database, { league, matches: dates(['2026-03-14', '2026-04-18']), at });
    const kept = await database.select().from(fixtures).orderBy(asc(fixtures.kickOff));

    const matches = dates(['2026-04-18', '2026-05-20']);
    expect(await importSeason(database, { league, matches, at })).toMatchObject({ moved: 1 });

    const rows = await database.select().from(fixtures).orderBy(asc(fixtures.kickOff));
    expect(rows.map(({ id }) => id)).toEqual([kept[1]?.id, kept[0]?.id]);
  });

  test('is refused while another import is under way', async () => {
    const { database } = await aDatabase();
    await runInTransaction(database, async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${lockIds.seasonImport})`);
      const importing = importSeason(database, { league, matches: [aMatch()], at });
      await expect(importing).rejects.toThrow('Another import is under way.');
    });
    expect(await database.$count(fixtures)).toBe(0);
  });

  test('imports everything or nothing', async () => {
    const { database } = await aDatabase();
    const impossible = aMatch({ home: 'Broken', kickOff: new Date(Number.NaN) });

    const importing = importSeason(database, { league, matches: [aMatch(), impossible], at });

    await expect(importing).rejects.toThrow('Invalid time value');
    expect(await database.select().from(fixtures)).toEqual([]);
  });
});

describe('a tip whose game has a result', () => {
  test.each([
    { stage: 'still open', confirmedAt: null },
    { stage: 'confirmed', confirmedAt: at },
  ])("shows the score on its owner's devices with the next pull: $stage", async (given) => {
    const community = await aCommunity();
    const { api, tipster, other } = community;
    const { id, home, away, kickOff } = await community.aGame();
    const games = [{ id, home, away, kickOff, game: '' }];
    const posted = [await community.aTip({ games }), await community.aTip({ games, by: other })];
    await api.database.update(tips).set({ confirmedAt: given.confirmedAt });
    const counters = await api.database.select().from(members);

    const played = aMatch({ id, home, away, kickOff, status: 'played', score });
    await importSeason(api.database, { league, matches: [played], at: kickOff });

    for (const [index, { id: memberId, token }] of [tipster, other].entries()) {
      const since = counters.find((member) => member.id === memberId)?.cursor;
      const pulled = await api.get(`/api/sync?since=${since}`, { token });
      const { id: tipId, version } = posted[index] ?? {};
      expect(pulled.body).toMatchObject({
        tips: [{ id: tipId, version, options: [{ score: { fullTime: [2, 1] } }] }],
      });
    }
  });
});

test('a tip whose game moves can be booked until its new earliest kick-off, and is pulled', async () => {
  const community = await aCommunity();
  const { clock, api, tipster } = community;
  const start = clock().getTime();
  const moving = await community.aGame({ startsIn: 2 * hour });
  const tip = await community.aTip({
    games: [moving, await community.aGame({ startsIn: 5 * hour })],
  });
  const before = await api.get('/api/sync', { token: tipster.token });

  const { id, home, away } = moving;
  const matches = [aMatch({ id, home, away, kickOff: new Date(start + 8 * hour) })];
  await importSeason(api.database, { league, matches, at: clock() });

  const expiresAt = new Date(start + 5 * hour);
  expect(await api.database.select().from(tips)).toMatchObject([
    { expiresAt, lastKickOff: new Date(start + 8 * hour) },
  ]);
  const since = Object(before.body).cursor;
  const pulled = await api.get(`/api/sync?since=${since}`, { token: tipster.token });
  expect(pulled.body).toMatchObject({
    tips: [{ id: tip.id, version: tip.version + 1, expiryTime: expiresAt.toISOString() }],
  });
  clock.passes(4 * hour);
  expect((await api.put(`/api/tips/bookTicket/${tip.id}`, { token: tipster.token })).status).toBe(
    200,
  );
});
