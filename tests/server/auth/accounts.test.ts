import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';

import { emailTokens } from '#server/db/auth-tables.ts';
import { members } from '#server/db/schema.ts';

import { type Api, theApi } from '../../testing/server/api.ts';
import { aClock, day, minute } from '../../testing/clock/clock.ts';
import { verify } from '../../testing/people/account.ts';
import { linkIn, mailsTo, newestMailTo, tokenIn } from '../../testing/outside/mail.ts';
import { aMember, aRegistration, logIn, register, rowOf } from '../../testing/people/members.ts';

const clock = aClock();
const api = await theApi({ clock });
const origin = api.settings.publicOrigin;

describe('registering', () => {
  test('makes an unverified tipster with an argon2id hash', async () => {
    const { email } = await register(api, { ageConfirmed: true });

    const row = await rowOf(api, email);

    expect(row).toMatchObject({
      userName: 'Ada',
      searchName: 'ada',
      isTipster: true,
      role: 'member',
      emailVerifiedAt: null,
      ageConfirmedAt: clock(),
    });
    expect(row?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  test('mails a link to our own page, and keeps only a hash of its token', async () => {
    const { email } = await register(api);

    const mail = await newestMailTo(api, email);

    expect(linkIn(mail)).toMatch(new RegExp(`^${origin}/account/verify-email/[A-Za-z0-9_-]{43}$`));
    const tokens = await api.database.select().from(emailTokens);
    expect(JSON.stringify(tokens)).not.toContain(tokenIn(mail));
  });

  test('accepts the request body of a spec-only client', async () => {
    const form = aRegistration({ clientBaseURL: undefined, ageConfirmed: undefined });

    const answer = await api.post('/api/users', { body: form });

    expect(answer).toMatchObject({
      status: 200,
      body: {
        message: 'Your registration is successful. Please check your mail to activate your account',
      },
    });
  });

  test('answers equally for a known address, whose owner gets a mail and keeps the account', async () => {
    const known = await register(api);
    await verify(api, known.email);
    const before = await rowOf(api, known.email);

    const again = { email: known.email.toUpperCase(), password: 'something else entirely' };
    const first = await api.post('/api/users', { body: aRegistration() });
    const second = await api.post('/api/users', { body: aRegistration(again) });

    expect(second.status).toBe(first.status);
    expect(second.body).toEqual(first.body);
    expect(Object.keys(second.headers)).toEqual(Object.keys(first.headers));
    expect(await rowOf(api, known.email)).toEqual(before);
    const mail = await newestMailTo(api, known.email);
    expect(mail.subject).toBe('You already have a Touchline account');
    expect(linkIn(mail)).toBe(`${origin}/account/login`);
  });

  test('creates one account for ten concurrent registrations', async () => {
    const form = aRegistration();

    const answers = await Promise.all(
      Array.from({ length: 10 }, async () => api.post('/api/users', { body: form })),
    );

    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(await api.database.$count(members, eq(members.email, form.email))).toBe(1);
  });

  test.each([
    { because: 'is long in people’s characters', password: '🥅⚽🏟️🧤🥅⚽👟🧣' },
    { because: 'is 64 characters long', password: 'wet goal'.repeat(8) },
    { because: 'is 256 characters long', password: 'ab£ wet goalpost'.repeat(16) },
  ])('accepts a password unchanged that $because', async ({ password }) => {
    const { email } = await register(api, { password });

    expect((await logIn(api, { email, password })).status).toBe(200);
    expect((await logIn(api, { email, password: password.trim() })).status).toBe(
      password.trim() === password ? 200 : 401,
    );
  });

  test.each([
    { password: 'seven77', code: 'too-short' },
    { password: '🥅🧤👟🧣', code: 'too-short' },
    { password: 'a1'.repeat(129), code: 'too-long' },
    { password: 'password', code: 'too-common' },
    { password: 'ada.obi@example.org', code: 'too-common' },
    { password: 'goalkeeper99', code: 'too-common' },
  ])('refuses the password $password as $code', async ({ password, code }) => {
    const form = aRegistration({ email: 'ada.obi@example.org', userName: 'Goalkeeper', password });

    const answer = await api.post('/api/users', { body: form });

    expect(answer).toMatchObject({ status: 400, body: { errors: { password: [code] } } });
    expect(await rowOf(api, 'ada.obi@example.org')).toBeUndefined();
  });
});

describe('the address that a client requests for its mailed link', () => {
  test.each([
    { asked: 'http://localhost:3000/app/verify', page: '/app/verify' },
    { asked: 'http://localhost:3000/app/verify/', page: '/app/verify' },
  ])('may be a page of our origin: $asked', async ({ asked, page }) => {
    const { email } = await register(api, { clientBaseUrl: asked });
    const link = linkIn(await newestMailTo(api, email));
    expect(link.slice(0, link.lastIndexOf('/'))).toBe(`${origin}${page}`);

    await api.post('/api/auth/sendEmailVerificationToken', {
      body: { email, clientBaseURL: asked },
    });

    const again = linkIn(await newestMailTo(api, email));
    expect(again).not.toBe(link);
    expect(again.slice(0, again.lastIndexOf('/'))).toBe(`${origin}${page}`);
  });

  test.each([
    'http://localhost:3000/account/verify-email',
    'http://localhost:3000',
    'http://localhost:3000/',
    'http://localhost:3001/account/verify-email',
    'https://evil.example/account/verify-email',
    '//evil.example/x',
    'javascript:alert(1)',
    'http://localhost:3000@evil.example/x',
    'http://me@localhost:3000/x',
    'http://localhost:3000/x?next=//evil.example#y',
    'not an address',
  ])('is replaced by that of our own page for %s', async (asked) => {
    const forms = await Promise.all([
      register(api, { clientBaseUrl: asked }),
      register(api, { clientBaseUrl: undefined, clientBaseURL: asked }),
    ]);

    for (const { email } of forms) {
      const link = linkIn(await newestMailTo(api, email));
      expect(link.slice(0, link.lastIndexOf('/'))).toBe(`${origin}/account/verify-email`);
    }
  });

  test('never depends on the Host header', async () => {
    const form = aRegistration({ clientBaseUrl: undefined });
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' };

    await api.post('/api/users', { body: form, headers });

    expect(linkIn(await newestMailTo(api, form.email))).toContain(`${origin}/account/`);
  });
});

describe('verifying an email', () => {
  test('is stored for the profile, and opening the link again succeeds', async () => {
    const { email } = await register(api);
    const token = tokenIn(await newestMailTo(api, email));

    expect(await validate(token)).toMatchObject({
      status: 200,
      body: { message: 'Email Verification Successful' },
    });
    const verifiedAt = clock();
    clock.passes(1);
    expect((await validate(token)).status).toBe(200);
    const links = await api.database
      .select({ registration: emailTokens.registration })
      .from(emailTokens)
      .innerJoin(members, eq(members.id, emailTokens.memberId))
      .where(eq(members.email, email));
    expect(links).toEqual([{ registration: null }]);
    expect(await rowOf(api, email)).toMatchObject({
      emailVerifiedAt: verifiedAt,
      cursor: 1,
      profileCursor: 1,
    });
  });

  test('ends after 24 hours', async () => {
    const late = await register(api);
    const inTime = await register(api);
    clock.passes(day - 1);
    expect((await validate(tokenIn(await newestMailTo(api, inTime.email)))).status).toBe(200);

    clock.passes(1);

    for (const { email } of [late, inTime]) {
      expect(await validate(tokenIn(await newestMailTo(api, email)))).toMatchObject({
        status: 400,
        body: { code: 'link-invalid' },
      });
    }
    expect(await rowOf(api, late.email)).toMatchObject({ emailVerifiedAt: null });
  });

  test('is refused with a session token, a part of a link, or the stored hash', async () => {
    const { email } = await register(api);
    const { token } = await aMember(api);
    const real = tokenIn(await newestMailTo(api, email));
    const [stored] = await api.database.select().from(emailTokens).limit(1);

    for (const wrong of [token, real.slice(0, -1), `${real}=`, stored?.tokenHash, 'x']) {
      expect(await validate(wrong)).toMatchObject({ status: 400 });
    }
    expect(await rowOf(api, email)).toMatchObject({ emailVerifiedAt: null });
    expect((await api.post('/api/auth/renew', { token: real })).status).toBe(401);
  });

  test('succeeds for fifty concurrent requests', async () => {
    const { email } = await register(api);
    const token = tokenIn(await newestMailTo(api, email));

    const answers = await Promise.all(Array.from({ length: 50 }, async () => validate(token)));

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(50);
    expect(await rowOf(api, email)).toMatchObject({ emailVerifiedAt: clock() });
  });
});

describe('requesting the mail again', () => {
  test('sends a new link and ends the old one', async () => {
    const { email } = await register(api);
    const first = tokenIn(await newestMailTo(api, email));
    clock.passes(minute);

    const answer = await resend(api, email.toUpperCase());

    const second = tokenIn(await newestMailTo(api, email));
    expect(answer.status).toBe(200);
    expect((await validate(first)).status).toBe(400);
    expect((await validate(second)).status).toBe(200);
  });

  test('answers equally for unknown, unverified and verified addresses', async () => {
    const waiting = await register(api);
    const verified = await aMember(api);

    const answers = await Promise.all(
      ['nobody@example.org', waiting.email, verified.email].map(async (email) =>
        resend(api, email),
      ),
    );

    const [one] = answers;
    for (const each of answers) expect(each).toMatchObject({ status: 200, body: one?.body });
    expect(await mailsTo(api, verified.email)).toEqual([]);
    expect(await mailsTo(api, 'nobody@example.org')).toEqual([]);
  });
});

test('addresses of one mailbox share its limit of mails', async () => {
  const one = await theApi({ clock });
  const tagged = Array.from({ length: 6 }, (_, n) => `ada+${n}@mailbox.example`);

  for (const email of tagged) await register(one, { email });

  const sent = await Promise.all(tagged.map(async (email) => mailsTo(one, email)));
  expect(sent.flat()).toHaveLength(2);
  expect(await one.database.$count(members)).toBe(6);
});

async function validate(token: unknown) {
  return api.post('/api/auth/validateEmailToken', { body: { access_token: token } });
}

async function resend(to: Api, email: string) {
  const body = { email, clientBaseURL: `${origin}/account/verify-email` };
  return to.post('/api/auth/sendEmailVerificationToken', { body });
}
