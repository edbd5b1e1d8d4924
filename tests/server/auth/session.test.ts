import { createHmac, generateKeyPairSync, randomUUID } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import { eq } from 'drizzle-orm';
import { decodeJwt, SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, test } from 'vitest';

import { members, sessions } from '#server/db/schema.ts';

import { type Api, theApi } from '../../testing/server/api.ts';
import { save } from '../../testing/server/busy-server.ts';
import { somebodyWaits } from '../../testing/database/postgres.ts';
import { aClock, day, hour, minute, second } from '../../testing/clock/clock.ts';
import { ageRateLimits } from '../../testing/server/limits.ts';
import { aMember, goodPassword, logIn, register, sessionIn } from '../../testing/people/members.ts';

const clock = aClock();
const api = await theApi({ clock });

describe('logging in', () => {
  test('returns a token and the member’s id, also before the email is verified', async () => {
    const { email, password } = await register(api);

    const session = sessionIn(await logIn(api, { email, password }));

    expect(session.access_token.split('.')).toHaveLength(3);
    expect(decodeJwt(session.access_token)).toMatchObject({
      sub: session.userId,
      email,
      role: 'member',
      jti: expect.any(String),
      exp: (clock().getTime() + 30 * day) / second,
    });
    expect((await api.get(`/api/tipsters/${session.userId}`, bearer(session))).body).toMatchObject({
      email,
      emailVerified: false,
    });
  });

  test.each([
    { rememberMe: true, lasts: 30 * day },
    { rememberMe: undefined, lasts: 30 * day },
    { rememberMe: false, lasts: 12 * hour },
  ])('gives a session of $lasts ms with rememberMe $rememberMe', async ({ rememberMe, lasts }) => {
    const local = aClock();
    const one = await theApi({ clock: local });
    const member = await aMember(one);
    await one.database
      .update(members)
      .set({ passwordHash: await hash(goodPassword) })
      .where(eq(members.id, member.id));
    const credentials = { email: member.email, password: goodPassword };
    const session = sessionIn(
      await logIn(one, { ...credentials, ...(rememberMe !== undefined && { rememberMe }) }),
    );

    local.passes(lasts - 1);
    expect((await follow(one, session.access_token, member.id)).status).toBe(422);

    local.passes(1);
    expect((await follow(one, session.access_token, member.id)).status).toBe(401);
  });

  test('gives equal refusals for a wrong password and an unknown address', async () => {
    const { email } = await register(api);

    const wrong = await logIn(api, { email, password: 'not the right one' });
    const unknown = await logIn(api, {
      email: 'nobody@example.org',
      password: 'not the right one',
    });

    expect(wrong).toMatchObject({ status: 401, body: { code: 'wrong-credentials' } });
    expect({ ...problem(unknown), requestId: '' }).toEqual({ ...problem(wrong), requestId: '' });
    expect(Object.keys(unknown.headers)).toEqual(Object.keys(wrong.headers));
  });

  test('accepts an address in upper or lower case', async () => {
    const { email, password } = await register(api, { email: `Ada.${randomUUID()}@Example.org` });

    for (const typed of [email.toUpperCase(), email.toLowerCase()]) {
      expect((await logIn(api, { email: typed, password })).status).toBe(200);
    }
  });

  test('accepts a password in either Unicode normal form', async () => {
    const typed = 'Pärchen-im-Café-7'.normalize('NFD');
    const { email } = await register(api, { password: typed });

    for (const password of [typed, typed.normalize('NFC')]) {
      expect((await logIn(api, { email, password })).status).toBe(200);
    }
  });

  test('is refused if the password changes during the check', async () => {
    const { email, password } = await register(api);
    const own = eq(members.email, email);
    const another = await hash('a password of another day');

    const login = await api.database.transaction(async (tx) => {
      await tx.update(members).set({ passwordHash: another }).where(own);
      const underWay = logIn(api, { email, password });
      await expect.poll(async () => somebodyWaits(api)).toBe(true);
      return { underWay };
    });

    expect(await login.underWay).toMatchObject({
      status: 401,
      body: { code: 'wrong-credentials' },
    });
    const [member] = await api.database.select({ id: members.id }).from(members).where(own);
    expect(await api.database.$count(sessions, eq(sessions.memberId, member?.id ?? ''))).toBe(0);
  });

  test('rehashes a password that was hashed with a lower cost', async () => {
    const { email, password } = await register(api);
    const cheap = await hash(password, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
    await api.database.update(members).set({ passwordHash: cheap }).where(eq(members.email, email));

    await logIn(api, { email, password });

    const [row] = await api.database.select().from(members).where(eq(members.email, email));
    expect(row?.passwordHash).toContain('m=19456,t=2,p=1');
    expect((await logIn(api, { email, password })).status).toBe(200);
  });
});

describe('guessing passwords', () => {
  test('is limited per IP address for a quarter of an hour', async () => {
    const one = await theApi({ clock });
    const { email, password } = await register(one);

    const statuses = await guess(one, email, 12);

    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
    const slowed = await logIn(one, { email, password });
    expect(slowed.status).toBe(429);
    expect(Number(slowed.headers['retry-after'])).toBeLessThanOrEqual(900);
    await ageRateLimits(one, 15 * minute);
    expect((await logIn(one, { email, password })).status).toBe(200);
  });

  test('is limited for a hundred IP addresses, but not for the one that the owner uses', async () => {
    const one = await theApi({ clock, settings: { trustProxy: 1 } });
    const { email, password } = await register(one);
    const owner = { 'x-forwarded-for': '10.9.9.9' };
    await logIn(one, { email, password }, owner);

    const answers = await Promise.all(
      Array.from({ length: 60 }, async (_, host) => {
        const from = { 'x-forwarded-for': `10.0.0.${host}` };
        return logIn(one, { email, password: 'a wrong one' }, from);
      }),
    );

    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(50);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    expect((await logIn(one, { email, password }, owner)).status).toBe(200);
  });

  test('is counted across upper and lower case and untrusted proxy headers', async () => {
    const one = await theApi({ clock });
    const { email } = await register(one);

    await guess(one, email, 10);

    const hidden = await logIn(
      one,
      { email: email.toUpperCase(), password: 'a wrong one' },
      { 'x-forwarded-for': '10.1.2.3' },
    );
    expect(hidden.status).toBe(429);
  });

  test('does not count correct passwords', async () => {
    const one = await theApi({ clock });
    const { email, password } = await register(one);

    const answers = [];
    for (let times = 0; times < 15; times += 1) answers.push(await logIn(one, { email, password }));

    expect(answers.every(({ status }) => status === 200)).toBe(true);
  });
});

describe('a session', () => {
  test('ends with the logout of its own token, and no other', async () => {
    const { email, password } = await register(api);
    const phone = sessionIn(await logIn(api, { email, password }));
    const desk = sessionIn(await logIn(api, { email, password }));

    expect((await api.post('/api/auth/logout', bearer(phone))).status).toBe(200);

    expect(await api.post('/api/auth/renew', bearer(phone))).toMatchObject({
      status: 401,
      body: { code: 'session-ended' },
    });
    expect((await api.post('/api/auth/renew', bearer(desk))).status).toBe(200);
  });

  test('makes the browser clear cache and cookies at logout, but not its storage', async () => {
    const member = await aMember(api);

    const { headers } = await api.post('/api/auth/logout', member);

    expect(headers['clear-site-data']).toBe('"cache", "cookies"');
  });

  test('ends when its member is deleted', async () => {
    const member = await aMember(api);
    await api.database.delete(members).where(eq(members.id, member.id));

    expect((await api.post('/api/auth/renew', member)).status).toBe(401);
  });

  test('is renewed after half its lifetime, and the earlier token stays valid', async () => {
    const local = aClock();
    const one = await theApi({ clock: local });
    const old = await aMember(one);
    local.passes(15 * day - 1);
    const early = sessionIn(await one.post('/api/auth/renew', old));
    expect(decodeJwt(early.access_token).exp).toBe(decodeJwt(old.token).exp);

    local.passes(1);
    const renewed = sessionIn(await one.post('/api/auth/renew', old));

    expect((await one.post('/api/auth/renew', old)).status).toBe(200);
    local.passes(30 * day - 1);
    expect((await one.post('/api/auth/renew', bearer(renewed))).status).toBe(200);
    expect((await one.post('/api/auth/renew', old)).status).toBe(401);
  });

  test('ends at logout with all of its renewed tokens', async () => {
    const local = aClock();
    const one = await theApi({ clock: local });
    const old = await aMember(one);
    local.passes(20 * day);
    const renewed = sessionIn(await one.post('/api/auth/renew', old));

    await one.post('/api/auth/logout', bearer(renewed));

    expect((await one.post('/api/auth/renew', old)).status).toBe(401);
  });

  test('has the role and verification of the database, whatever the token claims', async () => {
    const member = await aMember(api, { role: 'administrator' });
    await api.database
      .update(members)
      .set({ role: 'member', emailVerifiedAt: null })
      .where(eq(members.id, member.id));

    const answer = await follow(api, member.token, member.id);

    expect(answer).toMatchObject({ status: 403, body: { code: 'email-unverified' } });
  });

  test('is created at login, which removes the member’s expired sessions', async () => {
    const local = aClock();
    const one = await theApi({ clock: local });
    const { email, password } = await register(one);
    await logIn(one, { email, password, rememberMe: false });
    local.passes(day);

    await logIn(one, { email, password });

    expect(await one.database.$count(sessions)).toBe(1);
  });
});

describe('a call for members', () => {
  test('checks the token before it reads the body', async () => {
    const answer = await api.put(save, { body: '{nonsense' });

    expect(answer).toMatchObject({ status: 401, body: { code: 'not-signed-in' } });
  });

  test('returns the operation id with a refusal', async () => {
    const key = randomUUID();

    const answer = await api.put(save, {
      headers: { 'idempotency-key': key },
    });

    expect(answer).toMatchObject({ status: 401, headers: { 'x-op-id': key } });
  });

  test('refuses every token that this server did not issue', async () => {
    const member = await aMember(api);

    for (const [name, token] of Object.entries(await forgeries(member))) {
      const answer = await api.post('/api/auth/renew', { token });
      expect({ name, ...answer }).toMatchObject({
        name,
        status: 401,
        body: { code: 'session-ended' },
      });
    }
    expect((await api.post('/api/auth/renew', member)).status).toBe(200);
  });

  test('accepts the token of an ended session on public routes', async () => {
    const member = await aMember(api);
    await api.post('/api/auth/logout', member);

    expect((await api.get('/api/tipsters', member)).status).toBe(200);
  });
});

async function forgeries(member: { id: string; token: string }): Promise<Record<string, string>> {
  const key = new TextEncoder().encode(api.settings.jwtSecret);
  const claims = decodeJwt(member.token);
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const other = await aMember(api);
  const [head = '', payload = '', signature = ''] = member.token.split('.');
  const sign = async (changes: Record<string, unknown>, header: Record<string, unknown> = {}) =>
    new SignJWT({ ...claims, ...changes })
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', ...header })
      .sign(key);
  const without = async (claim: string) => sign({ [claim]: undefined });
  const now = clock().getTime() / second;
  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

  const hmac = (secret: string, text: string) =>
    createHmac('sha256', secret).update(text).digest('base64url');
  const ownKey = `${encoded({
    alg: 'HS256',
    typ: 'at+jwt',
    jwk: { kty: 'oct', k: Buffer.from('x'.repeat(64)).toString('base64url') },
    jku: 'http://127.0.0.1:9/keys',
    kid: "../../dev/null' or 1=1",
  })}.${payload}`;

  return {
    'alg none': new UnsecuredJWT(claims).encode(),
    'alg NonE': `${encoded({ alg: 'NonE', typ: 'at+jwt' })}.${payload}.`,
    'alg none with a signature': `${encoded({ alg: 'none', typ: 'at+jwt' })}.${payload}.${signature}`,
    'no signature': `${head}.${payload}.`,
    'another signature': `${head}.${payload}.${[...signature].toReversed().join('')}`,
    'another payload': `${head}.${encoded({ ...claims, sub: other.id })}.${signature}`,
    RS256: await new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt' })
      .sign(privateKey),
    HS512: await sign({}, { alg: 'HS512' }),
    'another secret': await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
      .sign(new TextEncoder().encode('x'.repeat(64))),
    'a key that comes along': `${ownKey}.${hmac('x'.repeat(64), ownKey)}`,
    'another type': await sign({}, { typ: 'JWT' }),
    'no type': await sign({}, { typ: undefined }),
    expired: await sign({ exp: now - 120 }),
    'not valid yet': await sign({ nbf: now + 3600 }),
    'issued in the future': await sign({ iat: now + 3600 }),
    'no exp': await without('exp'),
    'no jti': await without('jti'),
    'no sub': await without('sub'),
    'another issuer': await sign({ iss: 'somebody' }),
    'another audience': await sign({ aud: 'somebody' }),
    'an unknown session': await sign({ jti: randomUUID() }),
    'somebody else’s session': await sign({ sub: other.id }),
    'a session that is no id': await sign({ jti: "' or 1=1 --" }),
  };
}

async function guess(at: Api, email: string, times: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let time = 0; time < times; time += 1) {
    statuses.push((await logIn(at, { email, password: 'a wrong one' })).status);
  }
  return statuses;
}

async function follow(at: Api, token: string, id: string) {
  return at.put(`/api/users/followOrUnfollow?Id=${id}&isFollow=true`, { token });
}

function bearer({ access_token }: { access_token: string }): { token: string } {
  return { token: access_token };
}

function problem({ body }: { body: unknown }): Record<string, unknown> {
  return { ...Object(body) };
}
