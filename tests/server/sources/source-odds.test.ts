import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';

import { audit, fixtures } from '#server/db/schema.ts';

import { day, hour, minute } from '../../testing/clock/clock.ts';
import { setsResult } from '../../testing/tips/desk.ts';
import { aSourceOfOdds, shown, stored } from '../../testing/outside/odds-source.ts';
import { v4Game } from '../../testing/outside/sources.ts';
import { aFixture } from '../../testing/tips/fixtures.ts';
import { type Community } from '../../testing/tips/tips.ts';

type Action = 'fixture.move' | 'fixture.result';

async function changesOf({ api }: Community, action: Action, id: string) {
  return api.database
    .select()
    .from(audit)
    .where(and(eq(audit.action, action), eq(audit.subject, `fixture:${id}`)));
}

/** Returns a function for the changes that the tipster's phone pulls from now on. */
async function changesFor({ api, tipster: { token } }: Community): Promise<() => Promise<unknown>> {
  const { body } = await api.get('/api/sync', { token });
  return async () => (await api.get(`/api/sync?since=${Object(body).cursor}`, { token })).body;
}

describe('games of an odds source', () => {
  test('that are new are added with their prices, which new tips get', async () => {
    const { community, asks } = await aSourceOfOdds((inHours) => [
      v4Game({ home: 'Arsenal', away: 'Chelsea', kickOff: inHours(3), totals: [1.9, 1.95] }),
    ]);

    await asks();

    const [game] = await shown(community);
    expect(game).toMatchObject({
      sportKey: 'soccer_epl',
      home: 'Arsenal',
      away: 'Chelsea',
      status: 'scheduled',
      prices: { home: 2.1, draw: 3.4, away: 3.6 },
      otherPrices: { '11': 1.9, '12': 1.95 },
    });
    const { id = '', home = '', away = '' } = game ?? {};
    const chosen = { id, home, away, game: `${home} Vs ${away}`, kickOff: new Date() };
    const total = await community.aTip({ games: [chosen], oddName: 'O/U 2.5 - Over' });
    expect(total.options).toMatchObject([{ odd: 1.9 }]);
    const result = await community.aTip({ games: [chosen], oddName: '1X2 - 2' });
    expect(result.options).toMatchObject([{ odd: 3.6 }]);
  });

  test('have the median price of all bookmakers, of whom one is wrong', async () => {
    const { community, asks } = await aSourceOfOdds((inHours) => [
      v4Game({
        home: 'Arsenal',
        away: 'Chelsea',
        kickOff: inHours(3),
        h2h: [
          [2.1, 3.4, 3.6],
          [210, 3.5, 3.7],
          [2.2, 3.3, 3.5],
        ],
      }),
    ]);

    await asks();

    expect(await shown(community)).toMatchObject([{ prices: { home: 2.2, draw: 3.4, away: 3.6 } }]);
  });

  test('have no price of a market without a draw, or of one side of a line only', async () => {
    const { community, asks } = await aSourceOfOdds((inHours) => {
      const game = v4Game({ home: 'Arsenal', away: 'Chelsea', kickOff: inHours(3) });
      const outcome = (name: string, price: number, point?: number) => ({ name, price, point });
      const winner = { key: 'h2h', outcomes: [outcome('Arsenal', 1.4), outcome('Chelsea', 2.8)] };
      const over = { key: 'totals', outcomes: [outcome('Over', 1.9, 2.5)] };
      const other = { markets: [winner, over] };
      return [{ ...game, bookmakers: [...game.bookmakers, other, other] }];
    });

    await asks();

    const [game] = await shown(community);
    expect(game).toMatchObject({ prices: { home: 2.1, draw: 3.4, away: 3.6 } });
    expect(game).not.toHaveProperty('otherPrices');
  });

  test('that have begun or are too far in the future are not added', async () => {
    const { community, asks } = await aSourceOfOdds((inHours) => [
      v4Game({ home: 'Arsenal', away: 'Chelsea', kickOff: inHours(-1) }),
      v4Game({ home: 'Everton', away: 'Fulham', kickOff: inHours(91 * 24) }),
    ]);

    await asks();

    expect(await community.api.database.$count(fixtures)).toBe(0);
  });

  test('of a club that plays again after two days are two games', async () => {
    const { community, asks } = await aSourceOfOdds((inHours) => [
      v4Game({ home: 'Arsenal', away: 'Everton', kickOff: inHours(2 + 40) }),
    ]);
    await community.aGame({ home: 'Arsenal', away: 'Chelsea' });

    await asks();

    expect(await shown(community)).toMatchObject([{ away: 'Chelsea' }, { away: 'Everton' }]);
  });

  test('that cannot be parsed do not prevent the import of others', async () => {
    const { community, asks } = await aSourceOfOdds((inHours) =>
      [
        7,
        { home_team: 'Leeds United' },
        v4Game({ home: 'Everton', away: 'Everton', kickOff: inHours(3) }),
        v4Game({ home: 'Arsenal', away: 'Chelsea', kickOff: inHours(3) }),
      ].map(Object),
    );

    await asks();

    expect(await shown(community)).toMatchObject([{ home: 'Arsenal' }]);
  });
});

