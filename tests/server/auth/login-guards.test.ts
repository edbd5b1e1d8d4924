import { describe, expect, test } from 'vitest';
import { TOTP } from 'otpauth';
import * as z from 'zod/mini';

import {
  AuthenticatorSecret,
  NewPasskeyOptions,
  listResetGuards,
} from '#contract/account/security.ts';
import { authenticators, guardLinks, passkeys } from '#server/db/auth-tables.ts';
import { members, sessions } from '#server/db/schema.ts';

import { day, minute } from '../../testing/clock/clock.ts';
import { linkIn, newestMailTo } from '../../testing/outside/mail.ts';
import { aPersonWithAccount, tryLogin, phone } from '../../testing/people/account.ts';
import { goodPassword } from '../../testing/people/members.ts';
import { aPasskey } from '../../testing/people/passkey.ts';
import { somebodyWaits } from '../../testing/database/postgres.ts';

const newPassword = 'nine damp corner flags';
const otherPassword = 'eight dry linesmen';

/** A logged-in person who adds passkeys and authenticator apps (login guards). */
async function aPerson() {
  const person = await aPersonWithAccount();
  const { api, clock, email, post, forget } = person;
  return {
    ...person,
    addsKey: async (password = goodPassword) => {
      clock.passes(minute);
      const key = aPasskey(api.settings.publicOrigin);
      const { body } = await post('passkeys/begin', { password });
      await post('passkeys', { response: key.made(z.parse(NewPasskeyOptions, body)) });
      return key;
    },
    addsApp: async () => {
      clock.passes(minute);
      const { body } = await post('authenticator', { password: goodPassword });
      const { secret } = z.parse(AuthenticatorSecret, body);
      const code = new TOTP({ secret }).generate({ timestamp: clock().getTime() });
      await post('authenticator/confirm', { code });
    },
    changesPassword: async (password: string) => {
      clock.passes(minute);
      await post('changePassword', { currentPassword: goodPassword, password });
    },
    /** Requests a password link a day later, when earlier mails no longer count. */
    forgets: async () => {
      clock.passes(day);
      return forget();
    },
    removes: async (link: string) => post('removeGuard', { token: link }),
    enters: async (password: string) => tryLogin(api, email, password),
    count: async () => ({
      keys: await api.database.$count(passkeys),
      apps: await api.database.$count(authenticators),
    }),
  };
}

describe('a new password by a mailed link', () => {
  test('removes a passkey and an app that were added since the password was chosen', async () => {
    const { addsKey, addsApp, forgets, reset, enters, count } = await aPerson();
    const key = await addsKey();
    await addsApp();

    const answer = await reset(await forgets(), newPassword, { keep: [key.id, 'authenticator'] });

    expect(answer.status).toBe(200);
    expect(await count()).toEqual({ keys: 0, apps: 0 });
    expect(await enters(newPassword)).toBe(200);
  });

  test('lists older guards with device and date', async () => {
    const { clock, post, addsKey, addsApp, changesPassword, forgets } = await aPerson();
    const key = await addsKey();
    const addedAt = clock().toISOString();
    await addsApp();
    await changesPassword(otherPassword);
    const younger = await addsKey(otherPassword);

    const { body } = await post('resetPassword/guards', { token: await forgets() });

    const { device } = phone;
    expect(z.parse(listResetGuards.reply, body).guards).toMatchObject([
      { id: key.id, kind: 'passkey', device, addedAt, mayStay: true },
      { id: 'authenticator', kind: 'authenticator', device, mayStay: true },
      { id: younger.id, kind: 'passkey', mayStay: false },
    ]);
  });

  test.each([
    { keep: undefined, left: { keys: 0, apps: 0 } },
    { keep: ['authenticator'], left: { keys: 0, apps: 1 } },
    { keep: ['the first key'], left: { keys: 1, apps: 0 } },
  ])('removes older guards except those that the owner keeps: $keep', async ({ keep, left }) => {
    const { addsKey, addsApp, changesPassword, forgets, reset, count } = await aPerson();
    const key = await addsKey();
    await addsKey();
    await addsApp();
    await changesPassword(otherPassword);
    const ids = keep?.map((id) => (id === 'the first key' ? key.id : id));

    await reset(await forgets(), newPassword, ids && { keep: ids });

    expect(await count()).toEqual(left);
  });

  test('listing guards does not use up the link, and requires a valid link', async () => {
    const { post, forgets, reset } = await aPerson();
    const link = await forgets();
    const asks = async (token: string) => (await post('resetPassword/guards', { token })).status;

    expect([await asks(link), await asks(link), await asks(`${link}A`)]).toEqual([200, 200, 400]);
    expect((await reset(link, newPassword)).status).toBe(200);
    expect(await asks(link)).toBe(400);
  });
});

