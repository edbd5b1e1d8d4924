import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { v3Odds, v3Sports } from '#contract/fixtures/fixtures.ts';
import { pathForLog } from '#server/platform/log.ts';

import { aClock, day } from '../testing/clock/clock.ts';
import { aFixture } from '../testing/tips/fixtures.ts';
import { type Answer, theApi } from '../testing/server/api.ts';

const clock = aClock();
const epl = '/odds/v3/odds/?apiKey=secret-key&sport=soccer_epl&region=uk&mkt=h2h';

function gamesOf(answer: Answer) {
  expect(answer.status).toBe(200);
  return z.parse(v3Odds.reply, answer.body).data;
}

function sportsOf(answer: Answer) {
  expect(answer.status).toBe(200);
  return z.parse(v3Sports.reply, answer.body).data;
}

describe('the sports of the odds facade', () => {
  test('are the leagues we know, each in its group, active with a game ahead', async () => {
    const api = await theApi({ clock });
    await aFixture(api);
    const over = new Date(clock().getTime() - day);
    await aFixture(api, { sportKey: 'soccer_italy_serie_a', kickOff: over });

    const sports = sportsOf(await api.get('/odds/v3/sports?apiKey=x'));

    expect(sports).toMatchObject([
      { key: 'soccer_epl', group: 'Soccer - UK', title: 'EPL', active: true },
      { key: 'soccer_italy_serie_a', group: 'Soccer - Europe', active: false },
    ]);
  });

  test('begin with the league the app opens with, before anything was imported', async () => {
    const api = await theApi({ clock });
    expect(sportsOf(await api.get('/odds/v3/sports'))).toMatchObject([
      { key: 'soccer_epl', group: 'Soccer - UK', active: false },
    ]);
  });
});

describe('the odds of the odds facade', () => {
  test('name home first and its price first, then the guest, then the draw', async () => {
    const api = await theApi({ clock });
    const { id, kickOff } = await aFixture(api, {
      home: 'Wolves',
      away: 'Arsenal',
      prices: [7.55, 4.6, 1.48],
    });

    const [game] = gamesOf(await api.get(epl));

    expect(game).toMatchObject({
      id,
      sport_key: 'soccer_epl',
      sport_nice: 'EPL',
      teams: ['Wolves', 'Arsenal'],
      home_team: 'Wolves',
      commence_time: kickOff.getTime() / 1000,
      sites_count: 1,
    });
    expect(game?.sites).toMatchObject([
      { last_update: clock().getTime() / 1000, odds: { h2h: [7.55, 1.48, 4.6] } },
    ]);
  });

  test('have no site without a price, nor for a market we have no prices of', async () => {
    const api = await theApi({ clock });
    await aFixture(api);
    expect(gamesOf(await api.get(epl))).toMatchObject([{ sites: [], sites_count: 0 }]);

    await aFixture(api, { prices: [2, 3, 4] });
    const totals = gamesOf(await api.get(epl.replace('h2h', 'totals')));
    expect(totals.flatMap(({ sites }) => sites)).toEqual([]);
  });

  test('are those of games that a tip can still be posted on, the next first', async () => {
    const api = await theApi({ clock });
    const inDays = (days: number) => new Date(clock().getTime() + days * day);
    await aFixture(api, { home: 'Second', kickOff: inDays(2) });
    await aFixture(api, { home: 'First', kickOff: inDays(1) });
    await aFixture(api, { home: 'Started', kickOff: clock() });
    await aFixture(api, { home: 'Too far', kickOff: inDays(22) });
    await aFixture(api, { home: 'Postponed', kickOff: inDays(3), status: 'postponed' });
    await aFixture(api, { home: 'Elsewhere', sportKey: 'soccer_spain_la_liga' });

    const games = gamesOf(await api.get(epl));

    expect(games.map(({ home_team: home }) => home)).toEqual(['First', 'Second']);
  });

  test('are an empty list for a league without games, and nothing for an unknown one', async () => {
    const api = await theApi({ clock });
    expect(gamesOf(await api.get('/odds/v3/odds/?sport=soccer_epl'))).toEqual([]);
    expect(gamesOf(await api.get('/odds/v3/odds/?sport=soccer_france_ligue_one'))).toEqual([]);
    const unknown = await api.get('/odds/v3/odds/?sport=chess');
    expect(unknown).toMatchObject({ status: 404, body: { code: 'not-found' } });
    const missing = await api.get('/odds/v3/odds/');
    expect(missing).toMatchObject({ status: 400, body: { errors: { sport: ['required'] } } });
  });
});

test('the key a client sends to the odds facade is kept out of the log', () => {
  expect(pathForLog(epl)).toBe('/odds/v3/odds/');
});
