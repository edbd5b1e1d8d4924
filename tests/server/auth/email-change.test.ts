import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';

import { emailChanges } from '#server/db/auth-tables.ts';
import { members } from '#server/db/schema.ts';

import { theApi } from '../../testing/server/api.ts';
import { aClock, day, hour, minute } from '../../testing/clock/clock.ts';
import { anAddress, aPersonWithAccount, tryLogin, verify } from '../../testing/people/account.ts';
import { linkIn, mailsTo, newestMailTo } from '../../testing/outside/mail.ts';
import { goodPassword, logIn, register, sessionIn } from '../../testing/people/members.ts';

const newPassword = 'nine damp corner flags';

describe('requesting another email', () => {
  test('sends mails to both addresses, and changes nothing yet', async () => {
    const { api, clock, email, next, requestEmail, security } = await aPersonWithAccount();

    expect((await requestEmail()).status).toBe(200);

    expect((await newestMailTo(api, email)).subject).toContain('wants to change the email');
    const confirming = await newestMailTo(api, next);
    expect(linkIn(confirming)).toContain('/account/confirm-email/');
    expect(confirming.expiresAt).toEqual(new Date(clock().getTime() + day));
    expect(await security()).toMatchObject({ email, nextEmail: next });
    expect(await tryLogin(api, email)).toBe(200);
  });

  test.each([
    { with: 'a wrong password', body: { password: 'not the right one' }, status: 422 },
    { with: 'an invalid address', body: { email: 'nonsense' }, status: 400 },
    { with: 'the current address', body: undefined, status: 400 },
  ])('is refused with $with, without any mail', async ({ body, status }) => {
    const { api, email, requestEmail } = await aPersonWithAccount();
    const before = (await mailsTo(api, email)).length;

    expect((await requestEmail(body ?? { email: email.toUpperCase() })).status).toBe(status);

    expect(await mailsTo(api, email)).toHaveLength(before);
    expect(await api.database.$count(emailChanges)).toBe(0);
  });

  test('for another member’s address gets the same response, and only its owner gets a mail', async () => {
    const { api, next, requestEmail, security } = await aPersonWithAccount();
    const { email: taken } = await register(api);
    await verify(api, taken);

    const known = await requestEmail({ email: taken });
    expect(await security()).toMatchObject({ nextEmail: taken });
    const unknown = await requestEmail();

    expect(known.body).toEqual(unknown.body);
    const mail = await newestMailTo(api, taken);
    expect(mail.subject).toBe('You already have a Touchline account');
    expect(mail.body).not.toContain('confirm-email');
    expect(await security()).toMatchObject({ nextEmail: next });
  });

  test('sends at most three mails a day to one mailbox, from all accounts together', async () => {
    const { requestEmail } = await aPersonWithAccount();
    const tagged = ['ada+1@mailbox.example', 'Ada+2@mailbox.example', 'ada+@mailbox.example'];

    const statuses = [];
    for (const email of [...tagged, 'ada@mailbox.example']) {
      statuses.push((await requestEmail({ email })).status);
    }

    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  test('by many unverified accounts sends at most ten mails a day to their mailbox', async () => {
    const api = await theApi({ clock: aClock() });
    const tagged = Array.from({ length: 6 }, (_, n) => `bea+${n}@mailbox.example`);
    for (const email of tagged) {
      await register(api, { email });
      const { access_token: token } = sessionIn(
        await logIn(api, { email, password: goodPassword }),
      );
      for (let n = 0; n < 3; n += 1) {
        const body = { password: goodPassword, email: anAddress() };
        expect((await api.post('/api/auth/changeEmail', { token, body })).status).toBe(200);
      }
    }

    const sent = await Promise.all(tagged.map(async (email) => mailsTo(api, email)));
    expect(sent.flat()).toHaveLength(10);
  });
});

describe('the link in the new mailbox', () => {
  test('makes the new address the only login, and sends mails to both addresses', async () => {
    const { api, email, next, requestEmail, confirmEmail, security } = await aPersonWithAccount();
    await requestEmail();

    expect((await confirmEmail()).status).toBe(200);

    expect(await security()).toMatchObject({ email: next, nextEmail: null });
    expect(await tryLogin(api, next)).toBe(200);
    expect(await tryLogin(api, email)).toBe(401);
    expect(linkIn(await newestMailTo(api, email))).toContain('/account/undo-email/');
    expect((await newestMailTo(api, next)).subject).toContain(
      'email of your Touchline account now',
    );
  });

  test('sends no mail to a former address that was never verified', async () => {
    const { api, email, requestEmail, confirmEmail } = await aPersonWithAccount({
      verified: false,
    });
    await requestEmail();
    const before = await mailsTo(api, email);

    expect((await confirmEmail()).status).toBe(200);

    expect(await mailsTo(api, email)).toEqual(before);
  });

  test('works once within a day, and only if it is the newest', async () => {
    const person = await aPersonWithAccount();
    await person.requestEmail();
    const first = await person.mailedToken(person.next);
    await person.requestEmail();
    const old = await person.post('confirmEmail', { token: first });
    person.clock.passes(day);
    const late = await person.confirmEmail();

    expect([old.status, late.status]).toEqual([400, 400]);
    expect(await person.security()).toMatchObject({ nextEmail: null });
  });

  test('shows the masked address of the account', async () => {
    const { api, email, next, requestEmail } = await aPersonWithAccount();
    await requestEmail();

    const { body } = await newestMailTo(api, next);

    expect(body).toContain(`${email[0]}•••@e•••.org`);
    expect(body).not.toContain(email);
  });

  test('voids password links that were mailed to the former address', async () => {
    const { forget, reset, requestEmail, confirmEmail } = await aPersonWithAccount();
    const link = await forget();
    await requestEmail();
    await confirmEmail();

    expect((await reset(link, newPassword)).status).toBe(400);
  });

  test('is void once another account has verified the address', async () => {
    const { api, email, next, post, requestEmail, mailedToken, security } =
      await aPersonWithAccount();
    await requestEmail();
    const token = await mailedToken(next);
    await register(api, { email: next });
    await verify(api, next);

    expect(await post('confirmEmail', { token })).toMatchObject({
      status: 400,
      body: { code: 'link-invalid' },
    });
    expect(await security()).toMatchObject({ email });
  });

  test.each(['changed', 'reset'])(
    'is void once the password was %s, as the mail to the former address recommends',
    async (how) => {
      const { api, email, next, post, requestEmail, confirmEmail, forget, reset } =
        await aPersonWithAccount();
      await requestEmail();
      const change = { currentPassword: goodPassword, password: newPassword };
      const chosen =
        how === 'changed'
          ? await post('changePassword', change)
          : await reset(await forget(), newPassword);
      expect(chosen.status).toBe(200);

      expect((await confirmEmail()).status).toBe(400);
      expect(await tryLogin(api, next, newPassword)).toBe(401);
      expect(await tryLogin(api, email, newPassword)).toBe(200);
    },
  );

  test('works despite an account that never verified the address', async () => {
    const { api, next, post, requestEmail, mailedToken, security } = await aPersonWithAccount();
    await requestEmail();
    const token = await mailedToken(next);
    await register(api, { email: next });

    expect((await post('confirmEmail', { token })).status).toBe(200);
    expect(await security()).toMatchObject({ email: next });
    expect(await api.database.$count(members, eq(members.email, next))).toBe(1);
  });
});

/** A person whose email was changed, and the token of the undo link in the former mailbox. */
async function aChangedEmail() {
  const person = await aPersonWithAccount();
  await person.requestEmail();
  await person.confirmEmail();
  return { ...person, back: await person.mailedToken() };
}

describe('the undo link in the former mailbox', () => {
  test('restores the former email within a week, and ends sessions and password', async () => {
    const { api, clock, email, next, back, undoEmail, mailedToken, reset, isLoggedIn } =
      await aChangedEmail();
    clock.passes(7 * day - 2 * minute);

    expect(await undoEmail(back)).toBe(200);

    expect(await isLoggedIn()).toBe(false);
    expect(await tryLogin(api, next)).toBe(401);
    // The old password is void, because an intruder who changed the email knew the password.
    expect(await tryLogin(api, email)).toBe(401);
    expect((await reset(await mailedToken(), newPassword)).status).toBe(200);
    expect(await tryLogin(api, email, newPassword)).toBe(200);
  });

  test('expires after a week, and does not work as another link', async () => {
    const { clock, next, back, undoEmail, post, security } = await aChangedEmail();
    clock.passes(7 * day);

    expect(await undoEmail(back)).toBe(400);
    expect((await post('confirmEmail', { token: back })).status).toBe(400);
    expect(await security()).toMatchObject({ email: next });
  });

  test('works after an intruder changed the email again, and voids these changes', async () => {
    const person = await aPersonWithAccount();
    const { api, clock, email: former, requestEmail, confirmEmail, mailedToken } = person;
    const { undoEmail, forget, reset, isLoggedIn } = person;
    const [second, third, fourth] = [anAddress(), anAddress(), anAddress()];
    await requestEmail({ email: second });
    await confirmEmail(second);
    const owners = await mailedToken(former);
    await requestEmail({ email: third });
    await confirmEmail(third);
    const intruders = await mailedToken(second);
    expect(await undoEmail(intruders)).toBe(200);
    const password = 'an intruder waits here';
    expect((await reset(await mailedToken(second), password)).status).toBe(200);
    const again = sessionIn(await logIn(api, { email: second, password })).access_token;
    const post = async (path: string, body: object) =>
      (await api.post(`/api/auth/${path}`, { token: again, body })).status;
    expect(await post('changeEmail', { email: fourth, password })).toBe(200);
    expect(await post('confirmEmail', { token: await mailedToken(fourth), password })).toBe(200);
    const younger = await mailedToken(second);
    // The limit of mails in an hour must be over.
    clock.passes(hour);
    const link = await forget(fourth);

    expect(await undoEmail(owners)).toBe(200);

    expect((await reset(await mailedToken(former), newPassword)).status).toBe(200);
    expect(await tryLogin(api, former, newPassword)).toBe(200);
    expect((await reset(link, password)).status).toBe(400);
    for (const used of [younger, intruders, owners]) expect(await undoEmail(used)).toBe(400);
    expect(await tryLogin(api, fourth, password)).toBe(401);
    expect([await isLoggedIn(), await isLoggedIn(again)]).toEqual([false, false]);
  });

  test('works after a newer undo link was used', async () => {
    const { api, email, next, back, requestEmail, confirmEmail, undoEmail, mailedToken } =
      await aChangedEmail();
    const last = anAddress();
    await requestEmail({ email: last });
    await confirmEmail(last);
    await undoEmail(await mailedToken(next));

    expect(await undoEmail(back)).toBe(200);

    expect(await api.database.$count(members, eq(members.email, email))).toBe(1);
  });

  test('works although another account registered the former address meanwhile', async () => {
    const { api, email, back, undoEmail } = await aChangedEmail();
    await register(api, { email });

    expect(await undoEmail(back)).toBe(200);
    expect(await api.database.$count(members, eq(members.email, email))).toBe(1);
  });
});

test('a deleted account leaves no address behind', async () => {
  const { api, email, next, token } = await aChangedEmail();

  await api.delete('/api/users/me', { token, body: { password: goodPassword } });

  expect(await api.database.$count(emailChanges)).toBe(0);
  const rows = JSON.stringify(await api.database.select().from(members));
  expect(rows).not.toContain(email);
  expect(rows).not.toContain(next);
});
