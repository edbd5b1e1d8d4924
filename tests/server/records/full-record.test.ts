import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { type FullRecord, tipsterRecord } from '#contract/records.ts';

import { aClock, day } from '../../testing/clock/clock.ts';
import { aMember } from '../../testing/people/members.ts';
import { confirmedTips, type PlayedTip } from '../../testing/tips/confirmed-tips.ts';
import { type Api, theApi } from '../../testing/server/api.ts';

const clock = aClock('2026-11-20T12:00:00.000Z');
const api = await theApi({ clock });

function daysAgo(days: number): Date {
  return new Date(clock().getTime() - days * day);
}

/** Ten tips, and tips that never count; the expected sums were calculated by hand. */
const tenTips: readonly PlayedTip[] = [
  // September: +1.50, −1.
  { kickOff: daysAgo(75), legs: [{ odd: 2.5 }], rest: { stake: 2 } },
  { kickOff: daysAgo(70), legs: [{ odd: 1.8, result: 'lost' }] },
  // October: +29 (5.00 × 6.00, of which the stars count 20), −1, and nothing for the tip without a
  // price at kick-off.
  {
    kickOff: daysAgo(45),
    legs: [
      { odd: 5, oddName: 'O/U 2.5 - Over' },
      { odd: 6, sportKey: 'soccer_spain_la_liga' },
    ],
    rest: { stake: 1 },
  },
  {
    kickOff: daysAgo(40),
    legs: [{ odd: 3 }, { odd: 2, result: 'lost', oddName: 'O/U 2.5 - Under' }],
    rest: { stake: 5 },
  },
  { kickOff: daysAgo(38), legs: [{ odd: 4, kickOffOdd: 0, oddName: 'GG/NG - GG' }] },
  { kickOff: daysAgo(37), legs: [{ odd: 0, result: 'lost', oddName: 'GG/NG - NG' }] },
  // November: void, then +0.50 with a void leg, −1, +2.
  { kickOff: daysAgo(9), legs: [{ result: 'void', odd: 9 }], rest: { stake: 9 } },
  { kickOff: daysAgo(8), legs: [{ odd: 1.5 }, { odd: 8, result: 'void' }] },
  { kickOff: daysAgo(4), legs: [{ odd: 2, result: 'lost' }] },
  { kickOff: daysAgo(2), legs: [{ odd: 3, sportKey: 'soccer_spain_la_liga' }] },
  // A copy, a withdrawn tip and an unconfirmed tip.
  { kickOff: daysAgo(1), legs: [{ odd: 50 }], rest: { copiedFrom: randomUUID() } },
  { kickOff: daysAgo(1), legs: [{ odd: 50 }], rest: { withdrawnAt: clock() } },
  { kickOff: daysAgo(1), legs: [{ odd: 50 }], rest: { confirmedAt: null } },
];

/** Kick-offs of the tips that are won or lost. */
const kickOffs = [75, 70, 45, 40, 38, 37, 8, 4, 2].map((days) => daysAgo(days).toISOString());

const tipster = await aMember(api);
await confirmedTips(api, tipster.id, tenTips);

