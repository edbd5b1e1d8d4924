import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { Session } from '#contract/account/accounts.ts';
import { NewPasskeyOptions, PasskeyLoginOptions, Security } from '#contract/account/security.ts';
import { challenges, passkeys } from '#server/db/auth-tables.ts';

import { theApi } from '../../testing/server/api.ts';
import { aClock, minute } from '../../testing/clock/clock.ts';
import { newestMailTo, tokenIn } from '../../testing/outside/mail.ts';
import { goodPassword, logIn, register, sessionIn } from '../../testing/people/members.ts';
import { aPasskey } from '../../testing/people/passkey.ts';

/** A logged-in person, with a key that the site does not know yet. */
async function aPerson() {
  const clock = aClock();
  const api = await theApi({ clock });
  const { email } = await register(api);
  const login = sessionIn(await logIn(api, { email, password: goodPassword }));
  const token = login.access_token;
  const key = aPasskey(api.settings.publicOrigin);
  const begins = async () => {
    const body = { password: goodPassword };
    const answer = await api.post('/api/auth/passkeys/begin', { token, body });
    return z.parse(NewPasskeyOptions, answer.body);
  };
  const adds = async (response: object) =>
    api.post('/api/auth/passkeys', { token, body: { response } });
  const beginsLogin = async () =>
    z.parse(
      PasskeyLoginOptions,
      (await api.post('/api/auth/passkeyLogin/begin', { body: {} })).body,
    );
  const enters = async (response: object) =>
    api.post('/api/auth/passkeyLogin', { body: { response } });
  return {
    api,
    clock,
    email,
    token,
    id: login.userId,
    key,
    begins,
    adds,
    beginsLogin,
    enters,
    has: async () =>
      z.parse(Security, (await api.get('/api/auth/security', { token })).body).passkeys,
    /** Adds the key, and returns the options of a login with it. */
    isKnown: async () => {
      await adds(key.made(await begins()));
      return beginsLogin();
    },
  };
}

