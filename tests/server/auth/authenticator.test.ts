import { TOTP } from 'otpauth';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { AuthenticatorSecret, RecoveryCodes, Security } from '#contract/account/security.ts';
import { authenticators } from '#server/db/auth-tables.ts';

import { type Api, theApi } from '../../testing/server/api.ts';
import { aClock, hour, minute, second } from '../../testing/clock/clock.ts';
import { countsGrowOld } from '../../testing/server/limits.ts';
import { newestMailTo } from '../../testing/outside/mail.ts';
import { aMember, goodPassword, register, sessionIn } from '../../testing/people/members.ts';
import { aCommunity, aKey } from '../../testing/tips/tips.ts';

/** A logged-in person with an account. */
async function aPerson() {
  const clock = aClock();
  const api = await theApi({ clock });
  const { email } = await register(api);
  const enters = async (code?: string) =>
    api.post('/api/auth', { body: { email, password: goodPassword, ...(code && { code }) } });
  const token = sessionIn(await enters()).access_token;
  const asksFor = async (code?: string) =>
    api.post('/api/auth/authenticator', {
      token,
      body: { password: goodPassword, ...(code && { code }) },
    });
  const begins = async (code?: string) => z.parse(AuthenticatorSecret, (await asksFor(code)).body);
  const confirms = async (code: string) =>
    api.post('/api/auth/authenticator/confirm', { token, body: { code } });
  return {
    api,
    clock,
    email,
    token,
    enters,
    begins,
    asksFor,
    turnsOff: async (body: object = {}) =>
      api.delete('/api/auth/authenticator', { token, body: { password: goodPassword, ...body } }),
    confirms,
    guards: async () => z.parse(Security, (await api.get('/api/auth/security', { token })).body),
    /** Activates an app; returns its secret and the recovery codes. */
    protects: async () => {
      const { secret } = await begins();
      const code = codeOf(secret);
      const answer = await confirms(code(clock()));
      const { recoveryCodes } = z.parse(RecoveryCodes, answer.body);
      clock.passes(minute);
      return { now: () => code(clock()), at: code, recoveryCodes };
    },
  };
}

/** The code of this secret at a moment. */
function codeOf(secret: string) {
  const app = new TOTP({ secret });
  return (moment: Date) => app.generate({ timestamp: moment.getTime() });
}

/** A code in the digits of the script with this zero. */
function inDigitsFrom(zero: string, code: string): string {
  const first = zero.codePointAt(0) ?? 0;
  return code.replaceAll(/\d/g, (digit) => String.fromCodePoint(first + Number(digit)));
}

