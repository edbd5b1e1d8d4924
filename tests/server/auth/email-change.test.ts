import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';

import { emailChanges } from '#server/db/auth-tables.ts';
import { members } from '#server/db/schema.ts';

import { theApi } from '../../testing/server/api.ts';
import { aClock, day, minute } from '../../testing/clock/clock.ts';
import {
  anAddress,
  aPersonWithAnEmail,
  entersWith,
  verify,
} from '../../testing/people/email-change.ts';
import { linkIn, mailsTo, newestMailTo, tokenIn } from '../../testing/outside/mail.ts';
import { goodPassword, logIn, register, sessionIn } from '../../testing/people/members.ts';

describe('asking for another email', () => {
  test('tells both mailboxes, and changes nothing yet', async () => {
    const { api, clock, email, next, asks, has } = await aPersonWithAnEmail();

    expect((await asks()).status).toBe(200);

    expect((await newestMailTo(api, email)).subject).toContain('wants to change the email');
    const confirming = await newestMailTo(api, next);
    expect(linkIn(confirming)).toContain('/account/confirm-email/');
    expect(confirming.expiresAt).toEqual(new Date(clock().getTime() + day));
    expect(await has()).toMatchObject({ email, nextEmail: next });
    expect(await entersWith(api, email)).toBe(200);
  });

  test.each([
    ['a wrong password', { password: 'not the right one' }, 422],
    ['what is no address', { email: 'nonsense' }, 400],
  ])('is refused with %s, and nobody is told', async (_, body, status) => {
    const { api, email, asks } = await aPersonWithAnEmail();
    const before = (await mailsTo(api, email)).length;

    expect((await asks(body)).status).toBe(status);

    expect(await mailsTo(api, email)).toHaveLength(before);
    expect(await api.database.$count(emailChanges)).toBe(0);
  });

  test('for the address one has is refused, in any case', async () => {
    const { email, asks } = await aPersonWithAnEmail();

    expect(await asks({ email: email.toUpperCase() })).toMatchObject({
      status: 400,
      body: { errors: { email: ['invalid'] } },
    });
  });

  test('for somebody else’s looks the same, and only tells its owner', async () => {
    const { api, next, asks, has } = await aPersonWithAnEmail();
    const { email: taken } = await register(api);
    await verify(api, taken);

    const known = await asks({ email: taken });
    expect(await has()).toMatchObject({ nextEmail: taken });
    const unknown = await asks({ email: next });

    expect(known.body).toEqual(unknown.body);
    const mail = await newestMailTo(api, taken);
    expect(mail.subject).toBe('You already have a Touchline account');
    expect(mail.body).not.toContain('confirm-email');
    expect(await has()).toMatchObject({ nextEmail: next });
  });

  test('mails one address three times a day at most, whoever asks', async () => {
    const { api, next, asks } = await aPersonWithAnEmail();

    const statuses = [];
    for (let n = 0; n < 4; n += 1) statuses.push((await asks()).status);

    expect(statuses).toEqual([200, 200, 200, 429]);
    expect(await mailsTo(api, next)).toHaveLength(3);
  });

  test('mails the addresses of one mailbox three times a day at most, whoever asks', async () => {
    const { asks } = await aPersonWithAnEmail();
    const tagged = ['ada+1@mailbox.example', 'Ada+2@mailbox.example', 'ada+@mailbox.example'];

    const statuses = [];
    for (const email of [...tagged, 'ada@mailbox.example']) {
      statuses.push((await asks({ email })).status);
    }

    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  test('of many unproven accounts mails their one mailbox ten times a day at most', async () => {
    const api = await theApi({ clock: aClock() });
    const tagged = Array.from({ length: 6 }, (_, n) => `bea+${n}@mailbox.example`);
    for (const email of tagged) {
      await register(api, { email });
      const { access_token: token } = sessionIn(
        await logIn(api, { email, password: goodPassword }),
      );
      for (let n = 0; n < 3; n += 1) {
        const body = { password: goodPassword, email: anAddress() };
        expect(await api.post('/api/auth/changeEmail', { token, body })).toMatchObject({
          status: 200,
        });
      }
    }

    const sent = await Promise.all(tagged.map(async (email) => mailsTo(api, email)));
    expect(sent.flat()).toHaveLength(10);
  }, 30_000);
});

describe('the link in the new mailbox', () => {
  test('makes it the email, with which alone one logs in', async () => {
    const { api, email, next, asks, confirms, has } = await aPersonWithAnEmail();
    await asks();

    expect((await confirms()).status).toBe(200);

    expect(await has()).toMatchObject({ email: next, nextEmail: null });
    expect(await entersWith(api, next)).toBe(200);
    expect(await entersWith(api, email)).toBe(401);
  });

  test('tells both mailboxes again, the former one with a way back', async () => {
    const { api, email, next, asks, confirms } = await aPersonWithAnEmail();
    await asks();
    await confirms();

    expect(linkIn(await newestMailTo(api, email))).toContain('/account/undo-email/');
    expect((await newestMailTo(api, next)).subject).toContain(
      'email of your Touchline account now',
    );
  });

  test('tells nothing to a former address that was never proven', async () => {
    const { api, email, asks, confirms } = await aPersonWithAnEmail({ verified: false });
    await asks();
    const before = await mailsTo(api, email);

    expect((await confirms()).status).toBe(200);

    expect(await mailsTo(api, email)).toEqual(before);
  });

  test('works once, for a day, and only if it is the newest', async () => {
    const { api, clock, next, asks, confirms, has } = await aPersonWithAnEmail();
    await asks();
    const first = tokenIn(await newestMailTo(api, next));
    clock.passes(minute);
    await asks();
    const old = await api.post('/api/auth/confirmEmail', {
      body: { token: first, password: goodPassword },
    });
    clock.passes(day);
    const late = await confirms();

    expect([old.status, late.status]).toEqual([400, 400]);
    expect(await has()).toMatchObject({ nextEmail: null });
  });

  test('names the field where the password of the account is missing or wrong', async () => {
    const { api, next, asks } = await aPersonWithAnEmail();
    await asks();
    const token = tokenIn(await newestMailTo(api, next));
    const errorsOf = async (body: object) =>
      Object(await api.post('/api/auth/confirmEmail', { body: { token, ...body } })).body.errors;

    expect(await errorsOf({})).toEqual({ password: ['required'] });
    expect(await errorsOf({ password: 'not the right one' })).toEqual({ password: ['wrong'] });
  });

  test('names the account by its address, masked', async () => {
    const { api, email, next, asks } = await aPersonWithAnEmail();
    await asks();

    const { body } = await newestMailTo(api, next);

    expect(body).toContain(`${email[0]}•••@e•••.org`);
    expect(body).not.toContain(email);
  });

  test('voids what was mailed to the former one to choose a password', async () => {
    const { api, clock, email, asks, confirms } = await aPersonWithAnEmail();
    await api.post('/api/auth/forgotPassword', { body: { email } });
    const token = tokenIn(await newestMailTo(api, email));
    clock.passes(minute);
    await asks();
    await confirms();

    const body = { token, password: 'nine damp flags' };
    expect((await api.post('/api/auth/resetPassword', { body })).status).toBe(400);
  });

  test('is good for nothing once somebody else has proved the address', async () => {
    const { api, email, next, asks, confirms, has } = await aPersonWithAnEmail();
    await asks();
    const body = { token: tokenIn(await newestMailTo(api, next)), password: goodPassword };
    await register(api, { email: next });
    await verify(api, next);

    expect(await api.post('/api/auth/confirmEmail', { body })).toMatchObject({
      status: 400,
      body: { code: 'link-invalid' },
    });
    expect(await has()).toMatchObject({ email });
    expect((await confirms(next)).status).toBe(400);
  });

  test.each([
    ['changed', '/api/auth/changePassword'],
    ['reset', '/api/auth/resetPassword'],
  ])('is void once the password was %s, as the former mailbox was told to do', async (_, path) => {
    const { api, clock, email, next, token, asks, confirms } = await aPersonWithAnEmail();
    await asks();
    clock.passes(minute);
    await api.post('/api/auth/forgotPassword', { body: { email } });
    const reset = { token: tokenIn(await newestMailTo(api, email)), password: 'nine damp flags' };
    const change = { currentPassword: goodPassword, password: 'nine damp flags' };
    const body = path.endsWith('changePassword') ? change : reset;
    expect((await api.post(path, { token, body })).status).toBe(200);

    expect((await confirms()).status).toBe(400);
    expect(await entersWith(api, next, 'nine damp flags')).toBe(401);
    expect(await entersWith(api, email, 'nine damp flags')).toBe(200);
  });

  test('is not stopped by an account that never proved the address', async () => {
    const { api, next, asks, has } = await aPersonWithAnEmail();
    await asks();
    const token = tokenIn(await newestMailTo(api, next));
    await register(api, { email: next });

    const body = { token, password: goodPassword };
    expect((await api.post('/api/auth/confirmEmail', { body })).status).toBe(200);
    expect(await has()).toMatchObject({ email: next });
    expect(await api.database.$count(members, eq(members.email, next))).toBe(1);
  });
});

describe('a profile form from before the change', () => {
  const form = {
    firstName: 'Ngozi',
    lastName: 'Eze',
    country: 'NG',
    phoneNumber: '+234 801 234 5678',
    state: 'Enugu',
    address: '3 Ogui Road',
  };
  const path = '/api/users/updateProfileWithoutImage';

  test('is saved without a word about the email, which stays what it is now', async () => {
    const { api, next, token, asks, confirms } = await aPersonWithAnEmail();
    await asks();
    await confirms();

    const saved = await api.put(path, { token, body: form });

    expect(saved).toMatchObject({ status: 200, body: { firstName: 'Ngozi', email: next } });
  });

  test('is refused where it names the email of before', async () => {
    const { api, email, token, asks, confirms } = await aPersonWithAnEmail();
    await asks();
    await confirms();

    const refused = await api.put(path, { token, body: { ...form, email } });

    expect(refused).toMatchObject({ status: 422, body: { code: 'identity-mismatch' } });
  });
});

test('a deleted account leaves no address behind', async () => {
  const { api, email, next, token, asks, confirms } = await aPersonWithAnEmail();
  await asks();
  await confirms();

  await api.delete('/api/users/me', { token, body: { password: goodPassword } });

  expect(await api.database.$count(emailChanges)).toBe(0);
  const rows = JSON.stringify(await api.database.select().from(members));
  expect(rows).not.toContain(email);
  expect(rows).not.toContain(next);
});
