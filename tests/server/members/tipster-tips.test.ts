import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { competitionTable, tipsterRecord } from '#contract/records.ts';
import type { Tip } from '#contract/tips.ts';

import { type Answer, nextPath } from '../../testing/server/api.ts';
import { day, hour } from '../../testing/clock/clock.ts';
import { confirmedTips, type PlayedLeg } from '../../testing/tips/confirmed-tips.ts';
import { aCommunity, type Community, problemOf, tipsOf } from '../../testing/tips/tips.ts';

/** The settled tips of a season by name, ordered by last kick-off, latest first. */
const season = {
  lostToday: tip('2026-03-07T10:00Z', [{ result: 'lost' }]),
  goals: tip('2026-03-06T15:00Z', [
    { oddName: 'O/U 2.5 - Over', sportKey: 'soccer_spain_la_liga' },
  ]),
  late: tip('2026-03-05T15:00Z', [{}], { createdAt: new Date('2026-03-05T15:01Z') }),
  unpriced: tip('2026-03-04T15:00Z', [{ odd: 0 }]),
  double: tip('2026-03-01T00:00Z', [
    { sportKey: 'soccer_spain_la_liga' },
    { oddName: 'GG/NG - GG' },
  ]),
  february: tip('2026-02-28T23:59Z', [{ result: 'lost' }]),
  voided: tip('2026-02-28T23:59Z', [{ result: 'void' }], {
    createdAt: new Date('2026-02-28T21:00Z'),
  }),
  autumn: tip('2025-11-01T15:00Z', [{ oddName: 'O/U 2.5 - Under' }]),
} as const;
type Name = keyof typeof season;

function tip(kickOff: string, legs: readonly PlayedLeg[], rest: { createdAt?: Date } = {}) {
  return { kickOff: new Date(kickOff), legs, rest: { id: randomUUID(), ...rest } };
}

const names = Object.entries(season).map(([name, { rest }]) => [rest.id, name] as const);
const namesOf = (tips: readonly Pick<Tip, 'id'>[]) =>
  tips.map(({ id }) => new Map<string, string>(names).get(id) ?? id);

let community: Community;
beforeAll(async () => {
  community = await aCommunity();
  // Inserted in another order than that of the list.
  const posted = Object.values(season).toSorted((a, b) => (a.rest.id < b.rest.id ? -1 : 1));
  await confirmedTips(community.services, community.tipster.id, posted);
});

async function listed(query: string): Promise<Answer> {
  return community.api.get(`/api/tipsters/${community.tipster.id}/tips?${query}`);
}

describe('the settled tips of a tipster', () => {
  test.each<{ query: string; found: readonly Name[] }>([
    {
      query: '',
      found: ['lostToday', 'goals', 'late', 'unpriced', 'double', 'february', 'voided', 'autumn'],
    },
    { query: 'league=soccer_spain_la_liga', found: ['goals', 'double'] },
    { query: 'league=soccer_none', found: [] },
    { query: 'option=O/U%202.5', found: ['goals', 'autumn'] },
    { query: 'option=GG/NG', found: ['double'] },
    // The leg in that league has another option group.
    { query: 'option=GG/NG&league=soccer_spain_la_liga', found: [] },
    { query: 'month=2026-02', found: ['february', 'voided'] },
    { query: 'month=2026-03', found: ['lostToday', 'goals', 'late', 'unpriced', 'double'] },
    { query: 'window=90d&league=soccer_epl&month=2025-11', found: [] },
    { query: 'window=all&month=2025-11', found: ['autumn'] },
    { query: 'at=2026-02-28T23:59:00.000Z', found: ['february', 'voided'] },
    { query: 'at=2026-02-28T23:59:00.000Z&figure=settled', found: ['february'] },
    { query: 'month=2026-03&figure=priced', found: ['lostToday', 'goals', 'late', 'double'] },
    { query: 'month=2026-03&figure=in-time', found: ['lostToday', 'goals', 'unpriced', 'double'] },
  ])('of "$query" are $found, by their last kick-off', async ({ query, found }) => {
    expect(namesOf(tipsOf(await listed(query)))).toEqual(found);
  });

  test('continue page by page, each tip once, and the last page has no link', async () => {
    const found: string[] = [];
    for (let next = `/api/tipsters/${community.tipster.id}/tips?limit=3`; next !== '';) {
      const page = await community.api.get(next);
      found.push(...namesOf(tipsOf(page)));
      next = nextPath(page);
    }

    expect(found).toEqual(Object.keys(season));
  });

  test('are exactly those that each number of the record counts', async () => {
    const { body } = await community.api.get(`/api/tipsters/${community.tipster.id}/record`);
    const { windows, months } = z.parse(tipsterRecord.reply, body);

    const count = async (query: string) => tipsOf(await listed(query)).length;
    for (const [window, { settled, priced, points }] of Object.entries(windows)) {
      expect(await count(`window=${window}&figure=settled`)).toBe(settled);
      expect(await count(`window=${window}&figure=priced`)).toBe(priced);
      for (const [at] of points) expect(await count(`at=${at}&figure=settled`)).toBe(1);
    }
    expect(months.length).toBe(3);
    for (const { month, settled } of months) {
      expect(await count(`month=${month}&figure=settled`)).toBe(settled);
    }
  });

  test('that arrived before kick-off are as many as in the table of the month', async () => {
    const { body } = await community.api.get('/api/competitions?month=2026-03');
    const { best } = z.parse(competitionTable.reply, body);

    expect(best).toMatchObject({ tipsterId: community.tipster.id, tips: 5, beforeKickOff: 4 });
    expect(tipsOf(await listed('month=2026-03&figure=in-time'))).toHaveLength(4);
  });
});

