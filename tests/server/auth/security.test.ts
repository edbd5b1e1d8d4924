import { describe, expect, test } from 'vitest';

import type { Api } from '../../testing/server/api.ts';
import { hour } from '../../testing/clock/clock.ts';
import { linkIn, mailsTo, newestMailTo } from '../../testing/outside/mail.ts';
import { aPersonWithAccount } from '../../testing/people/account.ts';
import { goodPassword, logIn, register, sessionIn } from '../../testing/people/members.ts';

const tablet =
  'Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile Safari/604.1';
const newPassword = 'eight dry linesmen';

/** A person who is logged in on a phone and on a tablet. */
async function aPerson() {
  const person = await aPersonWithAccount();
  const { api, email, post } = person;
  const answer = await logIn(api, { email, password: goodPassword }, { 'user-agent': tablet });
  return {
    ...person,
    there: sessionIn(answer).access_token,
    change: async (body: object = {}) =>
      post('changePassword', { currentPassword: goodPassword, password: newPassword, ...body }),
    devices: async () => (await person.security()).devices,
  };
}

async function aStranger(api: Api): Promise<string> {
  return sessionIn(await logIn(api, await register(api))).access_token;
}

describe('changing the password', () => {
  test('logs out every device except the one that changes it', async () => {
    const { api, email, there, change, isLoggedIn } = await aPerson();

    expect((await change()).status).toBe(200);

    expect([await isLoggedIn(), await isLoggedIn(there)]).toEqual([true, false]);
    expect((await logIn(api, { email, password: goodPassword })).status).toBe(401);
    expect((await logIn(api, { email, password: newPassword })).status).toBe(200);
    const mail = await newestMailTo(api, email);
    expect(mail.subject).toContain('password was changed');
    expect(linkIn(mail)).toContain('/account/forgot-password');
  });

  test('keeps mailed password links, which an intruder’s change must not void', async () => {
    const { forget, reset, change, isLoggedIn } = await aPerson();
    const link = await forget();

    await change();

    expect((await reset(link, 'nine damp corner flags')).status).toBe(200);
    expect(await isLoggedIn()).toBe(false);
  });

  test.each([
    { with: 'a wrong one', body: { currentPassword: 'not the right one' }, errors: 'wrong' },
    {
      with: 'a new one that is too common',
      body: { password: 'password123' },
      errors: 'too-common',
    },
    { with: 'a new one that is too short', body: { password: 'short' }, errors: 'too-short' },
  ])('is refused with $with, and nothing changes', async ({ body, errors }) => {
    const { api, email, there, change, isLoggedIn } = await aPerson();
    const before = (await mailsTo(api, email)).length;

    const refused = await change(body);

    expect(refused.status).toBe(errors === 'wrong' ? 422 : 400);
    expect(refused.body).toMatchObject({ errors: { [Object.keys(body)[0] ?? '']: [errors] } });
    expect(await isLoggedIn(there)).toBe(true);
    expect((await logIn(api, { email, password: goodPassword })).status).toBe(200);
    expect(await mailsTo(api, email)).toHaveLength(before);
  });
});

describe('the list of devices', () => {
  test('shows each device with login, last use, and which one is current', async () => {
    const { clock, devices } = await aPerson();
    const startedAt = clock().toISOString();
    clock.passes(3 * hour);
    const lastUsedAt = clock().toISOString();

    expect(await devices()).toMatchObject([
      { device: 'Chrome, Android', startedAt, lastUsedAt, here: true },
      { device: 'Safari, iPad', startedAt, lastUsedAt: startedAt, here: false },
    ]);
  });

  test('contains no devices of other members and no ended sessions', async () => {
    const { api, there, devices } = await aPerson();
    await aStranger(api);
    await api.post('/api/auth/logout', { token: there });

    expect(await devices()).toHaveLength(1);
  });

  test('logs out one own device, but no other member’s', async () => {
    const { api, token, there, devices, isLoggedIn } = await aPerson();
    const [, other] = await devices();
    const end = async (by: string) =>
      (await api.delete(`/api/auth/devices/${other?.id}`, { token: by })).status;

    expect(await end(await aStranger(api))).toBe(404);
    expect(await isLoggedIn(there)).toBe(true);
    expect(await end(token)).toBe(200);

    expect([await isLoggedIn(), await isLoggedIn(there)]).toEqual([true, false]);
  });
});

describe('logging out everywhere', () => {
  test.each([
    { stayHere: true, leaves: [true, false] },
    { stayHere: false, leaves: [false, false] },
  ])('ends every session; stays logged in here: $stayHere', async ({ stayHere, leaves }) => {
    const { api, there, post, isLoggedIn } = await aPerson();
    const stranger = await aStranger(api);

    await post('logoutEverywhere', { stayHere });

    expect([await isLoggedIn(), await isLoggedIn(there)]).toEqual(leaves);
    expect(await isLoggedIn(stranger)).toBe(true);
  });
});