describe('a different kick-off in an odds source', () => {
  test('is imported, also for the tips on the game', async () => {
    const later = 20;
    const { community, asks, inHours } = await aSourceOfOdds((inHours) => [
      v4Game({ home: 'Arsenal', away: 'Chelsea', kickOff: inHours(later) }),
    ]);
    const game = await community.aGame({ home: 'Arsenal FC', away: 'Chelsea FC' });
    const tip = await community.aTip({ games: [game] });
    const changes = await changesFor(community);

    await asks();

    const kickOff = inHours(later);
    expect(await changes()).toMatchObject({ tips: [{ id: tip.id, version: tip.version + 1 }] });
    expect(await stored(community, game.id)).toMatchObject({ kickOff, version: 2 });
    expect(await community.tip(tip.id)).toMatchObject({ expiryTime: kickOff.toISOString() });
    expect(await changesOf(community, 'fixture.move', game.id)).toMatchObject([
      { actorId: null, after: { kickOff: kickOff.toISOString() } },
    ]);
  });

  test.each([
    { what: 'is imported if it is earlier', minutes: -5, moves: 1 },
    { what: 'is ignored if it is a few minutes later', minutes: 14, moves: 0 },
  ])('$what', async ({ minutes, moves }) => {
    const { community, asks } = await aSourceOfOdds((inHours) => [
      v4Game({ home: 'Arsenal', away: 'Chelsea', kickOff: inHours(2 + minutes / 60) }),
    ]);
    const game = await community.aGame({ home: 'Arsenal', away: 'Chelsea' });

    await asks();

    expect(await changesOf(community, 'fixture.move', game.id)).toHaveLength(moves);
  });

  test('does not change a cancelled game', async () => {
    const { community, asks, inHours } = await aSourceOfOdds((inHours) => [
      v4Game({ home: 'Arsenal', away: 'Chelsea', kickOff: inHours(8) }),
    ]);
    const kickOff = inHours(2);
    const { id } = await aFixture(community.services, { kickOff, status: 'cancelled' });

    await asks();

    expect(await stored(community, id)).toMatchObject({ kickOff, priceHome: null, version: 1 });
  });

  test('does not change a game that has begun', async () => {
    const { community, asks } = await aSourceOfOdds((inHours) => [
      v4Game({ home: 'Arsenal', away: 'Chelsea', kickOff: inHours(3) }),
    ]);
    const game = await community.aGame({ home: 'Arsenal', away: 'Chelsea' });
    community.clock.passes(2 * hour);

    await asks();

    expect(await stored(community, game.id)).toMatchObject({ kickOff: game.kickOff });
    expect(await shown(community)).toHaveLength(1);
  });
});

describe('prices of an odds source', () => {
  test('of a game in play are not used for tips', async () => {
    const { community, asks } = await aSourceOfOdds((inHours) => [
      v4Game({ home: 'Arsenal', away: 'Chelsea', kickOff: inHours(-0.5), h2h: [[1.05, 12, 40]] }),
    ]);
    const game = await community.aGame({ home: 'Arsenal', away: 'Chelsea' });

    await asks();

    expect(await stored(community, game.id)).toMatchObject({
      priceHome: '1.85',
      kickOff: new Date(community.clock().getTime() - hour / 2),
    });
  });

  test('stay with their age if bookmakers offer no more prices', async () => {
    const { community, asks } = await aSourceOfOdds((inHours) => [
      v4Game({ home: 'Arsenal', away: 'Chelsea', kickOff: inHours(2), h2h: [] }),
    ]);
    const pricedAt = community.clock();
    const game = await community.aGame({ home: 'Arsenal', away: 'Chelsea', startsIn: 3 * hour });
    community.clock.passes(hour);

    await asks();

    expect(await stored(community, game.id)).toMatchObject({ priceHome: '1.85', pricedAt });
  });
});

