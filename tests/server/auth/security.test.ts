import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { Security } from '#contract/account/security.ts';
import { sessions } from '#server/db/schema.ts';

import { type Api, theApi } from '../../testing/server/api.ts';
import { aClock, hour, minute } from '../../testing/clock/clock.ts';
import { linkIn, mailsTo, newestMailTo, tokenIn } from '../../testing/outside/mail.ts';
import { goodPassword, logIn, register, sessionIn } from '../../testing/people/members.ts';

const phone =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Mobile Safari/537.36';
const tablet =
  'Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile Safari/604.1';
const newPassword = 'eight dry linesmen';

/** A person with an account who is logged in on two devices. */
async function aPerson(clock = aClock()) {
  const api = await theApi({ clock });
  const { email, password } = await register(api);
  const access_token = tokenIn(await newestMailTo(api, email));
  await api.post('/api/auth/validateEmailToken', { body: { access_token } });
  const enter = async (userAgent: string) => {
    const answer = await logIn(api, { email, password }, { 'user-agent': userAgent });
    return { token: sessionIn(answer).access_token };
  };
  return { api, clock, email, password, here: await enter(phone), there: await enter(tablet) };
}

/** True if a session is still valid. */
async function isIn(api: Api, { token }: { token: string }): Promise<boolean> {
  return (await api.get('/api/auth/security', { token })).status === 200;
}

async function devices(api: Api, question: { token: string }) {
  return z.parse(Security, (await api.get('/api/auth/security', question)).body).devices;
}

describe('changing the password', () => {
  const change = async (api: Api, question: { token: string }, body: object = {}) =>
    api.post('/api/auth/changePassword', {
      ...question,
      body: { currentPassword: goodPassword, password: newPassword, ...body },
    });

  test('lets its owner in with the new one alone', async () => {
    const { api, email, password, here } = await aPerson();

    expect((await change(api, here)).status).toBe(200);

    expect((await logIn(api, { email, password })).status).toBe(401);
    expect((await logIn(api, { email, password: newPassword })).status).toBe(200);
  });

  test('logs out every device but the one that asks', async () => {
    const { api, here, there } = await aPerson();

    await change(api, here);

    expect(await isIn(api, here)).toBe(true);
    expect(await isIn(api, there)).toBe(false);
  });

  test('is told to the mailbox, with a way back for whoever did not ask for it', async () => {
    const { api, email, here } = await aPerson();

    await change(api, here);

    const mail = await newestMailTo(api, email);
    expect(mail.subject).toContain('password was changed');
    expect(linkIn(mail)).toContain('/account/forgot-password');
  });

  test('leaves a mailed link to choose another, which an intruder’s change must not void', async () => {
    const { api, clock, email, here } = await aPerson();
    clock.passes(minute);
    await api.post('/api/auth/forgotPassword', { body: { email } });
    const token = tokenIn(await newestMailTo(api, email));

    await change(api, here);

    const body = { token, password: 'nine damp corner flags' };
    expect((await api.post('/api/auth/resetPassword', { body })).status).toBe(200);
    expect(await isIn(api, here)).toBe(false);
  });

  test.each([
    ['a wrong password', { currentPassword: 'not the right one' }, 422, 'wrong-password'],
    ['a new one that is too common', { password: 'password123' }, 400, 'invalid-input'],
    ['a new one that is too short', { password: 'short' }, 400, 'invalid-input'],
  ])('is refused with %s, and nothing changes', async (_, body, status, code) => {
    const { api, email, password, here, there } = await aPerson();
    const before = (await mailsTo(api, email)).length;

    expect(await change(api, here, body)).toMatchObject({ status, body: { code } });

    expect(await isIn(api, there)).toBe(true);
    expect((await logIn(api, { email, password })).status).toBe(200);
    expect(await mailsTo(api, email)).toHaveLength(before);
  });

  test('names the field of the old one where that is wrong', async () => {
    const { api, here } = await aPerson();

    const refused = await change(api, here, { currentPassword: 'a wrong one' });

    expect(refused.body).toMatchObject({ errors: { currentPassword: ['wrong'] } });
  });

  test('takes ten guesses at the old one, and no more', async () => {
    const { api, here } = await aPerson();

    const guesses = [];
    for (let n = 0; n < 11; n += 1) {
      guesses.push((await change(api, here, { currentPassword: 'a wrong one' })).status);
    }

    expect(guesses).toEqual([...Array.from({ length: 10 }, () => 422), 429]);
  });
});

describe('the list of devices', () => {
  test('says what each is, since when and when it was last used, and which one asks', async () => {
    const { api, clock, here } = await aPerson();
    const before = clock().toISOString();
    clock.passes(3 * hour);

    expect(await devices(api, here)).toMatchObject([
      {
        device: 'Chrome, Android',
        startedAt: before,
        lastUsedAt: clock().toISOString(),
        here: true,
      },
      { device: 'Safari, iPad', startedAt: before, lastUsedAt: before, here: false },
    ]);
  });

  test('holds nobody else’s, and none that has ended', async () => {
    const { api, here, there } = await aPerson();
    const stranger = await register(api);
    await logIn(api, stranger);
    await api.post('/api/auth/logout', there);

    expect(await devices(api, here)).toHaveLength(1);
  });

  test('keeps no more of a browser than its name and its system', async () => {
    const { api } = await aPerson();

    const rows = await api.database.select().from(sessions);

    expect(rows.map(({ device }) => device).toSorted()).toEqual([
      'Chrome, Android',
      'Safari, iPad',
    ]);
  });

  test('logs one of them out', async () => {
    const { api, here, there } = await aPerson();
    const [, other] = await devices(api, here);

    expect((await api.delete(`/api/auth/devices/${other?.id}`, here)).status).toBe(200);

    expect(await isIn(api, there)).toBe(false);
    expect(await isIn(api, here)).toBe(true);
  });

  test('logs out nobody else’s', async () => {
    const { api, here, there } = await aPerson();
    const form = await register(api);
    const stranger = { token: sessionIn(await logIn(api, form)).access_token };
    const [mine] = await devices(api, here);

    expect((await api.delete(`/api/auth/devices/${mine?.id}`, stranger)).status).toBe(404);

    expect(await isIn(api, here)).toBe(true);
    expect(await isIn(api, there)).toBe(true);
  });
});

describe('logging out everywhere', () => {
  test.each([
    { stayHere: true, leaves: [true, false] },
    { stayHere: false, leaves: [false, false] },
  ])('ends every session, staying here $stayHere', async ({ stayHere, leaves }) => {
    const { api, here, there } = await aPerson();
    const form = await register(api);
    const stranger = { token: sessionIn(await logIn(api, form)).access_token };

    await api.post('/api/auth/logoutEverywhere', { ...here, body: { stayHere } });

    expect([await isIn(api, here), await isIn(api, there)]).toEqual(leaves);
    expect(await isIn(api, stranger)).toBe(true);
  });
});
