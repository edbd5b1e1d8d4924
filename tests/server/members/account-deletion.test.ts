import { and, eq, isNotNull } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { competitionTable } from '#contract/records.ts';
import { noticeChoices, pushSubscriptions } from '#server/db/notice-tables.ts';
import { pools } from '#server/db/pool-tables.ts';
import { audit, members, operations, pictures, sessions } from '#server/db/schema.ts';
import { verifyDatabase } from '#server/proof/verify.ts';

import { type Answer, theApi } from '../../testing/server/api.ts';
import { save } from '../../testing/server/busy-server.ts';
import { aClock, hour } from '../../testing/clock/clock.ts';
import { aSettledTip } from '../../testing/tips/confirmed-tips.ts';
import { everythingIn } from '../../testing/database/database-text.ts';
import { aFixture } from '../../testing/tips/fixtures.ts';
import { mailsTo, newestMailTo, tokenIn } from '../../testing/outside/mail.ts';
import { verify } from '../../testing/people/account.ts';
import {
  aMember,
  goodPassword,
  logIn,
  register,
  rowOf,
  sessionIn,
} from '../../testing/people/members.ts';
import { aPool, joins, readPool, tableIn } from '../../testing/tips/pools.ts';
import { aKey, problemOf, tipOf, tipsOf } from '../../testing/tips/tips.ts';

const clock = aClock();
const api = await theApi({ clock });

const canaries = {
  firstName: 'Canaryfirst',
  lastName: 'Canarylast',
  phoneNumber: '+234 806 660 0666',
  state: 'Canarystate',
  address: 'Canary street',
  country: 'NG',
  showPhone: true,
};