/** Another code of six digits. */
const another = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('an authenticator app', () => {
  test('guards nothing before a first code of it was right', async () => {
    const { begins, confirms, enters, guards, clock } = await aPerson();
    const { secret } = await begins();

    expect(await confirms(another(codeOf(secret)(clock())))).toMatchObject({
      status: 422,
      body: { code: 'wrong-code' },
    });

    expect((await enters()).status).toBe(200);
    expect((await guards()).authenticator.on).toBe(false);
  });

  test('names the site and its member, for the list in the app', async () => {
    const { begins, email } = await aPerson();

    const { address, secret } = await begins();

    const uri = new URL(address);
    expect(uri.protocol).toBe('otpauth:');
    expect(decodeURIComponent(uri.pathname)).toContain(`Touchline:${email}`);
    expect(uri.searchParams.get('secret')).toBe(secret);
  });

  test('is asked for at every login from then on', async () => {
    const { enters, protects, guards } = await aPerson();
    const app = await protects();

    expect(await enters()).toMatchObject({ status: 401, body: { code: 'code-required' } });
    expect(await enters(another(app.now()))).toMatchObject({
      status: 422,
      body: { code: 'wrong-code' },
    });
    expect((await enters(app.now())).status).toBe(200);
    expect((await guards()).authenticator).toMatchObject({
      on: true,
      recoveryCodesLeft: 10,
      required: false,
    });
  });

  test('is not asked for before the password is right', async () => {
    const { api, email, protects } = await aPerson();
    const app = await protects();

    const body = { email, password: 'not the right one' };
    expect(await api.post('/api/auth', { body })).toMatchObject({
      status: 401,
      body: { code: 'wrong-credentials' },
    });
    expect(await api.post('/api/auth', { body: { ...body, code: app.now() } })).toMatchObject({
      body: { code: 'wrong-credentials' },
    });
  });

  test('is good once for each code, and half a minute before and after', async () => {
    const { clock, enters, protects } = await aPerson();
    const app = await protects();
    const shifted = (by: number) => app.at(new Date(clock().getTime() + by));

    expect((await enters(shifted(-60 * second))).status).toBe(422);
    expect((await enters(shifted(60 * second))).status).toBe(422);
    expect((await enters(shifted(-30 * second))).status).toBe(200);
    expect((await enters(shifted(-30 * second))).status).toBe(422);
    expect((await enters(shifted(30 * second))).status).toBe(200);
    // A later code was used, so earlier ones are invalid.
    expect((await enters(shifted(0))).status).toBe(422);
  });

  test('takes the digits of every script', async () => {
    const { begins, clock, confirms, enters, turnsOff } = await aPerson();
    const shows = codeOf((await begins()).secret);

    expect((await confirms(inDigitsFrom('\u0660', shows(clock())))).status).toBe(200);
    for (const zero of ['\uff10', '\u0966', '\u{1d7d8}', '\u{11730}']) {
      clock.passes(minute);
      expect((await enters(inDigitsFrom(zero, shows(clock())))).status).toBe(200);
    }
    clock.passes(minute);
    expect((await turnsOff({ code: inDigitsFrom('\u06f0', shows(clock())) })).status).toBe(200);
  });

  test.each(['①②③④⑤⑥', '一二三四五六', '²³⁴⁵⁶⁷', 'ⅠⅡⅢⅣⅤⅥ', '🙂🙂🙂', '12345é', '-12345'])(
    'refuses %j as a wrong code',
    async (code) => {
      const { begins, confirms, enters, protects } = await aPerson();
      const app = await protects();

      expect(await enters(code)).toMatchObject({ status: 422, body: { code: 'wrong-code' } });
      await begins(app.now());
      expect(await confirms(code)).toMatchObject({ status: 422, body: { code: 'wrong-code' } });
    },
  );

  test('lets one of twenty in that come with the same code at once', async () => {
    const { enters, protects } = await aPerson();
    const code = (await protects()).now();

    const answers = await Promise.all(Array.from({ length: 8 }, async () => enters(code)));

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('takes ten wrong codes an hour, wherever they come from', async () => {
    const { api, enters, protects } = await aPerson();
    const app = await protects();

    const statuses = [];
    for (let n = 0; n < 10; n += 1) {
      statuses.push((await enters(another(app.now()))).status);
      // Attempts at the password are counted, too, but this test is about the code.
      if (n === 4) await agesPasswords(api);
    }

    await agesPasswords(api);
    expect(new Set(statuses)).toEqual(new Set([422]));
    expect((await enters(app.now())).status).toBe(429);
    await countsGrowOld(api, hour);
    expect((await enters(app.now())).status).toBe(200);
  });

  test('is told to the mailbox when it comes and when it goes', async () => {
    const { api, clock, email, protects, turnsOff } = await aPerson();
    const app = await protects();
    expect((await newestMailTo(api, email)).subject).toBe(
      'Something was added to your Touchline login',
    );

    clock.passes(minute);
    await turnsOff({ code: app.now() });
    expect((await newestMailTo(api, email)).subject).toBe(
      'Something was removed from your Touchline login',
    );
  });

  test('is turned off with the password and a code, and never asked for again', async () => {
    const { enters, protects, turnsOff, guards } = await aPerson();
    const app = await protects();
    expect((await turnsOff({ password: 'wrong', code: app.now() })).status).toBe(422);

    expect((await turnsOff({ code: app.now() })).status).toBe(200);

    expect((await enters()).status).toBe(200);
    expect((await guards()).authenticator).toMatchObject({ on: false, recoveryCodesLeft: 0 });
  });

  test.each(['turnsOff', 'asksFor'] as const)(
    'is neither turned off nor replaced without a right code of it: %s',
    async (change) => {
      const person = await aPerson();
      const app = await person.protects();
      const changes = async (code?: string) =>
        change === 'turnsOff' ? person.turnsOff({ code }) : person.asksFor(code);

      expect(await changes()).toMatchObject({
        status: 400,
        body: { code: 'invalid-input', errors: { code: ['required'] } },
      });
      expect(await changes(another(app.now()))).toMatchObject({
        status: 422,
        body: { code: 'wrong-code', errors: { code: ['wrong'] } },
      });

      expect((await person.guards()).authenticator.on).toBe(true);
      expect((await changes(app.recoveryCodes[0])).status).toBe(200);
    },
  );

  test('is guessed at ten times an hour in a session, the login’s guesses included', async () => {
    const { enters, protects, turnsOff } = await aPerson();
    const app = await protects();
    const wrong = another(app.now());
    for (let n = 0; n < 4; n += 1) await enters(wrong);
    for (let n = 0; n < 6; n += 1) await turnsOff({ code: wrong });

    expect((await turnsOff({ code: app.now() })).status).toBe(429);
  });

  test('says where and when it was turned on', async () => {
    const { clock, protects, guards } = await aPerson();
    const before = clock().toISOString();
    await protects();

    expect((await guards()).authenticator).toMatchObject({ device: '', addedAt: before });
  });

  test('stays until another one was confirmed in its place', async () => {
    const { clock, enters, begins, confirms, protects } = await aPerson();
    const former = await protects();
    const { secret } = await begins(former.recoveryCodes[0]);
    expect((await enters(former.now())).status).toBe(200);

    clock.passes(minute);
    expect((await confirms(codeOf(secret)(clock()))).status).toBe(200);

    clock.passes(minute);
    expect((await enters(former.now())).status).toBe(422);
    expect((await enters(codeOf(secret)(clock()))).status).toBe(200);
  });
});

describe('a recovery code', () => {
  test('lets in once without the app, however it is typed', async () => {
    const { enters, protects, guards } = await aPerson();
    const { recoveryCodes } = await protects();
    const [first = '', next = ''] = recoveryCodes;

    expect((await enters(first)).status).toBe(200);
    expect((await enters(first)).status).toBe(422);
    expect((await enters(next.replaceAll('-', ' ').toLowerCase())).status).toBe(200);
    expect((await guards()).authenticator.recoveryCodesLeft).toBe(8);
  });

  test('is one of ten, of which only hashes are kept', async () => {
    const { api, protects } = await aPerson();
    const { recoveryCodes } = await protects();

    expect(new Set(recoveryCodes).size).toBe(10);
    const kept = JSON.stringify(await api.database.select().from(authenticators));
    for (const code of recoveryCodes) {
      expect(kept).not.toContain(code);
      expect(kept).not.toContain(code.replaceAll('-', ''));
    }
  });
});

describe('an administrator', () => {
  const inProduction = { settings: { environment: 'production' as const } };

  test('of a site in production can do nothing before an authenticator app is on', async () => {
    const { api, administrator, services } = await aCommunity(inProduction);
    await api.database
      .insert(authenticators)
      .values({ memberId: administrator.id, pendingSecret: 'JBSWY3DPEHPK3PXP' });

    const refused = await api.get('/api/admin/tickets', administrator);
    expect(refused).toMatchObject({ status: 403, body: { code: 'second-factor-required' } });
    expect(await api.get('/api/auth/security', administrator)).toMatchObject({
      body: { authenticator: { on: false, required: true } },
    });

    const code = new TOTP({ secret: 'JBSWY3DPEHPK3PXP' }).generate({
      timestamp: services.clock().getTime(),
    });
    await api.post('/api/auth/authenticator/confirm', { ...administrator, body: { code } });
    expect((await api.get('/api/admin/tickets', administrator)).status).toBe(200);
  });

  test('cannot do it in a batch either', async () => {
    const { api, administrator, aTip } = await aCommunity(inProduction);
    const { id } = await aTip();
    const path = `/api/tips/confirmTip/${id}`;
    const entry = {
      id: crypto.randomUUID(),
      method: 'PUT',
      path,
      body: { IsGameSuccessful: true },
    };

    const { body } = await api.post('/api/ops', {
      token: administrator.token,
      headers: aKey(),
      body: [entry],
    });

    expect(body).toMatchObject([{ status: 403, body: { code: 'second-factor-required' } }]);
  });

  test('of the demo season acts with a login alone', async () => {
    const { api, administrator } = await aCommunity();

    expect((await api.get('/api/admin/tickets', administrator)).status).toBe(200);
  });
});

test('a member of a site in production needs none', async () => {
  const api = await theApi({ settings: { environment: 'production' } });
  const { token } = await aMember(api);

  expect((await api.get('/api/tips', { token })).status).toBe(200);
});

/** Ages the counters of password attempts, but not those of codes. */
async function agesPasswords({ database }: Api): Promise<void> {
  await database.$client.query(
    `delete from limits where key like 'login:%' or key like 'login-account:%'`,
  );
}
