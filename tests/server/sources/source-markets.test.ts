import { describe, expect, test } from 'vitest';

import { bettingOptions } from '#domain/catalogue.ts';
import { oddsMarkets } from '#server/sources/markets.ts';

import { day, hour } from '../../testing/clock/clock.ts';
import { shown } from '../../testing/outside/odds-source.ts';
import { aSource, remainingHeader, v4Answer, v4Game } from '../../testing/outside/sources.ts';
import { aCommunity } from '../../testing/tips/tips.ts';

const all = [...oddsMarkets];

type Outcome = { name?: unknown; price?: unknown; point?: unknown };
type Markets = Readonly<Record<string, readonly Outcome[]>>;

const additional: Markets = {
  btts: [
    { name: 'Yes', price: 1.72 },
    { name: 'No', price: 2.05 },
  ],
  draw_no_bet: [
    { name: 'Chelsea', price: 2.55 },
    { name: 'Arsenal', price: 1.5 },
  ],
  double_chance: [
    { name: 'Arsenal or Draw', price: 1.3 },
    { name: 'Draw or Chelsea', price: 1.75 },
    { name: 'Arsenal or Chelsea', price: 1.33 },
  ],
};

/** The game's prices of these markets by option name. */
function namedPrices(otherPrices: Readonly<Record<string, number>> = {}) {
  const named = bettingOptions.flatMap(({ oddsId, oddsGroup, oddsName }) => {
    const price = otherPrices[oddsId];
    return price === undefined ? [] : [[`${oddsGroup} - ${oddsName}`, price] as const];
  });
  return Object.fromEntries(named);
}

const priced = {
  'GG/NG - GG': 1.72,
  'GG/NG - NG': 2.05,
  'DNB - 1': 1.5,
  'DNB - 2': 2.55,
  'Double Chance - 1X': 1.3,
  'Double Chance - 12': 1.33,
  'Double Chance - X2': 1.75,
};
const totals = { 'O/U 2.5 - Over': 1.9, 'O/U 2.5 - Under': 1.95 };

/** A source with one game of its league, and further markets of the game. */
async function aSourceOfMarkets(
  answer: () => { status?: number; body?: unknown } | Markets,
  { startsIn = 3 * hour, remaining = 18_000 } = {},
) {
  const community = await aCommunity();
  const kickOff = new Date(community.clock().getTime() + startsIn);
  const game = { id: 'event/1', home: 'Arsenal', away: 'Chelsea', kickOff };
  const inLeague = v4Game({ ...game, totals: [1.9, 1.95] });
  const league = v4Answer(
    () => [inLeague],
    () => remainingHeader(remaining),
  );
  const source = await aSource('v4', (request) => {
    if (!request.path.includes('/events/')) return league(request);
    const reported = answer();
    if ('status' in reported || 'body' in reported) {
      return {
        headers: remainingHeader(remaining),
        status: Number(reported.status ?? 200),
        body: reported.body,
      };
    }
    const markets = Object.entries(reported).map(([key, outcomes]) => ({ key, outcomes }));
    const bookmakers = [{ key: 'one', title: 'One', markets }];
    return { status: 200, headers: remainingHeader(remaining), body: { ...inLeague, bookmakers } };
  });
  const asks = async (markets = all) =>
    source.takeOdds(community.services, ['soccer_epl'], { markets });
  const events = () => source.requests.filter(({ path }) => path.includes('/events/'));
  const reported = async () => {
    const [fixture] = await shown(community);
    return { prices: fixture?.prices, others: namedPrices(fixture?.otherPrices) };
  };
  return { community, source, asks, events, reported };
}

