import { describe, expect, test } from 'vitest';

import { hour } from '../../testing/clock/clock.ts';
import { aSourceOfOdds, shown } from '../../testing/outside/odds-source.ts';
import { aSource, v3Game, v4Game } from '../../testing/outside/sources.ts';
import { aCommunity } from '../../testing/tips/tips.ts';

describe('a game with invalid parts', () => {
  /** A version 4 game whose first price, and whose line of goals, are replaced by these values. */
  function v4With({ price, point }: { price?: null; point?: null | string }, kickOff: Date) {
    const prices = [2.1, 3.4, 3.6] as const;
    const [one, two] = [1.9, 1.95] as const;
    const h2h = [prices, prices];
    const game = v4Game({ home: 'Arsenal', away: 'Chelsea', kickOff, h2h, totals: [one, two] });
    const [first, ...others] = game.bookmakers.map(({ markets, ...bookmaker }) => ({
      ...bookmaker,
      markets: markets.map(({ outcomes, ...market }) => ({
        ...market,
        outcomes: outcomes.map((outcome): object =>
          'point' in outcome && point !== undefined ? { ...outcome, point } : outcome,
        ),
      })),
    }));
    Object.assign(first?.markets[0]?.outcomes[0] ?? {}, price === null && { price });
    return { ...game, bookmakers: [first, ...others] };
  }

  test.each([
    { what: 'an outcome without a price', reported: { price: null }, unreadable: 1, over: 1.9 },
    { what: 'totals without a line', reported: { point: null }, unreadable: 4, over: undefined },
    { what: 'a line written as a text', reported: { point: '2.5' }, unreadable: 0, over: 1.9 },
  ])(
    'is imported with its other parts, and the faults are counted: $what',
    async ({ reported, unreadable, over }) => {
      const { community, source, asks } = await aSourceOfOdds((inHours) => [
        v4With(reported, inHours(3)),
      ]);

      await asks();

      const [game] = await shown(community);
      expect(game).toMatchObject({ prices: { home: 2.1, draw: 3.4, away: 3.6 } });
      expect(game?.otherPrices?.['11']).toBe(over);
      const counted = source.lines.filter(({ sentence }) => sentence.includes('cannot be read'));
      expect(counted.map(({ about }) => Object(about).unreadable)).toEqual(
        unreadable === 0 ? [] : [unreadable],
      );
    },
  );

  test('is left out and counted if a club name has a hidden character', async () => {
    const { community, source, asks } = await aSourceOfOdds((inHours) => [
      v4Game({ home: 'Arsenal\u202e', away: 'Chelsea', kickOff: inHours(3) }),
      v4Game({ home: 'Everton', away: 'Fulham', kickOff: inHours(4) }),
    ]);

    await asks();

    expect(await shown(community)).toMatchObject([{ home: 'Everton' }]);
    expect(source.lines.map(({ about }) => about)).toContainEqual(
      expect.objectContaining({ unreadable: 1 }),
    );
  });

  test('has a kick-off that is given with an offset', async () => {
    const { community, asks, inHours } = await aSourceOfOdds((inHours) => [
      {
        ...v4Game({ home: 'Arsenal', away: 'Chelsea', kickOff: inHours(3) }),
        commence_time: inHours(3).toISOString().replace('.000Z', '+00:00'),
      },
    ]);

    await asks();

    expect(await shown(community)).toMatchObject([{ kickOff: inHours(3).toISOString() }]);
  });

  test('is imported in version 3 without the price, with home as in home_team', async () => {
    const community = await aCommunity();
    const kickOff = new Date(community.clock().getTime() + 3 * hour);
    const game = v3Game({ home: 'Arsenal', away: 'Chelsea', kickOff });
    const site = { site_key: 'x', site_nice: 'X', last_update: 1, odds: { h2h: [3.6, null, 3.4] } };
    const data = [{ ...game, sites: [...game.sites, site, null] }];
    const source = await aSource('v3', ({ path }) => ({
      status: 200,
      body: { success: true, data: path === '/v3/sports' ? [] : data },
    }));

    await source.takeOdds(community.services);

    expect(source.paths()).toEqual(['/v3/sports', '/v3/odds/']);
    expect(await shown(community)).toMatchObject([
      { home: 'Arsenal', away: 'Chelsea', prices: { home: 2.1, draw: 3.4, away: 3.6 } },
    ]);
    expect(source.lines.map(({ about }) => about)).toContainEqual(
      expect.objectContaining({ unreadable: 2 }),
    );
  });
});