describe('deleting an account', () => {
  test('removes name, phone, address, picture, email and follows from the database', async () => {
    const leaver = await aLeaver();
    await api.database.insert(pictures).values({
      hash: 'f'.repeat(64),
      bytes: Buffer.from('canary'),
      createdAt: clock(),
    });
    await api.database
      .update(members)
      .set({ pictureHash: 'f'.repeat(64) })
      .where(eq(members.id, leaver.id));

    await isPushedTo(leaver);
    const { id: fixtureId } = await aFixture(api, { kickOff: new Date(clock().getTime() + hour) });
    const body = { options: [{ fixtureId, oddName: '1X2 - 1' }], analysis: 'Canary words.' };
    const posted = tipOf(await api.post('/api/tips', { token: leaver.token, body }), 201);

    expect(await deletes(leaver)).toMatchObject({ status: 200, body: { id: leaver.id } });

    expect(await everythingIn(api)).not.toMatch(/canary|seven wet|660 0666/i);
    expect(await api.database.$count(pictures)).toBe(0);
    expect(await rowOf(api, leaver)).toMatchObject({ deletedAt: clock(), role: 'member' });
    const answers = and(eq(operations.memberId, leaver.id), isNotNull(operations.answer));
    expect(await api.database.$count(operations, answers)).toBe(0);
    expect(tipOf(await api.get(`/api/tips/${posted.id}`))).toMatchObject({
      analysisRemovedBy: 'tipster',
    });
    expect((await verifyDatabase(api.database)).problems).toEqual([]);
  });

  test('succeeds even if another account’s email contains the member’s id', async () => {
    const leaver = await aLeaver();
    await register(api, { email: `${leaver.id}@deleted.invalid` });

    expect(await deletes(leaver)).toMatchObject({ status: 200, body: { id: leaver.id } });
  });

  test('keeps the record public, as that of a former member', async () => {
    const leaver = await aLeaver();
    await aSettledTip(api, leaver.id, { outcome: 'lost' });
    const before = await api.get(`/api/tipsters/${leaver.id}/record`);

    await deletes(leaver);

    expect((await api.get(`/api/tipsters/${leaver.id}/record`)).body).toEqual(before.body);
    const profile = await api.get(`/api/tipsters/${leaver.id}`, await aMember(api));
    expect(profile).toMatchObject({
      status: 200,
      body: { former: true, firstName: '', lastName: '', isTipster: false, record: { lost: 1 } },
    });
    expect(profile.body).not.toHaveProperty('phoneNumber', '+234 806 660 0666');
    const theirs = tipsOf(await api.get('/api/feed')).filter(
      ({ tipsterId }) => tipsterId === leaver.id,
    );
    expect(theirs).toMatchObject([{ tipsterName: '', former: true }]);
    const month = clock().toISOString().slice(0, 7);
    const { rows } = z.parse(
      competitionTable.reply,
      (await api.get(`/api/competitions?month=${month}`)).body,
    );
    expect(rows.find(({ tipsterId }) => tipsterId === leaver.id)).toMatchObject({
      firstName: '',
      lastName: '',
      former: true,
    });
    expect(JSON.stringify((await api.get('/api/tipsters')).body)).not.toContain(leaver.id);
  });

  test('leaves every pool; an own pool gets another owner, or is deleted without members', async () => {
    const leaver = await aLeaver();
    const friend = await aMember(api);
    const [alone, own, joined] = [
      await aPool(api, leaver, { name: 'Canary pool' }),
      await aPool(api, leaver),
      await aPool(api, friend),
    ];
    await joins(api, friend, own.invitation);
    await joins(api, leaver, joined.invitation);

    await deletes(leaver);

    const [passed, left] = [
      tableIn(await readPool(api, friend, own.id)),
      tableIn(await readPool(api, friend, joined.id)),
    ];
    expect(passed).toMatchObject({ ownerId: friend.id, members: 1 });
    expect(left.rows.map(({ tipsterId }) => tipsterId)).toEqual([friend.id]);
    expect(await api.database.$count(pools, eq(pools.id, alone.id))).toBe(0);
  });

  test('removes the name from followers’ lists and searches', async () => {
    const leaver = await aLeaver();
    await aSettledTip(api, leaver.id);
    const fan = await aMember(api);
    await api.put(`/api/users/followOrUnfollow?Id=${leaver.id}&isFollow=true`, fan);
    await deletes(leaver);

    const { body } = await api.get('/api/users/me/export', fan);

    expect(body).toMatchObject({ follows: [{ tipsterId: leaver.id, name: '', former: true }] });
    expect(await api.get(`/api/tipsters/${leaver.id}`)).toMatchObject({
      body: { firstName: '', former: true, tips: [{ tipsterName: '', former: true }] },
    });
    expect((await rowOf(api, leaver))?.searchName).toBe('');
  });

  test('ends every session, and voids password and links', async () => {
    const leaver = await aLeaver();
    const other = sessionIn(await logIn(api, leaver)).access_token;
    await api.post('/api/auth/forgotPassword', { body: { email: leaver.email } });
    const link = tokenIn(await newestMailTo(api, leaver.email));

    await deletes(leaver);

    for (const token of [leaver.token, other]) {
      expect(problemOf(await api.get('/api/tips', { token }))).toBe('401 session-ended');
    }
    expect(problemOf(await logIn(api, leaver))).toBe('401 wrong-credentials');
    const former = (await rowOf(api, leaver))?.email ?? '';
    expect(problemOf(await logIn(api, { ...leaver, email: former }))).toBe('401 wrong-credentials');
    const body = { token: link, password: 'nine dry left-backs' };
    expect(problemOf(await api.post('/api/auth/resetPassword', { body }))).toBe(
      '400 reset-expired',
    );
    await api.post('/api/auth/forgotPassword', { body: { email: former } });
    expect(await mailsTo(api, former)).toEqual([]);
    await register(api, { email: leaver.email });
    expect(sessionIn(await logIn(api, leaver)).userId).not.toBe(leaver.id);
  });

  test('is refused with a wrong password, and limited to ten attempts', async () => {
    const leaver = await aLeaver();

    const codes = [];
    for (let n = 0; n < 11; n += 1) codes.push(problemOf(await deletes(leaver, 'wrong')));

    expect(codes).toEqual([
      ...Array.from({ length: 10 }, () => '422 wrong-password'),
      '429 rate-limited',
    ]);
    expect(await rowOf(api, leaver)).toMatchObject({ deletedAt: null, firstName: 'Canaryfirst' });
  });

  test('is executed once for five concurrent requests, and audited once without a name', async () => {
    const leaver = await aLeaver();

    const answers = await Promise.all(Array.from({ length: 5 }, async () => deletes(leaver)));

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const noted = await api.database
      .select()
      .from(audit)
      .where(eq(audit.subject, `member:${leaver.id}`));
    expect(noted).toMatchObject([{ action: 'member.delete', before: null, after: null }]);
  });

  test('is not undone by a concurrent profile form', async () => {
    const leaver = await aLeaver();
    // The request passed the session check before the deletion, and reaches the row after it.
    await api.database
      .update(members)
      .set({ deletedAt: clock(), firstName: '' })
      .where(eq(members.id, leaver.id));

    expect(problemOf(await saves(leaver))).toBe('401 session-ended');
    expect(await rowOf(api, leaver)).toMatchObject({ firstName: '' });
  });
});

type Leaver = { id: string; email: string; password: string; token: string };

/** Chooses pushes and subscribes a browser. */
async function isPushedTo({ id: memberId }: Leaver): Promise<void> {
  await api.database.insert(noticeChoices).values({ memberId, zone: 'Canary/Zone' });
  const [session] = await api.database
    .select({ sessionId: sessions.id })
    .from(sessions)
    .where(eq(sessions.memberId, memberId));
  await api.database.insert(pushSubscriptions).values({
    memberId,
    sessionId: session?.sessionId ?? '',
    endpoint: 'https://canary.example',
    p256dh: '',
    auth: '',
    createdAt: clock(),
  });
}

/** A verified member with a password, a complete profile and a stored idempotency key. */
async function aLeaver(): Promise<Leaver> {
  clock.passes(hour);
  const { email, password } = await register(api, {
    email: `canary-${crypto.randomUUID()}@example.org`,
    userName: 'canary-user',
    phoneNumber: '+234 806 660 0666',
  });
  await verify(api, email);
  const { access_token: token, userId: id } = sessionIn(await logIn(api, { email, password }));
  const leaver = { id, email, password, token };
  expect((await saves(leaver)).status).toBe(200);
  return leaver;
}

async function saves({ token }: Pick<Leaver, 'token'>): Promise<Answer> {
  return api.put(save, { token, body: canaries, headers: aKey() });
}

async function deletes({ token }: Leaver, password = goodPassword): Promise<Answer> {
  return api.delete('/api/users/me', { token, body: { password } });
}
