import { randomUUID } from 'node:crypto';
import { isNotNull } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';

import { emailTokens } from '#server/db/auth-tables.ts';
import { operations, sessions } from '#server/db/schema.ts';
import { removeOutdatedRows } from '#server/jobs/retention.ts';

import { day, hour, minute } from '../../testing/clock/clock.ts';
import { aJobRunner } from '../../testing/server/jobs.ts';
import { register } from '../../testing/people/members.ts';
import { aCommunity, aKey, type Community, problemOf } from '../../testing/tips/tips.ts';

/** Posts a tip, in time or too late; the returned function repeats the post with the same key. */
async function aPost({ api, tipster, aGame, returns }: Community, startsIn = 2 * hour) {
  const { id: fixtureId } = await aGame({ startsIn });
  const body = { options: [{ fixtureId, oddName: '1X2 - 1' }] };
  const headers = aKey();
  const post = async (token: string) => api.post('/api/tips', { token, headers, body });
  const first = await post(tipster.token);
  return { first, again: async () => post((await returns(tipster)).token) };
}

describe('a stored response', () => {
  test.each([
    { is: 'a success', startsIn: 2 * hour },
    { is: 'a problem', startsIn: -hour },
  ])('is removed after 180 days, without its key: $is', async ({ startsIn }) => {
    const community = await aCommunity();
    const { api, clock } = community;
    const { first, again } = await aPost(community, startsIn);

    clock.passes(180 * day);
    await removeOutdatedRows(api.database, clock());
    const kept = await again();
    clock.passes(minute);
    await removeOutdatedRows(api.database, clock());
    const forgotten = await again();

    expect(kept.status).toBe(first.status);
    expect(problemOf(forgotten)).toBe('410 answer-forgotten');
    expect(await api.database.select().from(operations)).toMatchObject([
      { status: first.status, answer: null },
    ]);
  });
});

describe('a session and a mailed link', () => {
  test('are removed thirty days after they expired', async () => {
    const { api, clock, tipster } = await aCommunity();
    await api.database.delete(sessions);
    const used = { startedAt: clock(), lastUsedAt: clock() };
    for (const days of [-31, -29, 1]) {
      const expiresAt = new Date(clock().getTime() + days * day);
      const row = { memberId: tipster.id, createdAt: clock(), expiresAt };
      await api.database.insert(sessions).values({ ...row, ...used, id: randomUUID() });
      const token = { ...row, tokenHash: `${days}`, purpose: 'verify-email' as const };
      await api.database.insert(emailTokens).values(token);
    }

    await removeOutdatedRows(api.database, clock());

    const kept = await api.database.select().from(emailTokens);
    expect(kept.map(({ tokenHash }) => tokenHash).toSorted()).toEqual(['-29', '1']);
    expect(await api.database.$count(sessions)).toBe(2);
  });
});

test('the data of a registration is stored until its address is verified', async () => {
  const { api, clock } = await aCommunity();
  await register(api);
  clock.passes(60 * day);

  await removeOutdatedRows(api.database, clock());

  expect(await api.database.$count(emailTokens)).toBe(1);
});

test('all old data is removed, a few rows at a time', async () => {
  const { api, clock, tipster } = await aCommunity();
  const answeredAt = new Date(clock().getTime() - 181 * day);
  const rows = Array.from({ length: 25 }, (_, index) => ({
    memberId: tipster.id,
    key: `${index}`,
    fingerprint: '',
    status: 200,
    answer: {},
    answeredAt,
    cursor: index,
  }));
  await api.database.insert(operations).values(rows);

  await removeOutdatedRows(api.database, clock(), 10);

  expect(await api.database.$count(operations)).toBe(25);
  expect(await api.database.$count(operations, isNotNull(operations.answer))).toBe(0);
});

test('a server removes old data by itself', async () => {
  const community = await aCommunity();
  const { api, clock } = community;
  await aPost(community);
  clock.passes(181 * day);

  await (await aJobRunner(community.services)).runScheduled('old-data');

  expect(await api.database.select().from(operations)).toMatchObject([{ answer: null }]);
});
