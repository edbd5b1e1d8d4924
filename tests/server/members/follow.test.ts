import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';

import { follows, members } from '#server/db/schema.ts';

import { aMember, type Member } from '../../testing/people/members.ts';
import { type Answer, theApi } from '../../testing/server/api.ts';

const api = await theApi();

describe('following a tipster', () => {
  test('counts once, however often it is said', async () => {
    const [fan, tipster] = await twoMembers();

    const answers = [await follow(fan, tipster.id), await follow(fan, tipster.id)];

    for (const answer of answers) {
      expect(answer).toMatchObject({
        status: 200,
        body: { tipsterId: tipster.id, following: true },
      });
    }
    expect(await followersOf(tipster)).toBe(1);
  });

  test('ends with an unfollow, which leaves its row for the pull', async () => {
    const [fan, tipster] = await twoMembers();
    await follow(fan, tipster.id);
    const before = await cursorOf(fan);

    await follow(fan, tipster.id, 'false');

    expect(await followersOf(tipster)).toBe(0);
    expect(await cursorOf(fan)).toBe(before + 1);
    expect(await rowOf(fan, tipster)).toMatchObject({ following: false, cursor: before + 1 });
  });

  test('of a hundred at the same moment makes one row and one follower', async () => {
    const [fan, tipster] = await twoMembers();

    const answers = await Promise.all(
      Array.from({ length: 100 }, async () => follow(fan, tipster.id)),
    );

    // A busy database refuses some for the moment.
    expect(new Set(answers.map(({ status }) => status))).toContain(200);
    expect(answers.every(({ status }) => status === 200 || status === 503)).toBe(true);
    expect(await followersOf(tipster)).toBe(1);
  }, 20_000);

  test('can be ended when the tipster is none any more', async () => {
    const [fan, tipster] = await twoMembers();
    await follow(fan, tipster.id);
    await api.database.update(members).set({ isTipster: false }).where(eq(members.id, tipster.id));

    expect((await follow(fan, tipster.id)).status).toBe(422);
    expect((await follow(fan, tipster.id, 'false')).status).toBe(200);
  });

  test('with a key is done once, and its answer echoes the key', async () => {
    const [fan, tipster] = await twoMembers();
    const headers = { 'idempotency-key': randomUUID() };

    await follow(fan, tipster.id, 'true', headers);
    await follow(fan, tipster.id, 'false');
    const replay = await follow(fan, tipster.id, 'true', headers);

    expect(replay).toMatchObject({
      status: 200,
      headers: { 'x-op-id': headers['idempotency-key'] },
      body: { following: true },
    });
    expect(await followersOf(tipster)).toBe(0);
  });

  test('with a key that was for something else is refused', async () => {
    const [fan, tipster] = await twoMembers();
    const headers = { 'idempotency-key': randomUUID() };
    await follow(fan, tipster.id, 'true', headers);

    const other = await follow(fan, tipster.id, 'false', headers);

    expect(other).toMatchObject({ status: 422, body: { code: 'key-reused' } });
    expect(await followersOf(tipster)).toBe(1);
  });
});

describe('what a follow refuses', () => {
  test('is a member who is not verified', async () => {
    const fan = await aMember(api);
    const { id } = await aMember(api, { verified: false });

    expect(await follow(fan, id)).toMatchObject({ status: 422, body: { code: 'not-a-tipster' } });
    expect(await api.database.$count(follows, eq(follows.memberId, fan.id))).toBe(0);
  });

  test.each([
    { query: (id: string) => `Id=${id}&isFollow=1`, field: 'isFollow' },
    { query: (id: string) => `Id=${id}`, field: 'isFollow' },
    { query: (id: string) => `id=${id}&isFollow=true`, field: 'id' },
    { query: () => `Id=${encodeURIComponent("' or 1=1 --")}&isFollow=true`, field: 'Id' },
    { query: (id: string) => `Id=${id}&isFollow=true&memberId=${id}`, field: 'memberId' },
  ])('is a query that is not what it should be ($#)', async ({ query, field }) => {
    const [fan, tipster] = await twoMembers();

    const answer = await api.put(`/api/users/followOrUnfollow?${query(tipster.id)}`, fan);

    expect(answer.status).toBe(400);
    expect(answer.body).toHaveProperty(['errors', field]);
    expect(await followersOf(tipster)).toBe(0);
  });
});

async function twoMembers(): Promise<[Member, Member]> {
  return [await aMember(api), await aMember(api)];
}

async function follow(
  { token }: Member,
  id: string,
  isFollow = 'true',
  headers: Record<string, string> = {},
): Promise<Answer> {
  // The specification's client sends the JSON content type without a body.
  const json = { 'content-type': 'application/json', ...headers };
  return api.put(`/api/users/followOrUnfollow?Id=${id}&isFollow=${isFollow}`, {
    token,
    headers: json,
  });
}

async function followersOf(tipster: Member): Promise<number> {
  const { body } = await api.get(`/api/tipsters/${tipster.id}`, tipster);
  const rows = await api.database.$count(
    follows,
    and(eq(follows.tipsterId, tipster.id), eq(follows.following, true)),
  );
  expect(body).toHaveProperty('followers', rows);
  return rows;
}

async function rowOf(fan: Member, tipster: Member) {
  const [row] = await api.database
    .select()
    .from(follows)
    .where(and(eq(follows.memberId, fan.id), eq(follows.tipsterId, tipster.id)));
  return row;
}

async function cursorOf({ id }: Member): Promise<number> {
  const [row] = await api.database.select().from(members).where(eq(members.id, id));
  return row?.cursor ?? -1;
}
