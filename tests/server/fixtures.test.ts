import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { openFixtures } from '#contract/fixtures/fixtures.ts';
import { gameName } from '#domain/fixture.ts';
import { transaction } from '#server/db/database.ts';
import { fixtures } from '#server/db/schema.ts';
import { fixturesById, fixturesNamed } from '#server/fixtures/queries.ts';

import { aClock, day, hour, minute } from '../testing/clock/clock.ts';
import { aFixture } from '../testing/tips/fixtures.ts';
import { type Answer, theApi } from '../testing/server/api.ts';

async function aServer() {
  const clock = aClock();
  const api = await theApi({ clock });
  const inDays = (days: number) => new Date(clock().getTime() + days * day);
  return { api, clock, inDays };
}

function readIn(answer: Answer) {
  expect(answer.status).toBe(200);
  return z.parse(openFixtures.reply, answer.body);
}

describe('the list of fixtures', () => {
  test('holds yesterday, today and three weeks, the earliest first', async () => {
    const { api, inDays } = await aServer();
    for (const days of [22, -1.1, 20.9, -0.9, 0.1]) {
      await aFixture(api, { kickOff: inDays(days), home: `Club ${days}` });
    }

    const { fixtures } = readIn(await api.get('/api/fixtures'));

    expect(fixtures.map(({ home }) => home)).toEqual(['Club -0.9', 'Club 0.1', 'Club 20.9']);
  });

  test('tells prices and goals where they are known', async () => {
    const { api, clock, inDays } = await aServer();
    const over = { halfTime: [1, 0], fullTime: [1, 2] } as const;
    await aFixture(api, { kickOff: inDays(-0.5), score: over });
    await aFixture(api, { kickOff: inDays(-0.4), score: { fullTime: [3, 0] } });
    await aFixture(api, { kickOff: inDays(1), prices: [1.85, 3.4, 4.2] });

    const { fixtures, leagues, pricedAt } = readIn(await api.get('/api/fixtures'));

    expect(fixtures.map(({ score, prices, status }) => ({ score, prices, status }))).toEqual([
      { score: over, prices: undefined, status: 'played' },
      { score: { fullTime: [3, 0] }, prices: undefined, status: 'played' },
      { score: undefined, prices: { home: 1.85, draw: 3.4, away: 4.2 }, status: 'scheduled' },
    ]);
    expect(leagues).toMatchObject([{ key: 'soccer_epl', group: 'Soccer - UK' }]);
    expect(pricedAt).toBe(clock().toISOString());
  });

  test('is empty on an empty server', async () => {
    const { api } = await aServer();
    expect(readIn(await api.get('/api/fixtures'))).toEqual({
      leagues: [],
      fixtures: [],
      pricedAt: null,
    });
  });
});

describe('one fixture', () => {
  test('is there however long ago it was played, and its tag saves it', async () => {
    const { api, inDays } = await aServer();
    const { id } = await aFixture(api, { kickOff: inDays(-400), score: { fullTime: [2, 1] } });

    const answer = await api.get(`/api/fixtures/${id}`);
    const tag = String(answer.headers['etag']);

    expect(answer).toMatchObject({ status: 200, body: { id, status: 'played' } });
    expect(Object(answer.body).score).toEqual({ fullTime: [2, 1] });
    const again = await api.get(`/api/fixtures/${id}`, { headers: { 'if-none-match': tag } });
    expect(again.status).toBe(304);
  });

  test.each(['unknown', '__proto__', "' or 1=1", '%F0%9F%92%A9'])(
    'of the id %s is none',
    async (id) => {
      const { api } = await aServer();
      expect((await api.get(`/api/fixtures/${id}`)).status).toBe(404);
    },
  );

  test('of an id that nothing can have is refused', async () => {
    const { api } = await aServer();
    expect((await api.get(`/api/fixtures/${'x'.repeat(65)}`)).status).toBe(400);
  });
});

