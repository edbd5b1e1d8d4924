import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { takeTimeOut } from '#contract/members.ts';
import { beginTimeOut } from '#server/members/time-out.ts';

import type { Answer } from '../../testing/server/api.ts';
import { day, hour, minute } from '../../testing/clock/clock.ts';
import {
  goodPassword,
  logIn,
  type Member,
  register,
  rowOf,
  sessionIn,
} from '../../testing/people/members.ts';
import { aBooking, answersTo, aPost, codesOf } from '../../testing/tips/operations.ts';
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
  test('cannot post or book in any way, and gets the end of the time-out', async () => {
    const community = await aCommunity();
    const tip = await community.aTip();

    const fields = await timeOuts(community);

    const until = new Date(community.clock().getTime() + day).toISOString();
    expect(fields).toMatchObject({ status: 200, body: { until } });
    for (const answer of [await posts(community), await books(community, tip)]) {
      expect(problemOf(answer)).toBe('403 in-time-out');
      expect(answer.body).toMatchObject({ until });
    }
    const options = [{ fixtureId: (await community.aGame()).id, oddName: '1X2 - 1' }];
    const { api, tipster } = community;
    const withoutKey = await api.post('/api/tips', { token: tipster.token, body: { options } });
    expect(problemOf(withoutKey)).toBe('403 in-time-out');
    const inBatch = await answersTo(community, [
      aPost([await community.aGame()]),
      aBooking(tip.id, tip.version),
    ]);
    expect(codesOf(inBatch)).toEqual(Array(2).fill('403 in-time-out'));
    expect((await api.delete(takeTimeOut.path, { token: tipster.token })).status).toBe(404);
  });

  test('cannot complete a post that was running when the time-out began', async () => {
    const community = await aCommunity();
    const { api, tipster, clock } = community;

    const met = await api.database.transaction(async (tx) => {
      await beginTimeOut(tx, tipster.id, { length: '24h', spared: [] }, clock());
      const post = posts(community);
      await expect.poll(async () => somebodyWaits(api)).toBe(true);
      return { post };
    });

    expect(problemOf(await met.post)).toBe('403 in-time-out');
  });

  test('can still read, follow, withdraw and export', async () => {
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

  test('can still price the tips of others as an administrator', async () => {
    const community = await aCommunity();
    const { tip } = await aTip(community);
    await timeOuts(community, {}, community.administrator);

    const [leg] = tip.options;
    const answer = await edits(community, tip, [{ fixtureId: leg?.fixtureId, odd: 3 }]);

    expect(answer.status).toBe(200);
  });

  test('can post again at its end', async () => {
    const community = await aCommunity();
    await timeOuts(community);
    community.clock.passes(day - 1);
    expect(problemOf(await posts(community))).toBe('403 in-time-out');

    community.clock.passes(1);

    expect((await posts(community)).status).toBe(201);
  });

  test('pulls its end with the profile', async () => {
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
    { what: 'one with a beginning long ago', fields: { since: '2020-01-01T00:00:00Z' } },
  ] as const)('is not shortened by $what', async ({ fields }) => {
    const community = await aCommunity();
    const { body } = await timeOuts(community, { length: '7d' });

    expect(await timeOuts(community, fields)).toMatchObject({ status: 200, body });

    community.clock.passes(6 * day);
    expect(problemOf(await posts(community))).toBe('403 in-time-out');
  });

  test('continues after a logout', async () => {
    const community = await aCommunity();
    await timeOuts(community, { length: '7d' });
    await community.api.post('/api/auth/logout', { token: community.tipster.token });

    const back = await community.returns(community.tipster);

    const tipster = { ...community.tipster, ...back };
    expect(problemOf(await posts({ ...community, tipster }))).toBe('403 in-time-out');
  });
});

describe('a time-out that began offline', () => {
  test.each([
    { what: 'ends at the time that the phone has shown', since: -20 * hour, until: 4 * hour },
    { what: 'by a clock that is ahead counts from its arrival', since: 3 * day, until: day },
    { what: 'and ended before it arrived has no effect', since: -2 * day, until: -day },
  ])('$what', async ({ since, until }) => {
    const community = await aCommunity();
    const now = community.clock().getTime();
    const at = (shift: number) => new Date(now + shift).toISOString();

    expect((await timeOuts(community, { since: at(since) })).body).toEqual({ until: at(until) });

    community.clock.passes(Math.max(0, until));
    expect((await posts(community)).status).toBe(201);
  });

  test('accepts operations that were queued before it, and no others', async () => {
    const community = await aCommunity();
    const saved = await community.aTip();
    const [tip, booking] = [randomUUID(), randomUUID()];

    await timeOuts(community, { spared: [tip, booking] });

    expect((await posts(community, tip)).status).toBe(201);
    expect(tipOf(await books(community, saved, booking)).IsBooked).toBe(true);
    expect(problemOf(await posts(community))).toBe('403 in-time-out');
  });

  test('accepts no further operations from a later request', async () => {
    const community = await aCommunity();
    const [tip, later] = [randomUUID(), randomUUID()];
    await timeOuts(community, { spared: [tip] });
    await timeOuts(community, { length: '7d', spared: [later] });

    expect(problemOf(await posts(community, later))).toBe('403 in-time-out');
    expect((await posts(community, tip)).status).toBe(201);
  });

  test('no longer accepts them once another time-out begins', async () => {
    const community = await aCommunity();
    const tip = randomUUID();
    await timeOuts(community, { spared: [tip] });
    community.clock.passes(2 * day);
    await timeOuts(community);

    expect(problemOf(await posts(community, tip))).toBe('403 in-time-out');
  });

  test('refuses an operation that had failed before it', async () => {
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

describe('an account in a time-out', () => {
  test('can be deleted together with the time-out', async () => {
    const community = await aCommunity();
    const { api } = community;
    const { email } = await register(api);
    const session = sessionIn(await logIn(api, { email, password: goodPassword }));
    const leaver = { ...community.tipster, id: session.userId, token: session.access_token };
    expect(await timeOuts(community, { spared: ['a-key'] }, leaver)).toMatchObject({ status: 200 });

    const body = { password: goodPassword };
    const gone = await api.delete('/api/users/me', { token: leaver.token, body });

    expect(gone.status).toBe(200);
    expect(await rowOf(api, leaver)).toMatchObject({
      timeOutFrom: null,
      timeOutUntil: null,
      timeOutSpared: [],
    });
  });
});
