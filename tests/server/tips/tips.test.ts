import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';

import { bettingOptions, oddNameOf } from '#domain/catalogue.ts';
import { fixtures, legs, tips } from '#server/db/schema.ts';

import { day, hour } from '../../testing/clock/clock.ts';
import { aCommunity, aKey, type Community, problemOf, tipOf } from '../../testing/tips/tips.ts';

describe('a posted tip', () => {
  test('is its owner’s saved tip and public', async () => {
    const { api, aTip, aGame } = await aCommunity();
    const game = await aGame();

    const tip = await aTip({ games: [game], rest: { stake: 3, analysis: 'Strong at home.' } });
    const seen = tipOf(await api.get(`/api/tips/${tip.id}`));

    expect(tip).toMatchObject({
      tipsterName: 'Ada Obi',
      totalOdds: 1.85,
      creationTime: '2026-03-07T12:00:00.000Z',
      expiryTime: game.kickOff.toISOString(),
      IsBooked: false,
      IsGameSuccessful: false,
      outcome: 'open',
      version: 1,
      stake: 3,
      analysis: 'Strong at home.',
    });
    expect(tip.options).toEqual([
      {
        fixtureId: game.id,
        game: game.game,
        sportKey: 'soccer_epl',
        group: '1X2',
        oddName: '1X2 - 1',
        odd: 1.85,
        startDateOfGame: game.kickOff.toISOString(),
        status: false,
        result: 'pending',
      },
    ]);
    const { IsBooked: _booked, stake: _stake, ...open } = tip;
    const author = { picture: null, settled: 0, form: [] };
    expect(seen, 'strangers see neither booking nor stake').toEqual({ ...open, author });
  });

  test('has the id of its sender, or a new UUIDv7', async () => {
    const { api, tipster, aGame } = await aCommunity();
    const id = randomUUID();
    const options = [{ fixtureId: (await aGame()).id, oddName: '1X2 - X' }];
    const post = async (body: object, headers = {}) =>
      tipOf(await api.post('/api/tips', { token: tipster.token, body, headers }), 201);

    const named = await post({ id, options }, aKey(id));
    const unnamed = await post({ options: options.map((leg) => ({ ...leg, oddName: '1X2 - 1' })) });

    expect(named.id).toBe(id);
    expect(unnamed.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab]/);
  });

  test('gets the feed’s price, or none if the feed has none', async () => {
    const { aTip, aGame } = await aCommunity();
    const games = [await aGame(), await aGame({ prices: undefined })];

    const away = await aTip({ games: [await aGame()], oddName: '1X2 - 2' });
    const over = await aTip({ games: [await aGame()], oddName: 'O/U 2.5 - Over' });
    const both = await aTip({ games });

    expect(away.totalOdds).toBe(4.2);
    expect(over.options[0]?.odd).toBe(0);
    expect([both.options[0]?.odd, both.options[1]?.odd]).toEqual([1.85, 0]);
    expect(both.totalOdds, 'one leg without a price leaves the tip without one').toBe(0);
  });

  test('can have any option of the catalogue', async () => {
    const { aTip, aGame } = await aCommunity();
    const game = await aGame();

    for (const option of bettingOptions) {
      const tip = await aTip({ games: [game], oddName: oddNameOf(option) });
      expect(tip.options[0]).toMatchObject({
        group: option.oddsGroup,
        oddName: oddNameOf(option),
      });
    }
  });

  test('ignores a client’s prices, results and dates', async () => {
    const { api, tipster, aGame } = await aCommunity();
    const game = await aGame();
    const forged = {
      fixtureId: game.id,
      game: 'Somebody Vs Nobody',
      oddName: '1X2 - 1',
      odd: 1000,
      status: true,
      result: 'won',
      confirmedAt: '2026-01-01T00:00:00Z',
      startDateOfGame: '2030-01-01T00:00:00Z',
    };

    const answer = await api.post('/api/tips', {
      token: tipster.token,
      body: { options: [forged] },
    });

    expect(tipOf(answer, 201).options[0]).toMatchObject({
      game: game.game,
      odd: 1.85,
      status: false,
      result: 'pending',
      startDateOfGame: game.kickOff.toISOString(),
    });
  });
});

