import { describe, expect, test } from 'vitest';
import { createApi } from '#sync/backend/api.ts';
import { createOddsHost, parseGame } from '#sync/backend/odds-host.ts';
import { anHttpServer, type Received, type Reply } from '../../testing/server/an-http-server.ts';
import { databases } from '../../testing/engine/a-device.ts';
import { virtualClock } from '../../testing/clock/virtual-clock.ts';

const game = {
  id: 'game-of-theirs',
  sport_key: 'soccer_epl',
  sport_nice: 'EPL',
  teams: ['Arsenal', 'Chelsea'],
  home_team: 'Arsenal',
  commence_time: 1772463600,
  sites: [{ site_key: 'a', site_nice: 'A', last_update: 1, odds: { h2h: [1.5, 6, 4] } }],
};
const sport = (key: string, group = 'Soccer - Europe') => ({
  key,
  active: true,
  group,
  details: key,
  title: key,
});

describe('a game of an odds service of version 3', () => {
  test('has the home side of home_team, with its price', () => {
    expect(parseGame(game)).toMatchObject([
      { home: 'Arsenal', away: 'Chelsea', prices: { home: 1.5, draw: 4, away: 6 } },
    ]);
  });

  test('has the home side of home_team if the away side is listed first', () => {
    expect(parseGame({ ...game, home_team: 'Chelsea' })).toMatchObject([
      { home: 'Chelsea', away: 'Arsenal', prices: { home: 6, draw: 4, away: 1.5 } },
    ]);
  });

  test.each([
    { what: 'left out', home_team: undefined },
    { what: 'null', home_team: null },
    { what: 'empty', home_team: '' },
  ])('has the first team as home side if home_team is $what', ({ home_team }) => {
    expect(parseGame({ ...game, home_team })).toMatchObject([
      { home: 'Arsenal', away: 'Chelsea', prices: { home: 1.5, draw: 4, away: 6 } },
    ]);
  });

  test('is between the first two teams if three are listed', () => {
    expect(parseGame({ ...game, teams: ['Chelsea', 'Arsenal', 'Draw'] })).toMatchObject([
      { home: 'Arsenal', away: 'Chelsea' },
    ]);
  });

  test.each([
    { time: 1772463600, why: 'seconds' },
    { time: '2026-03-02T15:00:00Z', why: 'ISO' },
  ])('begins at $time: $why', ({ time }) => {
    expect(parseGame({ ...game, commence_time: time })).toMatchObject([
      { kickOff: '2026-03-02T15:00:00.000Z' },
    ]);
  });

  test.each(['Arsenal\u200b', '\u202eArsenal'])('is ignored with hidden characters: %j', (home) => {
    expect(parseGame({ ...game, teams: [home, 'Chelsea'], home_team: home })).toEqual([]);
  });

  test('without an id gets a stable id, which depends on the home side', () => {
    const { id: _, ...unnamed } = game;
    const ids = [
      unnamed,
      { ...unnamed, teams: ['Chelsea', 'Arsenal'] },
      { ...unnamed, home_team: 'Chelsea' },
    ].flatMap((one) => parseGame(one).map(({ id }) => id));

    expect(ids[0]).toBe(ids[1]);
    expect(ids[0]).not.toBe(ids[2]);
  });

  test.each([
    { what: 'no draw', sites: [{ ...game.sites[0], odds: { h2h: [1.5, 6] } }] },
    { what: 'no site', sites: [] },
    { what: 'a price below one', sites: [{ ...game.sites[0], odds: { h2h: [0.5, 6, 4] } }] },
  ])('has no prices with $what', ({ sites }) => {
    expect(parseGame({ ...game, sites })[0]).not.toHaveProperty('prices');
  });

  test.each([
    { what: 'a home side that is not one of the teams', odd: { home_team: 'Leeds' } },
    { what: 'no time', odd: { commence_time: 'soon' } },
    { what: 'one team', odd: { teams: ['Arsenal'] } },
  ])('is left out with $what', ({ odd }) => {
    expect(parseGame({ ...game, ...odd })).toEqual([]);
  });
});

