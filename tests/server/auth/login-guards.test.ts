import { describe, expect, test } from 'vitest';
import { TOTP } from 'otpauth';
import * as z from 'zod/mini';

import { AuthenticatorSecret, NewPasskeyOptions, resetGuards } from '#contract/account/security.ts';
import { authenticators, guardLinks, passkeys } from '#server/db/auth-tables.ts';
import { members, sessions } from '#server/db/schema.ts';

import { theApi } from '../../testing/server/api.ts';
import { aClock, day, hour, minute } from '../../testing/clock/clock.ts';
import { countsGrowOld } from '../../testing/server/limits.ts';
import { linkIn, newestMailTo, tokenIn } from '../../testing/outside/mail.ts';
import { goodPassword, logIn, register, sessionIn } from '../../testing/people/members.ts';
import { aPasskey } from '../../testing/people/passkey.ts';
import { somebodyWaits } from '../../testing/database/postgres.ts';

const newPassword = 'nine damp corner flags';
const phone = {
  'user-agent':
    'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Mobile Safari/537.36',
};

/** A member with a verified email, and a session in which login guards are added. */
async function aPerson() {
  const clock = aClock();
  const api = await theApi({ clock });
  const { email } = await register(api);
  const access_token = tokenIn(await newestMailTo(api, email));
  await api.post('/api/auth/validateEmailToken', { body: { access_token } });
  const enters = async (password = goodPassword) => {
    await countsGrowOld(api, hour);
    return logIn(api, { email, password });
  };
  const token = sessionIn(await enters()).access_token;
  const posts = async (path: string, body: object) =>
    api.post(`/api/auth/${path}`, { token, headers: phone, body });
  const mailedTo = async (address: string) => {
    const mail = tokenIn(await newestMailTo(api, address));
    clock.passes(minute);
    return mail;
  };
  return {
    api,
    clock,
    email,
    token,
    enters,
    posts,
    mailedTo,
    addsKey: async (password = goodPassword) => {
      clock.passes(minute);
      const key = aPasskey(api.settings.publicOrigin);
      const { body } = await posts('passkeys/begin', { password });
      await posts('passkeys', { response: key.made(z.parse(NewPasskeyOptions, body)) });
      return key;
    },
    addsApp: async (password = goodPassword) => {
      clock.passes(minute);
      const { body } = await posts('authenticator', { password });
      const { secret } = z.parse(AuthenticatorSecret, body);
      const code = new TOTP({ secret }).generate({ timestamp: clock().getTime() });
      await posts('authenticator/confirm', { code });
    },
    changesPassword: async (currentPassword: string, password: string) => {
      clock.passes(minute);
      await posts('changePassword', { currentPassword, password });
    },
    /** Requests a link for a new password; mails of the hour before do not count. */
    forgets: async () => {
      clock.passes(day);
      await api.post('/api/auth/forgotPassword', { body: { email } });
      return mailedTo(email);
    },
    resets: async (link: string, body: object = {}) =>
      api.post('/api/auth/resetPassword', {
        body: { token: link, password: newPassword, ...body },
      }),
    removes: async (link: string) => api.post('/api/auth/removeGuard', { body: { token: link } }),
    count: async () => ({
      keys: await api.database.$count(passkeys),
      apps: await api.database.$count(authenticators),
    }),
  };
}

describe('a new password by a mailed link', () => {
  test('removes a passkey and an app that were added since the password was chosen', async () => {
    const { addsKey, addsApp, forgets, resets, enters, count } = await aPerson();
    const key = await addsKey();
    await addsApp();

    const link = await forgets();
    const answer = await resets(link, { keep: [key.id, 'authenticator'] });

    expect(answer.status).toBe(200);
    expect(await count()).toEqual({ keys: 0, apps: 0 });
    expect((await enters(newPassword)).status).toBe(200);
  });

  test('asks about older ones: each with its device and date', async () => {
    const { api, clock, addsKey, addsApp, changesPassword, forgets } = await aPerson();
    const key = await addsKey();
    const addedAt = clock().toISOString();
    await addsApp();
    await changesPassword(goodPassword, 'eight dry linesmen');
    const younger = await addsKey('eight dry linesmen');
    const link = await forgets();

    const { body } = await api.post('/api/auth/resetPassword/guards', { body: { token: link } });

    expect(z.parse(resetGuards.reply, body).guards).toMatchObject([
      { id: key.id, kind: 'passkey', device: 'Chrome, Android', addedAt, mayStay: true },
      { id: 'authenticator', kind: 'authenticator', device: 'Chrome, Android', mayStay: true },
      { id: younger.id, kind: 'passkey', mayStay: false },
    ]);
  });

  test.each([
    { keep: undefined, left: { keys: 0, apps: 0 } },
    { keep: ['authenticator'], left: { keys: 0, apps: 1 } },
    { keep: ['the first key'], left: { keys: 1, apps: 0 } },
  ])('leaves of older ones only what its person keeps: $keep', async ({ keep, left }) => {
    const { addsKey, addsApp, changesPassword, forgets, resets, count } = await aPerson();
    const key = await addsKey();
    await addsKey();
    await addsApp();
    await changesPassword(goodPassword, 'eight dry linesmen');
    const ids = keep?.map((id) => (id === 'the first key' ? key.id : id));

    await resets(await forgets(), ids && { keep: ids });

    expect(await count()).toEqual(left);
  });

  test('does not use its link up by asking, and asks nobody without one', async () => {
    const { api, forgets, resets } = await aPerson();
    const link = await forgets();
    const asks = async (token: string) =>
      (await api.post('/api/auth/resetPassword/guards', { body: { token } })).status;

    expect([await asks(link), await asks(link), await asks(`${link}A`)]).toEqual([200, 200, 400]);
    expect((await resets(link)).status).toBe(200);
    expect(await asks(link)).toBe(400);
  });
});