describe('a client without fixture ids', () => {
  test('can name a game by clubs and day', async () => {
    const { api, tipster, aGame } = await aCommunity();
    const teams = { home: 'Arsenal', away: 'Chelsea' };
    await aGame({ ...teams, startsIn: 90 * day });
    const game = await aGame(teams);
    const leg = {
      game: 'Arsenal Vs Chelsea',
      group: '1X2',
      oddName: '1X2 - 1',
      odd: 0,
      status: false,
      startDateOfGame: game.kickOff.toISOString().slice(0, 10),
    };

    const answer = await api.post('/api/tips', {
      token: tipster.token,
      body: { options: [leg], stake: 0, priceSold: 0 },
    });

    expect(tipOf(answer, 201).options[0]?.fixtureId).toBe(game.id);
  });
});

describe('an invalid slip', () => {
  type SlipFields = { community: Community; ids: string[] };
  const leg = (fixtureId: string, oddName = '1X2 - 1') => ({ fixtureId, oddName });
  const some = (ids: string[]) => ids[0] ?? '';

  test.each([
    {
      is: 'about an unknown game',
      options: ({ ids }: SlipFields) => [leg(some(ids)), leg('nowhere')],
      problem: '422 unknown-fixture',
      at: ['options.1'],
    },
    {
      is: 'about no game',
      options: () => [{ oddName: '1X2 - 1' }],
      problem: '422 unknown-fixture',
      at: ['options.0'],
    },
    {
      is: 'on an option that is not in the given group',
      options: ({ ids }: SlipFields) => [{ ...leg(some(ids)), group: 'DNB' }],
      problem: '422 unknown-option',
      at: ['options.0'],
    },
    {
      is: 'on one game twice',
      options: ({ ids }: SlipFields) => [leg(some(ids)), leg(some(ids), '1X2 - 2')],
      problem: '422 already-selected',
      at: ['options.1'],
    },
  ])('is refused when it is $is', async ({ options, problem, at }) => {
    const community = await aCommunity();
    const { api, tipster, aGame } = community;
    const ids = [(await aGame()).id];

    const answer = await api.post('/api/tips', {
      token: tipster.token,
      body: { options: options({ community, ids }) },
    });

    expect(problemOf(answer)).toBe(problem);
    if (at) expect(Object.keys(Object(answer.body).errors)).toEqual(at);
    expect(await api.database.select().from(tips)).toEqual([]);
  });

  test.each([
    ['a price', { priceSold: 5 }],
    ['too long an analysis', { analysis: 'a'.repeat(1001) }],
    ['text that cannot be stored', { analysis: 'nothing\u0000here' }],
  ])('is refused with %s', async (_, rest) => {
    const { api, tipster, aGame } = await aCommunity();
    const options = [leg((await aGame()).id)];

    const answer = await api.post('/api/tips', {
      token: tipster.token,
      body: { options, ...rest },
    });

    expect(answer.status).toBe(400);
    expect(await api.database.select().from(tips)).toEqual([]);
  });

  test('is refused with an id that differs from its key or exists', async () => {
    const { api, tipster, other, aTip, aGame } = await aCommunity();
    const options = [leg((await aGame()).id)];
    const { id } = await aTip();

    const mismatch = await api.post('/api/tips', {
      token: tipster.token,
      headers: aKey(),
      body: { id: randomUUID(), options },
    });
    const taken = await api.post('/api/tips', { token: other.token, body: { id, options } });

    expect(problemOf(mismatch)).toBe('422 identity-mismatch');
    expect(problemOf(taken)).toBe('422 identity-mismatch');
    expect(await api.database.select().from(legs)).toHaveLength(1);
  });
});

describe('one tip', () => {
  test('contains its games with their current fixture', async () => {
    const { api, aGame, aTip } = await aCommunity();
    const game = await aGame();
    const { id } = await aTip({ games: [game] });
    const kickOff = new Date(game.kickOff.getTime() + hour);
    const goals = { halfTimeHome: 1, halfTimeAway: 0, fullTimeHome: 2, fullTimeAway: 1 };
    await api.database
      .update(fixtures)
      .set({ kickOff, ...goals })
      .where(eq(fixtures.id, game.id));

    const tip = tipOf(await api.get(`/api/tips/${id}`));

    expect(tip.expiryTime).toBe(kickOff.toISOString());
    expect(tip.options[0]?.score).toEqual({ halfTime: [1, 0], fullTime: [2, 1] });
  });
});