describe('the open tips of a tipster', () => {
  test('are the unconfirmed ones, newest first, without withdrawn tips', async () => {
    const { api, clock, tipster, aTip, aGame } = await aCommunity();
    const first = await aTip({ games: [await aGame({ startsIn: 5 * hour })] });
    clock.passes(1000);
    const second = await aTip();
    clock.passes(1000);
    const withdrawn = await aTip();
    await api.delete(`/api/tips/${withdrawn.id}`, tipster);
    const path = `/api/tipsters/${tipster.id}/tips?state=open`;

    expect(namesOf(tipsOf(await api.get(path)))).toEqual([second.id, first.id]);
    const page = await api.get(`${path}&limit=1`);
    expect(namesOf(tipsOf(await api.get(nextPath(page))))).toEqual([first.id]);
    expect(tipsOf(await api.get(`/api/tipsters/${tipster.id}/tips`))).toEqual([]);

    // A tip stays in this list until it is confirmed, even after its games have ended.
    clock.passes(day);
    expect(tipsOf(await api.get(path))).toHaveLength(2);
  });

  test('are equal for the owner and for anonymous readers', async () => {
    const { api, tipster, aTip } = await aCommunity();
    await aTip({ rest: { stake: 3 } });
    const path = `/api/tipsters/${tipster.id}/tips?state=open`;

    expect((await api.get(path, tipster)).body).toEqual((await api.get(path)).body);
  });
});

describe('a list of a tipster’s tips', () => {
  test('refuses unknown filters, and names them', async () => {
    const before = ['before=x', `before=${randomUUID()}`];
    const filters = ['state=all', 'month=2026-13', 'option=Corners', 'window=7d', 'at=yesterday'];
    for (const query of [...filters, 'figure=all', 'limit=0', 'limit=101', ...before]) {
      const answer = await listed(query);

      expect(problemOf(answer)).toBe('400 invalid-input');
      expect(answer.body).toHaveProperty(['errors', query.split('=')[0] ?? '']);
    }
  });

  test('refuses the cursor of another tipster’s tip', async () => {
    const { id } = await community.aTip({ by: community.other });

    expect(problemOf(await listed(`before=${id}`))).toBe('400 invalid-input');
  });

  test('exists only for callers who may see the tipster', async () => {
    const { api, aMember } = community;
    const hidden = await aMember({ verified: false });
    const path = (id: string) => `/api/tipsters/${id}/tips`;

    expect(problemOf(await api.get(path(hidden.id)))).toBe('404 not-found');
    expect(problemOf(await api.get(path(randomUUID())))).toBe('404 not-found');
    expect((await api.get(path(hidden.id), hidden)).status).toBe(200);
  });
});
