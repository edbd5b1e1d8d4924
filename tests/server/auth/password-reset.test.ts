import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';

import { emailTokens } from '#server/db/auth-tables.ts';

import { type Answer, type Api, theApi } from '../../testing/server/api.ts';
import { aClock, hour, minute } from '../../testing/clock/clock.ts';
import { linkIn, mailsTo, newestMailTo, tokenIn } from '../../testing/outside/mail.ts';
import {
  aMember,
  aRegistration,
  logIn,
  register,
  sessionIn,
} from '../../testing/people/members.ts';
import { problemOf } from '../../testing/tips/tips.ts';

const clock = aClock();
const api = await theApi({ clock });
const origin = api.settings.publicOrigin;
const newPassword = 'nine dry left-backs';

describe('a forgotten password', () => {
  test('is mailed as a link to our own page, and stored as a hash only', async () => {
    const { email } = await aMember(api);

    const answer = await forget(api, email.toUpperCase());

    const mail = await newestMailTo(api, email);
    expect(answer.status).toBe(202);
    expect(linkIn(mail)).toMatch(new RegExp(`^${origin}/account/reset-password/[\\w-]{43}$`));
    expect(mail.body).toContain('ten minutes');
    expect(mail.expiresAt).toEqual(new Date(clock().getTime() + 10 * minute));
    const kept = JSON.stringify(await api.database.select().from(emailTokens));
    expect(kept).not.toContain(tokenIn(mail));
  });

  test('has a link to the page of our origin that a client requests', async () => {
    const { email } = await aMember(api);

    const body = { email, clientBaseUrl: `${origin}/app/reset` };
    await api.post('/api/auth/forgotPassword', { body });

    const link = linkIn(await newestMailTo(api, email));
    expect(link.startsWith(`${origin}/app/reset/`)).toBe(true);
  });

  test('gets equal responses for known, unknown, unverified and deleted addresses', async () => {
    const known = await aMember(api);
    const unverified = await aMember(api, { verified: false });
    const deleted = await aMember(api, { deletedAt: clock() });
    const emails = ['nobody@example.org', known.email, unverified.email, deleted.email];

    const answers = await Promise.all(emails.map(async (email) => forget(api, email)));

    const [one] = answers;
    for (const each of answers) expect(each).toMatchObject({ status: 202, body: one?.body });
    const sent = await Promise.all(emails.map(async (email) => mailsTo(api, email)));
    expect(sent.map(({ length }) => length)).toEqual([0, 1, 1, 0]);
  });

  test.each([
    { where: 'eight networks', from: fromManyNetworks, sent: [3, 6, 9, 10, 10] },
    { where: 'one network', from: fromOneNetwork, sent: [2, 4, 4, 4, 4] },
    { where: 'one IPv6 network', from: fromOneLine, sent: [2, 4, 4, 4, 4] },
  ])('sends at most $sent mails from $where, with equal responses', async ({ from, sent }) => {
    const flooded = await theApi({ clock, settings: { trustProxy: 1 } });
    const { email } = await aMember(flooded);
    const sentAfter: number[] = [];

    for (let hours = 0; hours < 5; hours += 1) {
      clock.passes(hour);
      const answers = await Promise.all(
        Array.from({ length: 8 }, async (_, n) => forget(flooded, email, from(n))),
      );
      expect(answers.every(({ status }) => status === 202)).toBe(true);
      sentAfter.push((await mailsTo(flooded, email)).length);
    }

    expect(sentAfter).toEqual(sent);
  });

  test.each([
    { what: 'asks for links', ask: forget },
    { what: 'registers the address', ask: registers },
  ])('still reaches its owner when a stranger $what for a day', async ({ ask }) => {
    const flooded = await theApi({ clock, settings: { trustProxy: 1 } });
    const { email } = await aMember(flooded);
    for (let hours = 0; hours < 5; hours += 1) {
      clock.passes(hour);
      const stranger = '203.0.113.7';
      await Promise.all(Array.from({ length: 4 }, async () => ask(flooded, email, stranger)));
    }
    const before = await mailsTo(flooded, email);
    clock.passes(minute);

    await forget(flooded, email, '198.51.100.4');

    const after = await mailsTo(flooded, email);
    expect(after).toHaveLength(before.length + 1);
    expect(linkIn(after.at(-1) ?? { body: '' })).toContain('/account/reset-password/');
  });

  test('stores no IP address, only a hash with this server’s secret', async () => {
    const email = (await aMember(api)).email;
    const elsewhere = await theApi({ clock, database: api.database });
    await forget(api, email);
    await forget(elsewhere, email);

    const [one, other] = await mailsTo(api, email);

    expect(one?.askedFrom).toMatch(/^[\w-]{43}$/);
    expect(other?.askedFrom).not.toBe(one?.askedFrom);
  });

  test('is rate-limited for many addresses from one network', async () => {
    const one = await theApi({ clock, limits: { requestsPerNetwork: 1_000_000 } });

    const answers = await Promise.all(
      Array.from({ length: 310 }, async (_, n) => forget(one, `nobody${n}@example.org`)),
    );

    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
  });
});