describe('the markets that are requested per game', () => {
  test('are requested after the league’s odds, and price their options in addition', async () => {
    const { source, asks, events, reported } = await aSourceOfMarkets(() => additional);

    await asks();
    await asks();

    expect(source.requests.map(({ path, query }) => [path, query.get('markets')])).toEqual([
      ['/v4/sports', null],
      ['/v4/sports/soccer_epl/odds', 'h2h,totals'],
      ['/v4/sports/soccer_epl/events/event%2F1/odds', 'btts,draw_no_bet,double_chance'],
    ]);
    expect(events()).toHaveLength(1);
    expect(await reported()).toEqual({
      prices: { home: 2.1, draw: 3.4, away: 3.6 },
      others: { ...priced, ...totals },
    });
  });

  test('keep their prices after the league’s next odds, and lose them without their setting', async () => {
    const { community, asks, reported } = await aSourceOfMarkets(() => additional, {
      startsIn: 20 * hour,
    });
    await asks();
    await asks();

    community.clock.passes(11 * 60_000);
    await asks();
    const kept = await reported();
    community.clock.passes(11 * 60_000);
    await asks(['totals', 'btts']);

    expect(kept.others).toEqual({ ...priced, ...totals });
    expect((await reported()).others).toEqual({
      'GG/NG - GG': 1.72,
      'GG/NG - NG': 2.05,
      ...totals,
    });
  });

  test('are not requested days before a game or without the setting', async () => {
    const far = await aSourceOfMarkets(() => additional, { startsIn: 3 * day });
    await far.asks();
    await far.asks();
    const off = await aSourceOfMarkets(() => additional);
    await off.asks(['totals']);
    await off.asks(['totals']);
    await off.asks([]);

    expect([...far.events(), ...off.events()]).toEqual([]);
  });

  test('are not requested if too few requests remain, unlike the league’s odds', async () => {
    const { source, asks, events } = await aSourceOfMarkets(() => additional, { remaining: 22 });

    await asks();
    await asks();

    expect(events()).toEqual([]);
    expect(source.paths()).toContain('/v4/sports/soccer_epl/odds');
  });
});

describe('a response about one game', () => {
  const outcomes = additional['double_chance'] ?? [];

  test.each<{ what: string; answer: Markets; others: object; unreadable: number }>([
    {
      what: 'a price that is a text',
      answer: {
        ...additional,
        double_chance: [{ name: 'Arsenal or Draw', price: '1.3' }, ...outcomes],
      },
      others: priced,
      unreadable: 1,
    },
    {
      what: 'an impossible price',
      answer: {
        ...additional,
        btts: [
          { name: 'Yes', price: -3 },
          { name: 'No', price: 2.05 },
        ],
      },
      others: { ...priced, 'GG/NG - GG': undefined, 'GG/NG - NG': undefined },
      unreadable: 0,
    },
    {
      what: 'outcomes of other clubs',
      answer: {
        ...additional,
        draw_no_bet: [
          { name: 'Everton', price: 1.5 },
          { name: 'Fulham', price: 2.55 },
        ],
      },
      others: { ...priced, 'DNB - 1': undefined, 'DNB - 2': undefined },
      unreadable: 0,
    },
    {
      what: 'markets that were not requested',
      answer: { ...additional, totals: [{ name: 'Over', price: 9, point: 2.5 }], corners: [{}] },
      others: priced,
      unreadable: 0,
    },
  ])('is imported except its invalid parts: $what', async ({ answer, others, unreadable }) => {
    const { source, asks, reported } = await aSourceOfMarkets(() => answer);

    await asks();
    await asks();

    expect((await reported()).others).toEqual(JSON.parse(JSON.stringify({ ...others, ...totals })));
    const counted = source.lines.filter(({ sentence }) => sentence.includes('cannot be read'));
    expect(counted.map(({ about }) => Object(about).unreadable)).toEqual(
      unreadable === 0 ? [] : [unreadable],
    );
  });

  test.each([
    ['about another game', { body: { ...v4Game({ id: 'other', ...aGame() }) } }],
    ['that is a list', { body: [] }],
    ['that is not a game', { body: { bookmakers: 'none' } }],
  ])('is ignored and counted: one %s', async (_, answer) => {
    const { source, asks, reported } = await aSourceOfMarkets(() => answer);

    await asks();
    await asks();

    expect(await reported()).toEqual({
      prices: { home: 2.1, draw: 3.4, away: 3.6 },
      others: totals,
    });
    expect(source.warnings()).toEqual(['parts of what a source answered cannot be read']);
  });

  test.each([
    ['does not have the market', 422, { error_code: 'INVALID_MARKET' }],
    ['excludes it from its plan', 401, { error_code: 'MARKET_UNAVAILABLE_ON_PLAN' }],
  ])(
    'that the source refuses because it %s is not requested again at once, unlike the others',
    async (_, status, body) => {
      const { community, source, asks, events, reported } = await aSourceOfMarkets(
        () => ({ status, body }),
        {
          startsIn: 20 * hour,
        },
      );
      await asks();
      await asks();
      community.clock.passes(11 * 60_000);

      await asks();

      expect(events()).toHaveLength(1);
      expect(source.paths().filter((path) => path.endsWith('soccer_epl/odds'))).toHaveLength(2);
      expect(source.warnings()).toEqual(['a source does not know what it was asked']);
      expect((await reported()).others).toEqual(totals);
    },
  );
});

function aGame() {
  return { home: 'Arsenal', away: 'Chelsea', kickOff: new Date('2026-03-07T15:00:00.000Z') };
}