describe('the record of ten tips', () => {
  test('equals the calculation by hand over all time', async () => {
    const { windows } = await recordOf(api, tipster.id);

    expect(windows.all).toEqual({
      settled: 9,
      won: 5,
      lost: 4,
      hitRate: 0.555556,
      low: 0.266651,
      high: 0.811221,
      flatProfit: 30,
      cappedProfit: 21,
      priced: 7,
      flatYield: 4.285714,
      // 2 × 1.50 + 1 × 29 − 5, on 8 units.
      staked: { tips: 3, units: 8, profit: 27, yield: 3.375 },
      // The average is (2.50 + 1.80 + 30 + 6 + 1.50 + 2 + 3) / 7.
      averageOdds: 6.69,
      legs: { settled: 11, won: 7, lost: 4 },
      streak: { result: 'won', length: 1 },
      longestWon: 1,
      longestLost: 1,
      points: [1.5, 0.5, 29.5, 28.5, 28.5, 28.5, 29, 28, 30].map((units, index) => [
        kickOffs[index],
        units,
      ]),
      // The units fall from 29.50 to 28.00.
      drawdown: 1.5,
    });
  });

  test('counts withdrawn tips separately', async () => {
    expect((await recordOf(api, tipster.id)).withdrawn).toBe(1);
  });

  test('covers games of thirty days, without the void tip', async () => {
    const { windows } = await recordOf(api, tipster.id);

    expect(windows['30d']).toEqual({
      settled: 3,
      won: 2,
      lost: 1,
      hitRate: 0.666667,
      low: 0.20766,
      high: 0.938508,
      flatProfit: 1.5,
      priced: 3,
      flatYield: 0.5,
      averageOdds: 2.17,
      legs: { settled: 3, won: 2, lost: 1 },
      streak: { result: 'won', length: 1 },
      longestWon: 1,
      longestLost: 1,
      points: [0.5, -0.5, 1.5].map((units, index) => [kickOffs[index + 6], units]),
      drawdown: 1,
    });
    expect(windows['90d']).toEqual(windows.all);
  });

  test('sums up months, with each tip in the month of its last kick-off', async () => {
    expect((await recordOf(api, tipster.id)).months).toEqual([
      { month: '2026-09', settled: 2, won: 1, lost: 1, flatProfit: 0.5, running: 0.5 },
      { month: '2026-10', settled: 4, won: 2, lost: 2, flatProfit: 28, running: 28.5 },
      { month: '2026-11', settled: 3, won: 2, lost: 1, flatProfit: 1.5, running: 30 },
    ]);
  });

  test('shows the profit of leagues and groups as single bets', async () => {
    const { byLeague, byGroup } = await recordOf(api, tipster.id);

    expect(byLeague).toEqual([
      { sportKey: 'soccer_epl', settled: 9, won: 5, lost: 4, flatProfit: 5 },
      { sportKey: 'soccer_spain_la_liga', settled: 2, won: 2, lost: 0, flatProfit: 7 },
    ]);
    expect(byGroup).toEqual([
      { group: '1X2', settled: 7, won: 5, lost: 2, flatProfit: 9 },
      { group: 'GG/NG', settled: 2, won: 1, lost: 1, flatProfit: 0 },
      { group: 'O/U 2.5', settled: 2, won: 1, lost: 1, flatProfit: 3 },
    ]);
  });

  test('equals the summary in profile and list', async () => {
    const summary = { settled: 9, won: 5, lost: 4, flatProfit: 30 };

    expect(await api.get(`/api/tipsters/${tipster.id}`)).toMatchObject({
      body: { record: summary },
    });
    expect(await api.get('/api/tipsters')).toMatchObject({ body: [{ record: summary }] });
  });
});

describe('a record', () => {
  test('leaves a window as time passes, without any confirmation', async () => {
    const later = aClock('2026-11-20T12:00:00.000Z');
    const one = await theApi({ clock: later });
    const { id } = await aMember(one);
    await confirmedTips(one, id, [{ kickOff: daysAgo(29), legs: [{}] }]);

    expect((await recordOf(one, id)).windows['30d'].settled).toBe(1);
    later.passes(2 * day);
    expect((await recordOf(one, id)).windows['30d'].settled).toBe(0);
  });

  test('has stars in a window with ten settled tips or more', async () => {
    const one = await aMember(api);
    const recent = Array.from({ length: 9 }, () => ({ kickOff: daysAgo(1), legs: [{ odd: 1.1 }] }));
    await confirmedTips(api, one.id, [{ kickOff: daysAgo(60), legs: [{}] }, ...recent]);

    const { windows } = await recordOf(api, one.id);

    // x = 10 × (1 + 9 × 0.1) / (10 + 50), 2.5 + 2.5 × x / √(1 + x²)
    expect(windows['90d'].stars).toBe(3.25);
    expect(windows['30d']).not.toHaveProperty('stars');
  });

  test('of a member without settled tips has no rates, leagues and groups', async () => {
    const { id } = await aMember(api);

    const record = await recordOf(api, id);

    expect(record).toMatchObject({ tipsterId: id, byLeague: [], byGroup: [], months: [] });
    expect(record.windows.all).toEqual({
      settled: 0,
      won: 0,
      lost: 0,
      flatProfit: 0,
      priced: 0,
      legs: { settled: 0, won: 0, lost: 0 },
      streak: null,
      longestWon: 0,
      longestLost: 0,
      points: [],
      drawdown: 0,
    });
  });

  test.each([
    { who: 'who is not a tipster and has never posted', given: { isTipster: false } },
    { who: 'who is not verified', given: { verified: false } },
  ])('does not exist for others: a member $who', async ({ given }) => {
    const hidden = await aMember(api, given);

    expect((await api.get(`/api/tipsters/${hidden.id}/record`)).status).toBe(404);
    expect((await api.get(`/api/tipsters/${hidden.id}/record`, hidden)).status).toBe(200);
  });

  test.each(['__proto__', '-1', "x' or '1'='1", 'null', randomUUID()])(
    'does not exist for the id %s',
    async (id) => {
      const answer = await api.get(`/api/tipsters/${encodeURI(id)}/record`);
      expect([400, 404]).toContain(answer.status);
    },
  );
});

async function recordOf(at: Api, id: string): Promise<FullRecord> {
  const answer = await at.get(`/api/tipsters/${id}/record`);
  expect(answer.status).toBe(200);
  const record = z.parse(tipsterRecord.reply, answer.body);
  expect(answer.body, 'nothing but what the contract says').toEqual(record);
  return record;
}