describe('a passkey', () => {
  test('logs its member in, without password or code', async () => {
    const { id, key, isKnown, enters, has } = await aPerson();

    const answer = await enters(key.signs(await isKnown()));

    expect(answer.status).toBe(200);
    expect(z.parse(Session, answer.body).userId).toBe(id);
    expect(await has()).toMatchObject([{ id: key.id, lastUsedAt: expect.any(String) }]);
  });

  test('is made by whoever says the password', async () => {
    const { api, token } = await aPerson();

    const body = { password: 'not the right one' };
    expect(await api.post('/api/auth/passkeys/begin', { token, body })).toMatchObject({
      status: 422,
      body: { code: 'wrong-password' },
    });
  });

  test('is told to the mailbox', async () => {
    const { api, email, isKnown } = await aPerson();
    await isKnown();

    expect((await newestMailTo(api, email)).subject).toBe(
      'Something was added to your Touchline login',
    );
  });

  test.each([
    ['for another site', { origin: 'https://elsewhere.example' }],
    ['for another host', { host: 'elsewhere.example' }],
    ['for a challenge nobody gave out', { challenge: 'AAAA' }],
    ['without asking who holds it', { flags: 0b0000_0001 }],
  ])('%s is not taken, and none that signs so', async (_, changes) => {
    const { key, begins, adds, has, isKnown, enters } = await aPerson();
    expect((await adds(key.made(await begins(), changes))).status).toBe(422);
    expect(await has()).toEqual([]);

    const options = await isKnown();
    expect(await enters(key.signs(options, changes))).toMatchObject({
      status: 422,
      body: { code: 'passkey-refused' },
    });
  });

  test.each([
    [
      'names another member',
      { userHandle: Buffer.from(crypto.randomUUID()).toString('base64url') },
    ],
    ['names nobody', { userHandle: undefined }],
  ])('that %s with its signature logs nobody in', async (_, changes) => {
    const { key, isKnown, enters } = await aPerson();
    const options = await isKnown();

    expect(await enters(key.signs(options, changes))).toMatchObject({
      status: 422,
      body: { code: 'passkey-refused' },
    });
  });

  test('signs for each challenge once, and within five minutes', async () => {
    const { clock, key, isKnown, beginsLogin, enters } = await aPerson();
    const options = await isKnown();
    expect((await enters(key.signs(options))).status).toBe(200);
    expect((await enters(key.signs(options))).status).toBe(422);

    const late = await beginsLogin();
    clock.passes(5 * minute);
    expect((await enters(key.signs(late))).status).toBe(422);
  });

  test('whose count goes back is a copy', async () => {
    const { key, isKnown, beginsLogin, enters } = await aPerson();
    await isKnown();
    await enters(key.signs(await beginsLogin(), { counter: 7 }));

    expect((await enters(key.signs(await beginsLogin(), { counter: 6 }))).status).toBe(422);
    expect((await enters(key.signs(await beginsLogin(), { counter: 8 }))).status).toBe(200);
  });

  test('of somebody else opens nothing, and the challenge of one member is no other’s', async () => {
    const one = await aPerson();
    const stranger = aPasskey(one.api.settings.publicOrigin);
    await one.isKnown();

    expect((await one.enters(stranger.signs(await one.beginsLogin()))).status).toBe(422);
    // Requested for a new key, and answered as a login.
    expect((await one.enters(one.key.signs(await one.begins()))).status).toBe(422);
  });

  test('is removed with the password, and opens nothing from then on', async () => {
    const { api, token, key, isKnown, beginsLogin, enters, has } = await aPerson();
    await isKnown();
    const remove = async (password: string) =>
      api.post('/api/auth/passkeys/remove', { token, body: { id: key.id, password } });
    expect((await remove('not the right one')).status).toBe(422);
    expect(await has()).toHaveLength(1);

    expect((await remove(goodPassword)).status).toBe(200);

    expect(await has()).toEqual([]);
    expect((await enters(key.signs(await beginsLogin()))).status).toBe(422);
  });

  test('goes with its account', async () => {
    const { api, token, isKnown } = await aPerson();
    await isKnown();

    await api.delete('/api/users/me', { token, body: { password: goodPassword } });

    expect(await api.database.$count(passkeys)).toBe(0);
  });

  test('goes when a change of email is taken back, for whoever changed it may have added it', async () => {
    const { api, email, token, isKnown } = await aPerson();
    const verifying = { access_token: tokenIn(await newestMailTo(api, email)) };
    await api.post('/api/auth/validateEmailToken', { token, body: verifying });
    await isKnown();
    const next = 'ada.new@example.org';
    await api.post('/api/auth/changeEmail', {
      token,
      body: { password: goodPassword, email: next },
    });
    const confirming = { token: tokenIn(await newestMailTo(api, next)) };
    await api.post('/api/auth/confirmEmail', { token, body: confirming });
    const undoing = { token: tokenIn(await newestMailTo(api, email)) };

    expect((await api.post('/api/auth/undoEmail', { body: undoing })).status).toBe(200);

    expect(await api.database.$count(passkeys)).toBe(0);
  });

  test.each([
    [
      'activates the account',
      '/api/auth/sendEmailVerificationToken',
      '/api/auth/validateEmailToken',
    ],
    ['chooses a password', '/api/auth/forgotPassword', '/api/auth/resetPassword'],
  ])('goes when whoever has the mailbox first %s', async (_, asking, opening) => {
    const { api, clock, email, key, isKnown, enters } = await aPerson();
    const options = await isKnown();
    clock.passes(minute);
    await api.post(asking, { body: { email } });
    const token = tokenIn(await newestMailTo(api, email));
    const isReset = opening.endsWith('resetPassword');
    const body = isReset ? { token, password: 'nine damp flags' } : { access_token: token };

    expect((await api.post(opening, { body })).status).toBe(200);

    expect((await enters(key.signs(options))).status).toBe(422);
  });

  test('leaves no challenge behind that was answered', async () => {
    const { api, key, isKnown, enters } = await aPerson();
    await enters(key.signs(await isKnown()));

    expect(await api.database.$count(challenges)).toBe(0);
  });
});
