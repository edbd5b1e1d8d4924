import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { takeTimeOut } from '#contract/members.ts';
import { members } from '#server/db/schema.ts';
import { beginTimeOut } from '#server/members/time-out.ts';

import type { Answer } from '../../testing/server/api.ts';
import { day, hour, minute } from '../../testing/clock/clock.ts';
import {
  goodPassword,
  logIn,
  type Member,
  register,
  sessionIn,
} from '../../testing/people/members.ts';
import { aBooking, answersTo, aPost } from '../../testing/tips/operations.ts';
import { somebodyWaits } from '../../testing/database/postgres.ts';
import {
  aCommunity,
  aKey,
  aTip,
  type Community,
  edits,
  problemOf,
  tipOf,
} from '../../testing/tips/tips.ts';

type TimeOutFields = Partial<z.input<typeof takeTimeOut.body>>;

async function timeOuts(
  { api, tipster }: Community,
  fields: TimeOutFields = {},
  by: Member = tipster,
): Promise<Answer> {
  const body = { length: '24h', ...fields };
  return api.put(takeTimeOut.path, { token: by.token, body, headers: aKey() });
}

async function posts({ api, tipster, aGame }: Community, key: string = randomUUID()) {
  const options = [{ fixtureId: (await aGame({ startsIn: 40 * day })).id, oddName: '1X2 - 1' }];
  return api.post('/api/tips', { token: tipster.token, body: { options }, headers: aKey(key) });
}

async function books({ api, tipster }: Community, { id }: { id: string }, key?: string) {
  return api.put(`/api/tips/bookTicket/${id}`, { token: tipster.token, headers: aKey(key) });
}