async function aHost(answer: (request: Received) => Reply) {
  const server = await anHttpServer(answer);
  const { publicStore: store } = databases();
  const api = createApi({
    baseUrl: server.url,
    origin: server.url,
    fetch,
    token: () => undefined,
    bare: true,
  });
  const clock = virtualClock();
  const host = createOddsHost({ api, apiKey: 'key-1', store, now: clock.now });
  return { server, host, store, clock, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

describe('a foreign odds service', () => {
  const sports = [
    sport('soccer_italy_serie_a'),
    sport('tennis', 'Tennis'),
    sport('soccer_england_league1', 'Soccer - UK'),
    sport('soccer_epl', 'Soccer - UK'),
    7,
  ];

  test('returns the Premier League before the other European leagues, with its games', async () => {
    await using odds = await aHost(({ path }) => ({
      status: 200,
      body: { success: true, data: path === '/v3/sports' ? sports : [game] },
    }));

    expect(await odds.host.refreshLeagues()).toBe('fresh');

    const leagues = await odds.store.leagues.orderBy('position').toArray();
    expect(leagues.map(({ key }) => key)).toEqual(['soccer_epl', 'soccer_italy_serie_a']);
    expect(odds.server.requests.map(({ path, query }) => `${path}?${query}`)).toEqual([
      '/v3/sports?apiKey=key-1',
      '/v3/odds/?apiKey=key-1&sport=soccer_epl&region=uk&mkt=h2h',
    ]);
    expect(await odds.store.fixtures.count()).toBe(1);
  });

  test('is queried for a league when that is opened, and games of others stay', async () => {
    const data = [game];
    await using odds = await aHost(() => ({ status: 200, body: { success: true, data } }));
    await odds.host.refreshLeague('soccer_epl');

    data.splice(0, 1, { ...game, id: 'another', sport_key: 'soccer_spain' });
    await odds.host.refreshLeague('soccer_spain');

    expect(await odds.store.fixtures.count()).toBe(2);
  });

  test('is queried once for a league, until its games are too old', async () => {
    await using odds = await aHost(({ path }) => ({
      status: 200,
      body: { success: true, data: path === '/v3/sports' ? sports : [game] },
    }));
    const requestedSports = () =>
      odds.server.requests.splice(0).flatMap(({ query }) => query.get('sport') ?? []);

    await Promise.all([odds.host.refreshLeagues(), odds.host.refreshLeague('soccer_epl')]);
    await odds.host.refreshLeague('soccer_spain');
    await odds.host.refreshLeague('soccer_epl');
    expect(requestedSports().toSorted()).toEqual(['soccer_epl', 'soccer_spain']);

    odds.clock.passes(10 * 60_000);
    await odds.host.refreshLeague('soccer_epl');
    expect(requestedSports()).toEqual(['soccer_epl']);
  });

  test('is queried again for a league after a failure', async () => {
    const answers: Reply[] = ['break', { status: 200, body: { success: true, data: [game] } }];
    await using odds = await aHost(() => answers.shift() ?? 'break');

    expect(await odds.host.refreshLeague('soccer_epl')).toBe('failed');
    expect(await odds.host.refreshLeague('soccer_epl')).toBe('fresh');
  });

  test('may send a league with only key, title, details and group', async () => {
    const { active: _, ...bare } = sport('soccer_italy_serie_a');
    await using odds = await aHost(({ path }) => ({
      status: 200,
      body: { success: true, data: path === '/v3/sports' ? [bare] : [] },
    }));

    await odds.host.refreshLeagues();

    expect(await odds.store.leagues.toArray()).toMatchObject([{ key: 'soccer_italy_serie_a' }]);
  });

  test('that fails does not change the stored rows', async () => {
    await using odds = await aHost(() => ({ status: 200, text: '<html>' }));

    expect(await odds.host.refreshLeagues()).toBe('failed');
    expect(await odds.host.refreshLeague('soccer_epl')).toBe('failed');
  });
});