describe('a new password', () => {
  test('replaces the old password once, and ends every session', async () => {
    const { email, password } = await register(api);
    const { access_token: token } = sessionIn(await logIn(api, { email, password }));
    const link = await linkTo(email);

    expect(await reset(link)).toMatchObject({ status: 200, body: {} });

    expect(problemOf(await api.get('/api/tips', { token }))).toBe('401 session-ended');
    expect((await logIn(api, { email, password })).status).toBe(401);
    expect((await logIn(api, { email, password: newPassword })).status).toBe(200);
    expect(problemOf(await reset(link, 'eleven cold linesmen'))).toBe('400 reset-expired');
    expect((await logIn(api, { email, password: newPassword })).status).toBe(200);
  });

  test('verifies the address of its link, and voids other links', async () => {
    const { email } = await register(api);
    const verification = tokenIn(await newestMailTo(api, email));

    await reset(await linkTo(email));

    const body = { access_token: verification };
    expect((await api.post('/api/auth/validateEmailToken', { body })).status).toBe(400);
    const { access_token: token, userId } = sessionIn(
      await logIn(api, { email, password: newPassword }),
    );
    expect(await api.get(`/api/tipsters/${userId}`, { token })).toMatchObject({
      body: { emailVerified: true },
    });
    expect(await api.get('/api/sync?since=0', { token })).toMatchObject({
      body: { profile: { emailVerified: true } },
    });
  });

  test('must be as strong as at registration, and a refused password does not use up the link', async () => {
    const { email } = await register(api, { userName: 'Striker Nine' });
    const link = await linkTo(email);

    for (const [weak, code] of [
      ['', 'required'],
      ['Striker Nine', 'too-common'],
      [email, 'too-common'],
    ] as const) {
      const answer = await reset(link, weak);
      expect(problemOf(answer)).toBe('400 invalid-input');
      expect(answer.body).toMatchObject({ errors: { password: [code] } });
    }
    expect((await reset(link)).status).toBe(200);
  });

  test('is refused after ten minutes, or with an older link', async () => {
    const { email } = await register(api);
    const link = await linkTo(email);

    clock.passes(10 * minute);
    expect(problemOf(await reset(link))).toBe('400 reset-expired');
    clock.passes(hour);
    const replaced = await linkTo(email);
    const fresh = await linkTo(email);
    expect(problemOf(await reset(replaced))).toBe('400 reset-expired');
    clock.passes(10 * minute - 1);
    expect((await reset(fresh)).status).toBe(200);
  });

  test('is not set by a verification link, a part of a link, or the stored hash', async () => {
    const { email } = await register(api);
    const verification = tokenIn(await newestMailTo(api, email));
    const link = await linkTo(email);
    const [kept] = await api.database
      .select()
      .from(emailTokens)
      .where(eq(emailTokens.purpose, 'reset-password'));

    for (const token of [verification, link.slice(0, -1), `${link}A`, kept?.tokenHash]) {
      expect(problemOf(await reset(token))).toBe('400 reset-expired');
    }
    const bearer = await api.get('/api/tips', { token: `a.${link}.b` });
    expect(bearer.status).toBe(401);
    expect(
      await api.post('/api/auth/validateEmailToken', { body: { access_token: link } }),
    ).toMatchObject({ status: 400 });
  });

  test('is set by one of twenty concurrent requests', async () => {
    const { email } = await register(api);
    const link = await linkTo(email);

    const answers = await Promise.all(
      Array.from({ length: 20 }, async (_, n) => reset(link, `${newPassword} ${n}`)),
    );

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const winner = answers.findIndex(({ status }) => status === 200);
    const password = `${newPassword} ${winner}`;
    expect((await logIn(api, { email, password })).status).toBe(200);
  });
});

async function forget(to: Api, email: string, from?: string): Promise<Answer> {
  const headers = from ? { 'x-forwarded-for': from } : {};
  return to.post('/api/auth/forgotPassword', { body: { email }, headers });
}

async function registers(to: Api, email: string, from: string): Promise<Answer> {
  const headers = { 'x-forwarded-for': from };
  return to.post('/api/users', { body: aRegistration({ email }), headers });
}

const fromManyNetworks = (n: number) => `198.51.${n}.1`;
const fromOneNetwork = (n: number) => `203.0.113.${n}`;
const fromOneLine = (n: number) => `2001:db8:7:${n}::1`;

async function linkTo(email: string): Promise<string> {
  clock.passes(minute);
  await forget(api, email);
  return tokenIn(await newestMailTo(api, email));
}

async function reset(token: unknown, password = newPassword): Promise<Answer> {
  return api.post('/api/auth/resetPassword', { body: { token, password } });
}