describe('the link in the mail about what was added', () => {
  test('removes it, ends every session and has its owner choose another password', async () => {
    const { api, token, email, addsApp, removes, mailedTo, resets, enters, count } =
      await aPerson();
    await addsApp();
    expect(linkIn(await newestMailTo(api, email))).toContain('/account/remove-guard/');

    expect((await removes(await mailedTo(email))).status).toBe(200);

    expect(await count()).toEqual({ keys: 0, apps: 0 });
    expect((await api.get('/api/auth/security', { token })).status).toBe(401);
    expect((await enters()).status).toBe(401);
    expect((await resets(await mailedTo(email))).status).toBe(200);
    expect((await enters(newPassword)).status).toBe(200);
  });

  test('removes what was added later as well, and leaves what was there before', async () => {
    const { addsKey, addsApp, removes, mailedTo, email, api } = await aPerson();
    const older = await addsKey();
    await addsKey();
    const link = await mailedTo(email);
    await addsKey();
    await addsApp();

    await removes(link);

    const left = await api.database.select({ id: passkeys.id }).from(passkeys);
    expect(left).toEqual([{ id: older.id }]);
    expect(await api.database.$count(authenticators)).toBe(0);
  });

  test('works once, for seven days, and is kept as a hash', async () => {
    const { api, clock, email, addsKey, removes, mailedTo } = await aPerson();
    await addsKey();
    const link = await mailedTo(email);
    expect(JSON.stringify(await api.database.select().from(guardLinks))).not.toContain(link);
    await addsKey();
    const younger = await mailedTo(email);
    clock.passes(7 * day - 2 * minute);
    expect(await removes(link)).toMatchObject({ status: 400, body: { code: 'link-invalid' } });
    expect((await removes(younger)).status).toBe(200);

    expect((await removes(younger)).status).toBe(400);
  });

  test('works though an intruder changed the email, the password and the app', async () => {
    const person = await aPerson();
    const { clock, email, addsApp, addsKey, posts, removes, resets, mailedTo, count } = person;
    const next = 'somebody.else@example.org';
    await addsApp();
    const link = await mailedTo(email);
    await posts('changeEmail', { password: goodPassword, email: next });
    await posts('confirmEmail', { token: await mailedTo(next) });
    await posts('changePassword', { currentPassword: goodPassword, password: newPassword });
    clock.passes(minute);
    await addsKey(newPassword);

    expect((await removes(link)).status).toBe(200);

    expect(await count()).toEqual({ keys: 0, apps: 0 });
    // The account has its former email again, and its mailbox the link for a new password.
    expect((await resets(await mailedTo(email))).status).toBe(200);
    expect((await person.enters(newPassword)).status).toBe(200);
  });

  test.each(['reset', 'undo'])('is void once its owner is back by a %s', async (way) => {
    const { api, email, posts, addsKey, removes, mailedTo, forgets, resets } = await aPerson();
    await addsKey();
    const link = await mailedTo(email);
    if (way === 'reset') await resets(await forgets());
    else {
      await posts('changeEmail', { password: goodPassword, email: 'other@example.org' });
      await posts('confirmEmail', { token: await mailedTo('other@example.org') });
      await api.post('/api/auth/undoEmail', { body: { token: await mailedTo(email) } });
    }

    expect((await removes(link)).status).toBe(400);
  });
});

test('a passkey is not kept where its session ended while it was looked at', async () => {
  const { api, token, posts, count } = await aPerson();
  const begun = await posts('passkeys/begin', { password: goodPassword });
  const response = aPasskey(api.settings.publicOrigin).made(z.parse(NewPasskeyOptions, begun.body));

  const { adding } = await api.database.transaction(async (tx) => {
    await tx.update(members).set({ passwordHash: 'another one' });
    const underWay = api.post('/api/auth/passkeys', { token, body: { response } });
    await expect.poll(async () => somebodyWaits(api), { timeout: 20_000 }).toBe(true);
    await tx.update(sessions).set({ revokedAt: api.clock() });
    return { adding: underWay };
  });

  expect((await adding).status).toBe(401);
  expect((await count()).keys).toBe(0);
});