describe('a member in a time-out', () => {
  test('posts nothing and books nothing, and is told until when', async () => {
    const community = await aCommunity();
    const tip = await community.aTip();

    const fields = await timeOuts(community);

    const until = new Date(community.clock().getTime() + day).toISOString();
    expect(fields).toMatchObject({ status: 200, body: { until } });
    for (const answer of [await posts(community), await books(community, tip)]) {
      expect(problemOf(answer)).toBe('403 in-time-out');
      expect(answer.body).toMatchObject({ until });
    }
  });

  test('is held to it without a key as well, and in a batch', async () => {
    const community = await aCommunity();
    const { api, tipster, aGame } = community;
    const tip = await community.aTip();
    await timeOuts(community);
    const options = [{ fixtureId: (await aGame()).id, oddName: '1X2 - 1' }];

    const alone = await api.post('/api/tips', { token: tipster.token, body: { options } });
    const together = await answersTo(community, [
      aPost([await aGame()]),
      aBooking(tip.id, tip.version),
    ]);

    expect(problemOf(alone)).toBe('403 in-time-out');
    expect(together).toMatchObject([
      { status: 403, body: { code: 'in-time-out' } },
      { status: 403, body: { code: 'in-time-out' } },
    ]);
  });

  test('posts nothing that met the time-out as it began', async () => {
    const community = await aCommunity();
    const { api, tipster, clock } = community;

    const met = await api.database.transaction(async (tx) => {
      await beginTimeOut(tx, tipster.id, { length: '24h', spared: [] }, clock());
      const post = posts(community);
      await expect.poll(async () => somebodyWaits(api), { timeout: 20_000 }).toBe(true);
      return { post };
    });

    expect(problemOf(await met.post)).toBe('403 in-time-out');
  });

  test('reads, follows, withdraws and exports as ever', async () => {
    const community = await aCommunity();
    const { api, tipster, other } = community;
    const { id } = await community.aTip();
    await timeOuts(community);

    const follow = `/api/users/followOrUnfollow?Id=${other.id}&isFollow=true`;
    const answers = [
      await api.get('/api/feed', tipster),
      await api.put(follow, tipster),
      await api.delete(`/api/tips/${id}`, tipster),
      await api.get('/api/users/me/export', tipster),
    ];

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  test('who is an administrator prices the tips of others all the same', async () => {
    const community = await aCommunity();
    const { tip } = await aTip(community);
    await timeOuts(community, {}, community.administrator);

    const [leg] = tip.options;
    const answer = await edits(community, tip, [{ fixtureId: leg?.fixtureId, odd: 3 }]);

    expect(answer.status).toBe(200);
  });

  test('is free the moment it is over', async () => {
    const community = await aCommunity();
    await timeOuts(community);
    community.clock.passes(day - 1);
    expect(problemOf(await posts(community))).toBe('403 in-time-out');

    community.clock.passes(1);

    expect((await posts(community)).status).toBe(201);
  });

  test('sees its end in their profile by the pull', async () => {
    const community = await aCommunity();
    const { api, tipster } = community;
    await community.aTip();
    const before = await api.get('/api/sync?since=0', tipster);
    expect(before.body).not.toHaveProperty('profile.breakUntil');
    const { cursor } = z.parse(z.looseObject({ cursor: z.int() }), before.body);

    const { body } = await timeOuts(community);

    const { until } = z.parse(takeTimeOut.reply, body);
    const after = await api.get(`/api/sync?since=${cursor}`, tipster);
    expect(after.body).toMatchObject({ profile: { timeOutUntil: until } });
    const others = await api.get(`/api/tipsters/${tipster.id}`, community.other);
    expect(JSON.stringify(others.body)).not.toContain('break');
  });
});

describe('a time-out that runs', () => {
  test.each([
    { what: 'a shorter one', fields: { length: '24h' } },
    { what: 'one that is said to have begun long ago', fields: { since: '2020-01-01T00:00:00Z' } },
  ] as const)('is not shortened by $what', async ({ fields }) => {
    const community = await aCommunity();
    const { body } = await timeOuts(community, { length: '7d' });

    expect(await timeOuts(community, fields)).toMatchObject({ status: 200, body });

    community.clock.passes(6 * day);
    expect(problemOf(await posts(community))).toBe('403 in-time-out');
  });

  test('is made longer by a longer one', async () => {
    const community = await aCommunity();
    await timeOuts(community);
    community.clock.passes(hour);

    const { body } = await timeOuts(community, { length: '7d' });

    expect(body).toEqual({
      until: new Date(community.clock().getTime() + 7 * day).toISOString(),
    });
  });

  test('cannot be lifted: no call knows how', async () => {
    const community = await aCommunity();
    const { api, tipster } = community;
    await timeOuts(community);

    const lifted = await api.delete(takeTimeOut.path, { token: tipster.token });
    const never = await timeOuts(community, { length: '24h', since: 'never' });

    expect(lifted.status).toBe(404);
    expect(problemOf(never)).toBe('400 invalid-input');
    expect(problemOf(await posts(community))).toBe('403 in-time-out');
  });

  test('outlasts a logout, for it is the account’s', async () => {
    const community = await aCommunity();
    await timeOuts(community, { length: '7d' });
    await community.api.post('/api/auth/logout', { token: community.tipster.token });

    const back = await community.returns(community.tipster);

    const tipster = { ...community.tipster, ...back };
    expect(problemOf(await posts({ ...community, tipster }))).toBe('403 in-time-out');
  });
});

describe('a time-out that began on a phone without a connection', () => {
  test('ends when its member was told it would', async () => {
    const community = await aCommunity();
    const since = community.clock().toISOString();
    community.clock.passes(20 * hour);

    await timeOuts(community, { since });

    community.clock.passes(4 * hour);
    expect((await posts(community)).status).toBe(201);
  });

  test('by a clock that is ahead counts from the moment it came', async () => {
    const community = await aCommunity();
    const since = new Date(community.clock().getTime() + 3 * day).toISOString();

    const { body } = await timeOuts(community, { since });

    expect(body).toEqual({ until: new Date(community.clock().getTime() + day).toISOString() });
  });

  test('and was over before it came holds nothing up', async () => {
    const community = await aCommunity();
    const since = community.clock().toISOString();
    community.clock.passes(2 * day);

    await timeOuts(community, { since });

    expect((await posts(community)).status).toBe(201);
  });

  test('lets through what was saved before it, and nothing else', async () => {
    const community = await aCommunity();
    const saved = await community.aTip();
    const [tip, booking] = [randomUUID(), randomUUID()];

    await timeOuts(community, { spared: [tip, booking] });

    expect((await posts(community, tip)).status).toBe(201);
    expect(tipOf(await books(community, saved, booking)).IsBooked).toBe(true);
    expect(problemOf(await posts(community))).toBe('403 in-time-out');
  });

  test('lets it through also after it was made longer', async () => {
    const community = await aCommunity();
    const tip = randomUUID();
    await timeOuts(community, { spared: [tip] });
    await timeOuts(community, { length: '7d' });

    expect((await posts(community, tip)).status).toBe(201);
  });

  test('lets through nothing more that is named while it runs', async () => {
    const community = await aCommunity();
    const [tip, later] = [randomUUID(), randomUUID()];
    await timeOuts(community, { spared: [tip] });
    await timeOuts(community, { length: '7d', spared: [later] });

    expect(problemOf(await posts(community, later))).toBe('403 in-time-out');
    expect((await posts(community, tip)).status).toBe(201);
  });

  test('forgets what it let through once another begins', async () => {
    const community = await aCommunity();
    const tip = randomUUID();
    await timeOuts(community, { spared: [tip] });
    community.clock.passes(2 * day);
    await timeOuts(community);

    expect(problemOf(await posts(community, tip))).toBe('403 in-time-out');
  });

  test('stops what only failed before it', async () => {
    const community = await aCommunity();
    const { api, tipster } = community;
    const { id, version } = await community.aTip();
    const booking = async (seen: number) =>
      api.put(`/api/tips/bookTicket/${id}`, {
        token: tipster.token,
        headers: { ...aKey('a-booking'), 'if-match': `"${seen}"` },
      });
    expect(problemOf(await booking(version + 1))).toBe('412 stale-version');
    community.clock.passes(minute);
    await timeOuts(community);

    expect(problemOf(await booking(version))).toBe('403 in-time-out');
  });
});

describe('the account of somebody in a time-out', () => {
  test('can be deleted, and the time-out goes with it', async () => {
    const community = await aCommunity();
    const { api } = community;
    const { email } = await register(api);
    const session = sessionIn(await logIn(api, { email, password: goodPassword }));
    const leaver = { ...community.tipster, id: session.userId, token: session.access_token };
    expect(await timeOuts(community, { spared: ['a-key'] }, leaver)).toMatchObject({ status: 200 });

    const body = { password: goodPassword };
    const gone = await api.delete('/api/users/me', { token: leaver.token, body });

    expect(gone.status).toBe(200);
    const [row] = await api.database.select().from(members).where(eq(members.id, leaver.id));
    expect(row).toMatchObject({ timeOutFrom: null, timeOutUntil: null, timeOutSpared: [] });
  });
});
