import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { leaguePage } from '#contract/records.ts';

import { day, hour } from '../testing/clock/clock.ts';
import { confirmedTips } from '../testing/tips/confirmed-tips.ts';
import { aFixture } from '../testing/tips/fixtures.ts';
import { aCommunity, type Community, problemOf } from '../testing/tips/tips.ts';

async function pageOf({ api }: Community, key = 'soccer_epl') {
  const answer = await api.get(`/api/competitions/${key}`);
  expect(answer.status).toBe(200);
  const page = z.parse(leaguePage.reply, answer.body);
  expect(answer.body, 'nothing but what the contract says').toEqual(page);
  return page;
}

describe('the fixtures of a league', () => {
  test('are its own from those in play on, with their tips and what 1X2 picks say', async () => {
    const community = await aCommunity();
    const { services, aGame, aTip, tipster, other, clock, api } = community;
    const live = await aFixture(services, {
      kickOff: new Date(clock().getTime() - hour),
      status: 'in-play',
      score: { halfTime: [0, 0], fullTime: [1, 0] },
    });
    const next = await aGame();
    const later = await aGame({ startsIn: 2 * day });
    await aGame({ sportKey: 'soccer_spain_la_liga' });
    await aGame({ startsIn: 30 * day });
    await aTip({ games: [next, later] });
    await aTip({ by: other, games: [next], oddName: '1X2 - X' });
    await aTip({ by: other, games: [next], oddName: 'GG/NG - GG' });
    const gone = await aTip({ games: [next], oddName: '1X2 - 2' });
    await api.delete(`/api/tips/${gone.id}`, tipster);

    const { fixtures } = await pageOf(community);

    expect(fixtures.map(({ id, tips, opinion }) => ({ id, tips, opinion }))).toEqual([
      { id: live.id, tips: 0, opinion: undefined },
      { id: next.id, tips: 3, opinion: { home: 1, draw: 1, away: 0 } },
      { id: later.id, tips: 1, opinion: { home: 1, draw: 0, away: 0 } },
    ]);
    expect(fixtures[0]).toMatchObject({ status: 'in-play', score: { fullTime: [1, 0] } });
  });
});

describe('the results of a league', () => {
  test('are those of the last week, the newest first, with the legs that won and lost', async () => {
    const community = await aCommunity();
    const { api, clock, tipster } = community;
    const ago = (days: number) => new Date(clock().getTime() - days * day);
    await confirmedTips(api, tipster.id, [
      { kickOff: ago(9), legs: [{}] },
      { kickOff: ago(3), legs: [{ result: 'lost' }] },
      { kickOff: ago(2), legs: [{}, { sportKey: 'soccer_spain_la_liga' }] },
    ]);

    const { results } = await pageOf(community);

    expect(results.map(({ kickOff, tips, won, lost }) => ({ kickOff, tips, won, lost }))).toEqual([
      { kickOff: ago(2).toISOString(), tips: 1, won: 1, lost: 0 },
      { kickOff: ago(3).toISOString(), tips: 1, won: 0, lost: 1 },
    ]);
    expect(results[0]).toMatchObject({ status: 'played', score: { fullTime: [1, 0] } });
  });
});

describe('the tipsters of a league', () => {
  test('are ranked by their legs there in the month', async () => {
    const community = await aCommunity();
    const { api, clock, tipster, other } = community;
    const kickOff = new Date(clock().getTime() - day);
    const lastMonth = new Date(clock().getTime() - 20 * day);
    const elsewhere = { sportKey: 'soccer_spain_la_liga', odd: 9 };
    await confirmedTips(api, tipster.id, [
      { kickOff, legs: [{}, {}, {}, {}, { result: 'lost' }, elsewhere] },
      { kickOff: lastMonth, legs: [{ odd: 9 }] },
    ]);
    await confirmedTips(api, other.id, [{ kickOff, legs: [{}, {}, {}, {}, {}] }]);

    const { rows, month, minimum } = await pageOf(community);

    expect({ month, minimum }).toEqual({ month: '2026-03', minimum: 5 });
    expect(rows.map((row) => [row.rank, row.tipsterId, row.won, row.lost, row.flatProfit])).toEqual(
      [
        [1, other.id, 5, 0, 5],
        [2, tipster.id, 4, 1, 3],
      ],
    );
  });
});

describe('the page of a league', () => {
  test('is sent again only when it changed', async () => {
    const { api, aGame, aTip } = await aCommunity();
    await aGame();
    const { headers } = await api.get('/api/competitions/soccer_epl');
    const known = { headers: { 'if-none-match': String(headers['etag']) } };

    expect((await api.get('/api/competitions/soccer_epl', known)).status).toBe(304);
    await aTip();
    expect((await api.get('/api/competitions/soccer_epl', known)).status).toBe(200);
  });

  test('is not there for a league that nobody knows', async () => {
    const { api } = await aCommunity();
    expect(problemOf(await api.get('/api/competitions/soccer_moon'))).toBe('404 not-found');
  });
});