describe('the tag of the list of fixtures', () => {
  test('saves the list to whoever has it', async () => {
    const { api } = await aServer();
    await aFixture(api);
    const first = await api.get('/api/fixtures');
    const tag = String(first.headers['etag']);

    const again = await api.get('/api/fixtures', { headers: { 'if-none-match': `"x", ${tag}` } });

    expect(again).toMatchObject({ status: 304, body: '' });
    expect(again.headers['etag']).toBe(tag);
    expect(first.headers['cache-control']).toBe('no-cache');
  });

  test.each([
    {
      what: 'a kick-off moves',
      change: { kickOff: new Date('2026-08-03T12:00:00Z') },
    },
    { what: 'a result comes in', change: { status: 'played', fullTimeHome: 1, fullTimeAway: 0 } },
    {
      what: 'a price changes',
      change: { priceHome: '2.00', priceDraw: '3.00', priceAway: '4.00' },
    },
  ] as const)('changes when $what', async ({ change }) => {
    const { api, clock } = await aServer();
    const { id } = await aFixture(api);
    const tag = String((await api.get('/api/fixtures')).headers['etag']);

    clock.passes(minute);
    const changed = { ...change, updatedAt: clock() };
    await api.database.update(fixtures).set(changed).where(eq(fixtures.id, id));

    const answer = await api.get('/api/fixtures', { headers: { 'if-none-match': tag } });
    expect(answer.status).toBe(200);
    expect(answer.headers['etag']).not.toBe(tag);
  });

  test('changes when what changed first is committed last', async () => {
    const { api, clock } = await aServer();
    const [late] = [await aFixture(api), await aFixture(api)];
    const updatedAt = clock();
    clock.passes(minute);
    await aFixture(api);
    const tag = String((await api.get('/api/fixtures')).headers['etag']);

    const changed = { status: 'postponed', updatedAt: new Date(updatedAt.getTime() + 1) } as const;
    await api.database.update(fixtures).set(changed).where(eq(fixtures.id, late.id));

    expect((await api.get('/api/fixtures')).headers['etag']).not.toBe(tag);
  });

  test('changes when time brings one fixture in and takes another out', async () => {
    const { api, clock, inDays } = await aServer();
    await aFixture(api, { home: 'Leaving', kickOff: inDays(-0.99) });
    await aFixture(api, { home: 'Coming', kickOff: inDays(21.01) });
    const before = readIn(await api.get('/api/fixtures'));

    clock.passes(day / 10);

    const after = readIn(await api.get('/api/fixtures'));
    expect(before.fixtures.map(({ home }) => home)).toEqual(['Leaving']);
    expect(after.fixtures.map(({ home }) => home)).toEqual(['Coming']);
  });

  test('is the same on two servers of one database', async () => {
    const { api, clock } = await aServer();
    await aFixture(api);
    const other = await theApi({ clock, database: api.database });
    const tags = await Promise.all([api.get('/api/fixtures'), other.get('/api/fixtures')]);
    expect(tags[0].headers['etag']).toBe(tags[1].headers['etag']);
  });
});

describe('a game named by its clubs', () => {
  test('is the nearest of several meetings to its date', async () => {
    const { api, clock, inDays } = await aServer();
    const meetings = [];
    for (const days of [-300, 1, 60]) {
      meetings.push(await aFixture(api, { kickOff: inDays(days) }));
    }
    const [past, next, later] = meetings.map(({ id }) => id);
    const seconds = Math.floor(inDays(60).getTime() / 1000);

    await transaction(api.database, async (tx) => {
      const named = async (date?: string | number, game = gameName('Arsenal', 'Chelsea')) =>
        (await fixturesNamed(tx, [{ game, startDateOfGame: date }], clock()))[0];

      expect(await named(inDays(1).toISOString())).toBe(next);
      expect(await named(inDays(1.9).toISOString())).toBe(next);
      expect(await named(seconds)).toBe(later);
      expect(await named(String(seconds))).toBe(later);
      expect(await named(seconds * 1000)).toBe(later);
      expect(await named(inDays(-300.5).toString())).toBe(past);
      expect(await named()).toBe(next);
      expect(await named(undefined, '  Arsenal  vs Chelsea ')).toBe(next);
    });
  });

  test.each([
    { what: 'a date too far away', game: 'Arsenal Vs Chelsea', date: '2026-08-20T12:00:00Z' },
    { what: 'no date at all', game: 'Arsenal Vs Chelsea', date: 'soon' },
    { what: 'the clubs the other way round', game: 'Chelsea Vs Arsenal', date: undefined },
    { what: 'no second club', game: 'Arsenal', date: undefined },
    { what: 'nothing', game: '', date: undefined },
  ])('is unknown with $what', async ({ game, date }) => {
    const { api, clock } = await aServer();
    await aFixture(api);
    const found = await transaction(api.database, async (tx) =>
      fixturesNamed(tx, [{ game, startDateOfGame: date }], clock()),
    );
    expect(found).toEqual([undefined]);
  });

  test('is the last one where none lies ahead', async () => {
    const { api, clock } = await aServer();
    const { id } = await aFixture(api, { kickOff: new Date(clock().getTime() - hour) });
    const found = await transaction(api.database, async (tx) =>
      fixturesNamed(tx, [{ game: 'Arsenal Vs Chelsea', startDateOfGame: undefined }], clock()),
    );
    expect(found).toEqual([id]);
  });

  test('may have "Vs" in the name of a club', async () => {
    const { api, clock } = await aServer();
    const { id } = await aFixture(api, { home: 'Friends Vs Foes', away: 'Chelsea' });
    const found = await transaction(api.database, async (tx) =>
      fixturesNamed(
        tx,
        [{ game: 'Friends Vs Foes Vs Chelsea', startDateOfGame: undefined }],
        clock(),
      ),
    );
    expect(found).toEqual([id]);
  });
});

test('a game whose name has more than three readings is not looked for', async () => {
  const { api, clock } = await aServer();
  await aFixture(api, { home: 'A Vs B Vs C Vs D', away: 'Chelsea' });
  const game = 'A Vs B Vs C Vs D Vs Chelsea';

  const found = await transaction(api.database, async (tx) =>
    fixturesNamed(tx, [{ game, startDateOfGame: undefined }], clock()),
  );

  expect(found).toEqual([undefined]);
});

test('fixtures asked for by id are those that exist', async () => {
  const { api } = await aServer();
  const { id } = await aFixture(api);
  const found = await transaction(api.database, async (tx) => ({
    some: await fixturesById(tx, [id, id, 'nobody']),
    none: await fixturesById(tx, []),
  }));
  expect([...found.some.keys()]).toEqual([id]);
  expect(found.none.size).toBe(0);
});
