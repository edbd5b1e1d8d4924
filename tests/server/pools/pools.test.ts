import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { competitionTable } from '#contract/records.ts';

import type { Api } from '../../testing/server/api.ts';
import { confirmedTips, type PlayedLeg } from '../../testing/tips/confirmed-tips.ts';
import type { Member } from '../../testing/people/members.ts';
import { aPool, aPoolServer, joins, listOf, readPool, tableIn } from '../../testing/tips/pools.ts';
import { problemOf } from '../../testing/tips/tips.ts';

const october = new Date('2026-10-15T15:00:00.000Z');
const november = new Date('2026-11-07T15:00:00.000Z');

describe('the table of a pool', () => {
  test('of a month has the same numbers as the competition of that month', async () => {
    const { api, ann, bob, eve } = await aPoolServer();
    await plays(api, ann, november, 6, { odd: 1.5 });
    await plays(api, ann, november, 2, { result: 'lost' });
    await plays(api, bob, november, 5, { odd: 30 });
    await plays(api, bob, november, 1, { result: 'void' });
    await plays(api, bob, november, 1, { odd: 5, kickOffOdd: 0 });
    await plays(api, eve, november, 9);
    await plays(api, ann, october, 7);
    const { id, invitation } = await aPool(api, ann);
    await joins(api, bob, invitation);

    const { rows, minimum } = tableIn(await readPool(api, bob, id));

    const month = await monthOf(api);
    const among = month.rows.filter(({ tipsterId }) => tipsterId !== eve.id);
    expect(rows.map(({ joinedAt: _, rank: __, ...row }) => row)).toEqual(
      among.map(({ rank: _, ...row }) => row),
    );
    expect(rows.map(({ rank, tipsterId }) => [rank, tipsterId])).toEqual([
      [1, bob.id],
      [2, ann.id],
    ]);
    expect(minimum).toBe(month.minimum);
  });

  test('of a league and month has the same numbers as the page of that league', async () => {
    const { api, ann, bob } = await aPoolServer();
    await confirmedTips(api, ann.id, [
      {
        kickOff: november,
        legs: [{ odd: 3 }, { result: 'lost', sportKey: 'soccer_italy_serie_a' }],
      },
      { kickOff: november, legs: [{ result: 'lost' }, { odd: 1.2 }, { result: 'void' }] },
    ]);
    await plays(api, bob, november, 6, { odd: 40 });
    await plays(api, bob, october, 3);
    const { id, invitation } = await aPool(api, ann, { sportKey: 'soccer_epl' });
    await joins(api, bob, invitation);

    const { rows } = tableIn(await readPool(api, bob, id));

    const league = await api.get('/api/competitions/soccer_epl');
    expect(rows.map(({ joinedAt: _, ...row }) => row)).toEqual(Object(league.body).rows);
    expect(rows.map(({ settled, flatProfit }) => [settled, flatProfit])).toEqual([
      [6, 234],
      [3, 1.2],
    ]);
  });

  test.each([
    { kickOff: '2026-11-19T23:59:59.999Z', counts: 0 },
    { kickOff: '2026-11-20T00:00:00.000Z', counts: 1 },
    { kickOff: '2026-11-23T23:59:59.999Z', counts: 1 },
    { kickOff: '2026-11-24T00:00:00.000Z', counts: 0 },
  ])('of a weekend counts $counts tips with the kick-off $kickOff', async ({ kickOff, counts }) => {
    const { api, ann } = await aPoolServer();
    await plays(api, ann, new Date(kickOff), 1);

    const { rows } = await aPool(api, ann, { from: '2026-11-20', until: '2026-11-23' });

    expect(rows).toMatchObject([{ tipsterId: ann.id, settled: counts }]);
  });

  test('counts no withdrawn, copied or open tips', async () => {
    const { api, ann } = await aPoolServer();
    for (const rest of [
      { withdrawnAt: november },
      { copiedFrom: randomUUID() },
      { confirmedAt: null },
    ]) {
      await confirmedTips(api, ann.id, [{ kickOff: november, legs: [{}], rest }]);
    }

    expect((await aPool(api, ann)).rows).toMatchObject([{ settled: 0, won: 0, flatProfit: 0 }]);
  });

  test('contains members without settled tips, without rank and rate', async () => {
    const { api, ann, clock } = await aPoolServer();

    expect((await aPool(api, ann)).rows).toEqual([
      {
        tipsterId: ann.id,
        firstName: 'Ann',
        lastName: 'Obi',
        picture: null,
        settled: 0,
        won: 0,
        lost: 0,
        flatProfit: 0,
        joinedAt: clock().toISOString(),
      },
    ]);
  });

  test('counts from its first day, whenever a member joined', async () => {
    const { api, ann, bob } = await aPoolServer();
    const { id, invitation } = await aPool(api, ann);
    await plays(api, bob, november, 1, { result: 'lost' });
    await joins(api, bob, invitation);

    const { rows } = tableIn(await readPool(api, ann, id));

    expect(rows.find(({ tipsterId }) => tipsterId === bob.id)).toMatchObject({ flatProfit: -1 });
  });
});

