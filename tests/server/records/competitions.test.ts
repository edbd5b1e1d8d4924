import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { competitionTable } from '#contract/records.ts';
import { type Member, aMember } from '../../testing/people/members.ts';

import { aClock } from '../../testing/clock/clock.ts';
import { confirmedTips, type PlayedLeg } from '../../testing/tips/confirmed-tips.ts';
import { type Api, theApi } from '../../testing/server/api.ts';
import { problemOf } from '../../testing/tips/tips.ts';

const october = new Date('2026-10-15T15:00:00.000Z');
const november = new Date('2026-11-07T15:00:00.000Z');

describe('the table of a month', () => {
  test('shows the current month, best first, and members with too few tips last', async () => {
    const api = await aSeason();
    await plays(api, 'Mid', november, 5, { odd: 1.5 });
    await plays(api, 'Few', november, 4, { odd: 9 });
    await plays(api, 'Top', november, 5, { odd: 2 });
    await plays(api, 'Low', november, 6, { result: 'lost' });
    await plays(api, 'Long', november, 30, { odd: 1.1 });
    await plays(api, 'Old', october, 9);

    const { month, months, minimum, rows } = await tableOf(api);

    expect({ month, months, minimum }).toEqual({
      month: '2026-11',
      months: ['2026-11', '2026-10'],
      minimum: 5,
    });
    expect(rows.map(({ rank, firstName, flatProfit }) => [rank, firstName, flatProfit])).toEqual([
      [1, 'Top', 5],
      // Ranks follow the proven yield: 2.5 ÷ 55 is more than 3 ÷ 80.
      [2, 'Mid', 2.5],
      [3, 'Long', 3],
      [4, 'Low', -6],
      [undefined, 'Few', 32],
    ]);
  });

  test('contains each member’s name, wins and losses', async () => {
    const api = await aSeason();
    const tipster = await plays(api, 'Ada', november, 3);
    await plays(api, tipster, november, 2, { result: 'lost' });
    await plays(api, tipster, november, 1, { result: 'void' });

    expect((await tableOf(api)).rows).toEqual([
      {
        rank: 1,
        tipsterId: tipster.id,
        firstName: 'Ada',
        lastName: 'Obi',
        picture: null,
        settled: 5,
        won: 3,
        lost: 2,
        flatProfit: 1,
        hitRate: 0.6,
      },
    ]);
  });

  test('contains the profit line of the best, and how many tips arrived before kick-off', async () => {
    const api = await aSeason();
    const best = await plays(api, 'Ada', november, 4);
    await plays(api, best, new Date(november.getTime() + 60_000), 1, { result: 'lost' });
    await plays(api, best, november, 1, { result: 'void' });
    await plays(api, best, october, 5);
    await plays(api, 'Low', november, 5, { result: 'lost' });

    expect((await tableOf(api)).best).toEqual({
      tipsterId: best.id,
      tips: 5,
      beforeKickOff: 5,
      points: [
        ...[1, 2, 3, 4].map((units) => [november.toISOString(), units]),
        ['2026-11-07T15:01:00.000Z', 3],
      ],
    });
  });

  test('counts no late tip as before kick-off', async () => {
    const api = await aSeason();
    const rest = { createdAt: new Date(november.getTime() + 1) };
    const { id } = await plays(api, 'Ada', november, 4);
    await confirmedTips(api, id, [{ kickOff: november, legs: [{}], rest }]);

    expect((await tableOf(api)).best).toMatchObject({ tips: 5, beforeKickOff: 4 });
  });

  test('has no best members before anybody has a rank', async () => {
    const api = await aSeason();
    await plays(api, 'Few', november, 4);

    expect(await tableOf(api)).not.toHaveProperty('best');
  });

  test('exists for an earlier month, and for a month without settled tips', async () => {
    const api = await aSeason();
    await plays(api, 'Ada', october, 5);

    expect((await tableOf(api, '?month=2026-10')).rows).toHaveLength(1);
    expect(await tableOf(api, '?month=2026-09')).toMatchObject({ month: '2026-09', rows: [] });
    expect(await tableOf(api)).toMatchObject({ month: '2026-11', months: ['2026-10'], rows: [] });
  });

  test('counts a tip in the month of its last kick-off in UTC', async () => {
    const api = await aSeason();
    await plays(api, 'Late', new Date('2026-10-31T23:59:59.999Z'), 1);
    await plays(api, 'Early', new Date('2026-11-01T00:00:00.000Z'), 1);

    expect((await tableOf(api)).rows.map(({ firstName }) => firstName)).toEqual(['Early']);
  });

  test('shows members without a profile with their registered name', async () => {
    const api = await aSeason();
    const tipster = await aMember(api, { firstName: '', lastName: '', userName: 'newcomer' });
    await plays(api, tipster, november, 1);

    expect((await tableOf(api)).rows[0]).toMatchObject({ firstName: 'newcomer', lastName: '' });
  });

  test.each(['', '2026', '2026-13', '2026-1', '1999-01', '2026-10-01', "2026-10' or 1=1"])(
    'does not exist for the month "%s"',
    async (month) => {
      const api = await aSeason();
      const answer = await api.get(`/api/competitions?month=${encodeURIComponent(month)}`);
      expect(problemOf(answer)).toBe('400 invalid-input');
    },
  );
});

async function aSeason(): Promise<Api> {
  return theApi({ clock: aClock('2026-11-20T12:00:00.000Z') });
}

/** Gives a member, or a new member of this name, settled tips at 2.00, by default won. */
async function plays(
  api: Api,
  who: string | Member,
  kickOff: Date,
  count: number,
  leg: PlayedLeg = {},
): Promise<Member> {
  const member = typeof who === 'string' ? await aMember(api, { firstName: who }) : who;
  const tips = Array.from({ length: count }, () => ({ kickOff, legs: [leg] }));
  await confirmedTips(api, member.id, tips);
  return member;
}

async function tableOf(api: Api, query = '') {
  const answer = await api.get(`/api/competitions${query}`);
  expect(answer.status).toBe(200);
  const table = z.parse(competitionTable.reply, answer.body);
  expect(answer.body, 'nothing but what the contract says').toEqual(table);
  return table;
}