describe('a game with another date in an odds source', () => {
  test('is postponed, and the new date is another game', async () => {
    const { community, source, asks, inHours } = await aSourceOfOdds((inHours) => [
      v4Game({ home: 'Arsenal', away: 'Chelsea', kickOff: inHours(10 * 24) }),
    ]);
    const game = await community.aGame({ home: 'Arsenal', away: 'Chelsea', startsIn: day });
    const tip = await community.aTip({ games: [game] });
    const changes = await changesFor(community);

    await asks();

    expect(await changes()).toMatchObject({ tips: [{ id: tip.id, version: tip.version }] });
    expect(await changesOf(community, 'fixture.result', game.id)).toMatchObject([
      { actorId: null, after: { status: 'postponed' }, reason: `Odds source ${source.host}` },
    ]);
    const games = await shown(community);
    expect(games).toMatchObject([
      { id: game.id, status: 'postponed', kickOff: game.kickOff.toISOString() },
      { status: 'scheduled', kickOff: inHours(10 * 24).toISOString() },
    ]);
    expect(games[0]).not.toHaveProperty('prices');
  });

  test('is unchanged if the other date is these clubs’ next game', async () => {
    const { community, asks } = await aSourceOfOdds((inHours) => [
      v4Game({ home: 'Arsenal', away: 'Chelsea', kickOff: inHours(80 * 24) }),
    ]);
    const game = await community.aGame({ home: 'Arsenal', away: 'Chelsea', startsIn: day });

    await asks();

    expect(await stored(community, game.id)).toMatchObject({ status: 'scheduled' });
    expect(await community.api.database.$count(fixtures)).toBe(2);
  });

  test('is unchanged if the source has both, or an administrator entered a result', async () => {
    const { community, asks } = await aSourceOfOdds((inHours) => [
      v4Game({ home: 'Arsenal', away: 'Chelsea', kickOff: inHours(24) }),
      v4Game({ home: 'Arsenal', away: 'Chelsea', kickOff: inHours(15 * 24) }),
      v4Game({ home: 'Everton', away: 'Fulham', kickOff: inHours(15 * 24) }),
    ]);
    const both = await community.aGame({ home: 'Arsenal', away: 'Chelsea', startsIn: day });
    const spoken = await community.aGame({ home: 'Everton', away: 'Fulham', startsIn: day });
    await setsResult(community, spoken, { status: 'postponed' });
    expect((await setsResult(community, spoken, { status: 'scheduled' })).status).toBe(200);

    await asks();

    expect(await stored(community, both.id)).toMatchObject({ status: 'scheduled' });
    expect(await stored(community, spoken.id)).toMatchObject({ status: 'scheduled' });
  });
});

describe('an ambiguous game', () => {
  test('with home and away swapped loses its price and is not added twice', async () => {
    const { community, source, asks } = await aSourceOfOdds((inHours) => [
      v4Game({ home: 'Chelsea', away: 'Arsenal', kickOff: inHours(2) }),
    ]);
    const game = await community.aGame({ home: 'Arsenal', away: 'Chelsea' });

    await asks();

    const games = await shown(community);
    expect(games).toMatchObject([{ id: game.id, home: 'Arsenal', away: 'Chelsea' }]);
    expect(games[0]).not.toHaveProperty('prices');
    expect(source.lines).toContainEqual(
      expect.objectContaining({
        about: expect.objectContaining({ doubtful: ['Chelsea Vs Arsenal'] }),
      }),
    );
  });

  test('with only one known club is neither added nor priced', async () => {
    const { community, source, asks } = await aSourceOfOdds((inHours) => [
      v4Game({ home: 'Arsenal', away: 'Chelsea Reserves', kickOff: inHours(2) }),
    ]);
    const game = await community.aGame({ home: 'Arsenal', away: 'Chelsea', prices: undefined });

    await asks();

    const games = await shown(community);
    expect(games.map(({ id, prices }) => [id, prices])).toEqual([[game.id, undefined]]);
    expect(source.warnings()).toEqual([
      'a source names clubs that match none',
      'a source tells games otherwise than we know them',
    ]);
  });
});

test('an hour later, the prices and their age are the new ones', async () => {
  let home = 2.1;
  const { community, asks } = await aSourceOfOdds((inHours) => [
    v4Game({ home: 'Arsenal', away: 'Chelsea', kickOff: inHours(48), h2h: [[home, 3.4, 3.6]] }),
  ]);
  await asks();
  community.clock.passes(60 * minute);
  home = 2.3;

  await asks();

  const { body } = await community.api.get('/api/fixtures');
  expect(body).toMatchObject({
    pricedAt: community.clock().toISOString(),
    fixtures: [{ prices: { home: 2.3 } }],
  });
});