describe('creating a pool', () => {
  test('twice with one id creates one pool', async () => {
    const { api, ann } = await aPoolServer();
    const path = `/api/pools/${randomUUID()}`;
    const body = { name: ' Derby ', from: '2026-11-20', until: '2026-11-23' };

    await api.put(path, { ...ann, body });

    expect(await api.put(path, { ...ann, body: { ...body, name: 'Other' } })).toMatchObject({
      status: 200,
      body: { name: 'Derby', owner: 'Ann Obi', members: 1 },
    });
    expect(await listOf(api, ann)).toMatchObject([{ name: 'Derby' }]);
  });

  test('with the id of another member’s pool reveals nothing', async () => {
    const { api, ann, eve } = await aPoolServer();
    const { id } = await aPool(api, ann);
    const body = { name: 'Mine', from: '2026-11-20', until: '2026-11-23' };

    expect(problemOf(await api.put(`/api/pools/${id}`, { ...eve, body }))).toBe('404 not-found');
    expect(await listOf(api, eve)).toEqual([]);
  });

  test.each([
    { name: '  ', errors: { name: ['required'] } },
    { name: 'x'.repeat(41), errors: { name: ['too-long'] } },
    { name: 'a\u202Eb', errors: { name: ['invalid'] } },
    { until: '2026-10-31', errors: { until: ['invalid'] } },
    { until: '2027-11-02', errors: { until: ['invalid'] } },
    { from: '2026-11-31', errors: { from: ['invalid'] } },
    { sportKey: 'no_such_league', errors: { sportKey: ['invalid'] } },
    { ownerId: 'x', errors: { ownerId: ['unknown-field'] } },
  ])('is refused with $errors', async ({ errors, ...given }) => {
    const { api, ann } = await aPoolServer();
    const body = { name: 'x', from: '2026-11-01', until: '2026-11-30', ...given };

    expect(await api.put(`/api/pools/${randomUUID()}`, { ...ann, body })).toMatchObject({
      status: 400,
      body: { code: 'invalid-input', errors },
    });
  });

  test('is rate-limited', async () => {
    const { api, ann } = await aPoolServer();
    const body = { name: 'x', from: '2026-11-01', until: '2026-11-30' };
    const path = `/api/pools/${randomUUID()}`;
    for (let n = 0; n < 60; n += 1) await api.put(path, { ...ann, body });

    expect(problemOf(await api.put(path, { ...ann, body }))).toBe('429 rate-limited');
  });
});

async function plays(api: Api, { id }: Member, kickOff: Date, count: number, leg: PlayedLeg = {}) {
  await confirmedTips(
    api,
    id,
    Array.from({ length: count }, () => ({ kickOff, legs: [leg] })),
  );
}

async function monthOf(api: Api) {
  return z.parse(competitionTable.reply, (await api.get('/api/competitions')).body);
}
