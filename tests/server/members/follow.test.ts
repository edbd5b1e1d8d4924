import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';

import { follows, members } from '#server/db/schema.ts';

import { aMember, type Member, rowOf } from '../../testing/people/members.ts';
import { type Answer, theApi } from '../../testing/server/api.ts';

const api = await theApi();

describe('following a tipster', () => {
  test('counts once, however often it is repeated', async () => {
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

  test('ends with an unfollow, which keeps the row for pulls', async () => {
    const [fan, tipster] = await twoMembers();
    await follow(fan, tipster.id);
    const before = (await rowOf(api, fan))?.cursor ?? 0;

    await follow(fan, tipster.id, 'false');

    expect(await followersOf(tipster)).toBe(0);
    const cursor = before + 1;
    expect(await rowOf(api, fan)).toMatchObject({ cursor });
    const rows = await api.database.select().from(follows).where(eq(follows.memberId, fan.id));
    expect(rows).toMatchObject([{ following: false, cursor }]);
  });

  test('creates one row and one follower for a hundred concurrent requests', async () => {
    const [fan, tipster] = await twoMembers();

    const answers = await Promise.all(
      Array.from({ length: 100 }, async () => follow(fan, tipster.id)),
    );

    // A busy database may refuse some requests temporarily.
    expect(new Set(answers.map(({ status }) => status))).toContain(200);
    expect(answers.every(({ status }) => status === 200 || status === 503)).toBe(true);
    expect(await followersOf(tipster)).toBe(1);
  });

  test('can be ended when the member is no longer a tipster', async () => {
    const [fan, tipster] = await twoMembers();
    await follow(fan, tipster.id);
    await api.database.update(members).set({ isTipster: false }).where(eq(members.id, tipster.id));

    expect((await follow(fan, tipster.id)).status).toBe(422);
    expect((await follow(fan, tipster.id, 'false')).status).toBe(200);
  });

  test('is refused for an unverified member', async () => {
    const fan = await aMember(api);
    const { id } = await aMember(api, { verified: false });

    expect(await follow(fan, id)).toMatchObject({ status: 422, body: { code: 'not-a-tipster' } });
    expect(await api.database.$count(follows, eq(follows.memberId, fan.id))).toBe(0);
  });
});

async function twoMembers(): Promise<[Member, Member]> {
  return [await aMember(api), await aMember(api)];
}

async function follow({ token }: Member, id: string, isFollow = 'true'): Promise<Answer> {
  // The specification's client declares JSON but sends no body.
  const headers = { 'content-type': 'application/json' };
  return api.put(`/api/users/followOrUnfollow?Id=${id}&isFollow=${isFollow}`, { token, headers });
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