describe('the link in the mail about a new login guard', () => {
  test('removes the guard, ends every session and requires a new password', async () => {
    const { api, email, addsApp, removes, mailedToken, reset, enters, count, isLoggedIn } =
      await aPerson();
    await addsApp();
    expect(linkIn(await newestMailTo(api, email))).toContain('/account/remove-guard/');

    expect((await removes(await mailedToken())).status).toBe(200);

    expect(await count()).toEqual({ keys: 0, apps: 0 });
    expect(await isLoggedIn()).toBe(false);
    expect(await enters(goodPassword)).toBe(401);
    expect((await reset(await mailedToken(), newPassword)).status).toBe(200);
    expect(await enters(newPassword)).toBe(200);
  });

  test('also removes later guards, and keeps earlier guards', async () => {
    const { api, addsKey, addsApp, removes, mailedToken } = await aPerson();
    const older = await addsKey();
    await addsKey();
    const link = await mailedToken();
    await addsKey();
    await addsApp();

    await removes(link);

    const left = await api.database.select({ id: passkeys.id }).from(passkeys);
    expect(left).toEqual([{ id: older.id }]);
    expect(await api.database.$count(authenticators)).toBe(0);
  });

  test('works once within seven days, and is stored as a hash', async () => {
    const { api, clock, addsKey, removes, mailedToken } = await aPerson();
    await addsKey();
    const link = await mailedToken();
    expect(JSON.stringify(await api.database.select().from(guardLinks))).not.toContain(link);
    await addsKey();
    const younger = await mailedToken();
    clock.passes(7 * day - 2 * minute);
    expect(await removes(link)).toMatchObject({ status: 400, body: { code: 'link-invalid' } });
    expect((await removes(younger)).status).toBe(200);

    expect((await removes(younger)).status).toBe(400);
  });

  test('works after an intruder changed email, password and app', async () => {
    const person = await aPerson();
    const { addsApp, addsKey, requestEmail, confirmEmail, changesPassword } = person;
    await addsApp();
    const link = await person.mailedToken();
    await requestEmail();
    await confirmEmail();
    await changesPassword(otherPassword);
    await addsKey(otherPassword);

    expect((await person.removes(link)).status).toBe(200);

    expect(await person.count()).toEqual({ keys: 0, apps: 0 });
    // The account has its former email, and that mailbox has the link for a new password.
    expect((await person.reset(await person.mailedToken(), newPassword)).status).toBe(200);
    expect(await person.enters(newPassword)).toBe(200);
  });

  test.each(['reset', 'undo'])(
    'is void once the owner regained the account by a %s',
    async (way) => {
      const { addsKey, removes, mailedToken, forgets, reset, ...person } = await aPerson();
      await addsKey();
      const link = await mailedToken();
      if (way === 'reset') await reset(await forgets(), newPassword);
      else {
        await person.requestEmail();
        await person.confirmEmail();
        await person.undoEmail(await mailedToken());
      }

      expect((await removes(link)).status).toBe(400);
    },
  );
});

test('a passkey is not stored if its session ends during the check', async () => {
  const { api, post, count } = await aPerson();
  const begun = await post('passkeys/begin', { password: goodPassword });
  const response = aPasskey(api.settings.publicOrigin).made(z.parse(NewPasskeyOptions, begun.body));

  const { adding } = await api.database.transaction(async (tx) => {
    await tx.update(members).set({ passwordHash: 'another one' });
    const underWay = post('passkeys', { response });
    await expect.poll(async () => somebodyWaits(api)).toBe(true);
    await tx.update(sessions).set({ revokedAt: api.clock() });
    return { adding: underWay };
  });

  expect((await adding).status).toBe(401);
  expect((await count()).keys).toBe(0);
});
