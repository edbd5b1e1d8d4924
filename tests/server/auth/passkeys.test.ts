import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { SessionReply } from '#contract/account/accounts.ts';
import { NewPasskeyOptions, PasskeyLoginOptions } from '#contract/account/security.ts';
import { challenges, passkeys } from '#server/db/auth-tables.ts';

import { minute } from '../../testing/clock/clock.ts';
import { newestMailTo, tokenIn } from '../../testing/outside/mail.ts';
import { aPersonWithAccount } from '../../testing/people/account.ts';
import { goodPassword } from '../../testing/people/members.ts';
import { aPasskey } from '../../testing/people/passkey.ts';

/** A logged-in person with a passkey that the site does not know yet. */
async function aPerson(choices: { verified?: boolean } = {}) {
  const person = await aPersonWithAccount(choices);
  const { api, post, security } = person;
  const key = aPasskey(api.settings.publicOrigin);
  const begins = async () =>
    z.parse(NewPasskeyOptions, (await post('passkeys/begin', { password: goodPassword })).body);
  const adds = async (response: object) => post('passkeys', { response });
  const beginsLogin = async () =>
    z.parse(PasskeyLoginOptions, (await post('passkeyLogin/begin')).body);
  return {
    ...person,
    key,
    begins,
    adds,
    beginsLogin,
    enters: async (response: object) => post('passkeyLogin', { response }),
    has: async () => (await security()).passkeys,
    /** Registers the passkey; returns the options of a login. */
    isKnown: async () => {
      await adds(key.made(await begins()));
      return beginsLogin();
    },
  };
}

const refused = { status: 422, body: { code: 'passkey-refused' } };

describe('a passkey', () => {
  test('logs its member in, without password or code', async () => {
    const { api, id, key, isKnown, enters, has } = await aPerson();

    const answer = await enters(key.signs(await isKnown()));

    expect(answer.status).toBe(200);
    expect(z.parse(SessionReply, answer.body).userId).toBe(id);
    expect(await has()).toMatchObject([{ id: key.id, lastUsedAt: expect.any(String) }]);
    expect(await api.database.$count(challenges)).toBe(0);
  });

  test.each([
    ['for another site', { origin: 'https://elsewhere.example' }],
    ['for another host', { host: 'elsewhere.example' }],
    ['for a challenge that was not issued', { challenge: 'AAAA' }],
    ['without a check of the person', { flags: 0b0000_0001 }],
  ])('with %s is refused at registration and at login', async (_, changes) => {
    const { key, begins, adds, has, isKnown, enters } = await aPerson();
    expect((await adds(key.made(await begins(), changes))).status).toBe(422);
    expect(await has()).toEqual([]);

    expect(await enters(key.signs(await isKnown(), changes))).toMatchObject(refused);
  });

  test.each([
    ['another member', { userHandle: Buffer.from(crypto.randomUUID()).toString('base64url') }],
    ['nobody', { userHandle: undefined }],
  ])('is refused at login with %s', async (_, changes) => {
    const { key, isKnown, enters } = await aPerson();

    expect(await enters(key.signs(await isKnown(), changes))).toMatchObject(refused);
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

  test('is refused as a copy if its counter decreases', async () => {
    const { key, isKnown, beginsLogin, enters } = await aPerson();
    await enters(key.signs(await isKnown(), { counter: 7 }));

    expect((await enters(key.signs(await beginsLogin(), { counter: 6 }))).status).toBe(422);
    expect((await enters(key.signs(await beginsLogin(), { counter: 8 }))).status).toBe(200);
  });

  test('of another member is refused, and challenges belong to one member', async () => {
    const { api, key, isKnown, begins, enters } = await aPerson();
    const stranger = aPasskey(api.settings.publicOrigin);

    expect((await enters(stranger.signs(await isKnown()))).status).toBe(422);
    // The challenge of a registration must not be usable for a login.
    expect((await enters(key.signs(await begins()))).status).toBe(422);
  });

  test('is removed with the password, and is refused afterwards', async () => {
    const { key, post, isKnown, beginsLogin, enters, has } = await aPerson();
    await isKnown();
    const remove = async (password: string) =>
      (await post('passkeys/remove', { id: key.id, password })).status;
    expect(await remove('not the right one')).toBe(422);
    expect(await has()).toHaveLength(1);

    expect(await remove(goodPassword)).toBe(200);

    expect(await has()).toEqual([]);
    expect((await enters(key.signs(await beginsLogin()))).status).toBe(422);
  });

  test('is deleted with its account', async () => {
    const { api, token, isKnown } = await aPerson();
    await isKnown();

    await api.delete('/api/users/me', { token, body: { password: goodPassword } });

    expect(await api.database.$count(passkeys)).toBe(0);
  });

  test('is removed by the undo of an email change, because an intruder may have added it', async () => {
    const { api, isKnown, requestEmail, confirmEmail, undoEmail, mailedToken } = await aPerson();
    await isKnown();
    await requestEmail();
    await confirmEmail();

    expect(await undoEmail(await mailedToken())).toBe(200);

    expect(await api.database.$count(passkeys)).toBe(0);
  });

  test.each([
    ['activates the account', 'sendEmailVerificationToken', 'validateEmailToken'],
    ['chooses a password', 'forgotPassword', 'resetPassword'],
  ])('is removed when the owner of the mailbox %s', async (_, asking, opening) => {
    const { api, clock, email, key, isKnown, enters } = await aPerson({ verified: false });
    const options = await isKnown();
    clock.passes(minute);
    await api.post(`/api/auth/${asking}`, { body: { email } });
    const token = tokenIn(await newestMailTo(api, email));
    const reset = { token, password: 'nine damp flags' };
    const body = opening === 'resetPassword' ? reset : { access_token: token };

    expect((await api.post(`/api/auth/${opening}`, { body })).status).toBe(200);

    expect((await enters(key.signs(options))).status).toBe(422);
  });
});
