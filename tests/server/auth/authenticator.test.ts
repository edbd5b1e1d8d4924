import { TOTP } from 'otpauth';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { AuthenticatorSecret, RecoveryCodes } from '#contract/account/security.ts';
import { authenticators } from '#server/db/auth-tables.ts';

import { theApi } from '../../testing/server/api.ts';
import { hour, minute, second } from '../../testing/clock/clock.ts';
import { ageRateLimits } from '../../testing/server/limits.ts';
import { newestMailTo } from '../../testing/outside/mail.ts';
import { aPersonWithAccount } from '../../testing/people/account.ts';
import { aMember, goodPassword } from '../../testing/people/members.ts';
import { aCommunity, aKey } from '../../testing/tips/tips.ts';

/** A logged-in person without an authenticator app. */
async function aPerson() {
  const person = await aPersonWithAccount();
  const { api, clock, email, post, token, security } = person;
  const confirms = async (code: string) => post('authenticator/confirm', { code });
  const asksFor = async (code?: string) =>
    post('authenticator', { password: goodPassword, ...(code && { code }) });
  const begins = async (code?: string) => z.parse(AuthenticatorSecret, (await asksFor(code)).body);
  return {
    ...person,
    confirms,
    asksFor,
    begins,
    enters: async (code?: string, password = goodPassword) =>
      api.post('/api/auth', { body: { email, password, ...(code && { code }) } }),
    turnsOff: async (body: object = {}) =>
      api.delete('/api/auth/authenticator', { token, body: { password: goodPassword, ...body } }),
    state: async () => (await security()).authenticator,
    /** Activates an authenticator app; returns functions for its codes, and the recovery codes. */
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

/** Returns a function for the code of this secret at a time. */
function codeOf(secret: string) {
  const app = new TOTP({ secret });
  return (moment: Date) => app.generate({ timestamp: moment.getTime() });
}

/** Writes a code in the digits of a script; `zero` is the script's digit 0. */
function inDigitsFrom(zero: string, code: string): string {
  const first = zero.codePointAt(0) ?? 0;
  return code.replaceAll(/\d/g, (digit) => String.fromCodePoint(first + Number(digit)));
}

/** Returns a six-digit code that differs from this one. */
const another = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

const wrongCode = { status: 422, body: { code: 'wrong-code' } };

describe('an authenticator app', () => {
  test('is not required before its first code was correct', async () => {
    const { begins, confirms, enters, state, clock } = await aPerson();
    const { secret } = await begins();

    expect(await confirms(another(codeOf(secret)(clock())))).toMatchObject(wrongCode);

    expect((await enters()).status).toBe(200);
    expect((await state()).on).toBe(false);
  });

  test('names the site and its member, for the list in the app', async () => {
    const { begins, email } = await aPerson();

    const { address, secret } = await begins();

    const uri = new URL(address);
    expect(uri.protocol).toBe('otpauth:');
    expect(decodeURIComponent(uri.pathname)).toContain(`Touchline:${email}`);
    expect(uri.searchParams.get('secret')).toBe(secret);
  });

  test('is required at every later login, after the password', async () => {
    const { enters, protects } = await aPerson();
    const app = await protects();

    expect(await enters()).toMatchObject({ status: 401, body: { code: 'code-required' } });
    expect(await enters(another(app.now()))).toMatchObject(wrongCode);
    for (const code of [undefined, app.now()]) {
      expect(await enters(code, 'not the right one')).toMatchObject({
        status: 401,
        body: { code: 'wrong-credentials' },
      });
    }
    expect((await enters(app.now())).status).toBe(200);
  });

  test('accepts each code once, within half a minute', async () => {
    const { clock, enters, protects } = await aPerson();
    const app = await protects();
    const statusAt = async (shift: number) =>
      (await enters(app.at(new Date(clock().getTime() + shift)))).status;

    expect(await statusAt(-60 * second)).toBe(422);
    expect(await statusAt(60 * second)).toBe(422);
    expect(await statusAt(-30 * second)).toBe(200);
    expect(await statusAt(-30 * second)).toBe(422);
    expect(await statusAt(30 * second)).toBe(200);
    // After a code was used, codes of earlier periods are invalid.
    expect(await statusAt(0)).toBe(422);
  });

  test('accepts digits of every script', async () => {
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

  test('refuses other characters as a wrong code', async () => {
    const { begins, confirms, enters, protects } = await aPerson();
    const app = await protects();
    await begins(app.recoveryCodes[0]);

    for (const code of [
      '①②③④⑤⑥',
      '一二三四五六',
      '²³⁴⁵⁶⁷',
      'ⅠⅡⅢⅣⅤⅥ',
      '🙂🙂🙂',
      '12345é',
      '-12345',
    ]) {
      expect(await enters(code)).toMatchObject(wrongCode);
      expect(await confirms(code)).toMatchObject(wrongCode);
    }
  });

  test('accepts one of eight concurrent logins with the same code', async () => {
    const { enters, protects } = await aPerson();
    const code = (await protects()).now();

    const answers = await Promise.all(Array.from({ length: 8 }, async () => enters(code)));

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('allows ten wrong codes an hour, at logins and in sessions together', async () => {
    const { api, enters, protects, turnsOff } = await aPerson();
    const app = await protects();
    const wrong = another(app.now());
    for (let n = 0; n < 4; n += 1) expect((await enters(wrong)).status).toBe(422);
    for (let n = 0; n < 6; n += 1) expect((await turnsOff({ code: wrong })).status).toBe(422);

    expect((await turnsOff({ code: app.now() })).status).toBe(429);
    expect((await enters(app.now())).status).toBe(429);
    await ageRateLimits(api, hour);
    expect((await enters(app.now())).status).toBe(200);
  });

  test('is listed and mailed when active, and is turned off with password and code', async () => {
    const { api, clock, email, enters, protects, turnsOff, state } = await aPerson();
    const addedAt = clock().toISOString();
    const app = await protects();
    const shown = { device: 'Chrome, Android', addedAt, recoveryCodesLeft: 10, required: false };
    expect(await state()).toEqual({ on: true, ...shown });
    const subject = async () => (await newestMailTo(api, email)).subject;
    expect(await subject()).toBe('Something was added to your Touchline login');
    expect((await turnsOff({ password: 'wrong', code: app.now() })).status).toBe(422);

    expect((await turnsOff({ code: app.now() })).status).toBe(200);

    expect((await enters()).status).toBe(200);
    expect(await state()).toMatchObject({ on: false, recoveryCodesLeft: 0 });
    expect(await subject()).toBe('Something was removed from your Touchline login');
  });

  test.each(['turnsOff', 'asksFor'] as const)(
    'is neither turned off nor replaced without its correct code: %s',
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

      expect((await person.state()).on).toBe(true);
      expect((await changes(app.recoveryCodes[0])).status).toBe(200);
    },
  );

  test('stays active until its replacement is confirmed', async () => {
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
  test('replaces the app’s code once, in any spelling', async () => {
    const { enters, protects, state } = await aPerson();
    const { recoveryCodes } = await protects();
    const [first = '', next = ''] = recoveryCodes;

    expect((await enters(first)).status).toBe(200);
    expect((await enters(first)).status).toBe(422);
    expect((await enters(next.replaceAll('-', ' ').toLowerCase())).status).toBe(200);
    expect((await state()).recoveryCodesLeft).toBe(8);
  });

  test('is one of ten, stored as hashes only', async () => {
    const { api, protects } = await aPerson();
    const { recoveryCodes } = await protects();

    expect(new Set(recoveryCodes).size).toBe(10);
    const stored = JSON.stringify(await api.database.select().from(authenticators));
    for (const code of recoveryCodes) {
      expect(stored).not.toContain(code);
      expect(stored).not.toContain(code.replaceAll('-', ''));
    }
  });
});

const inProduction = { settings: { environment: 'production' as const } };

describe('an administrator of a site in production', () => {
  test('has no access before an authenticator app is active', async () => {
    const { api, administrator, services } = await aCommunity(inProduction);
    const secret = 'JBSWY3DPEHPK3PXP';
    await api.database
      .insert(authenticators)
      .values({ memberId: administrator.id, pendingSecret: secret });

    const refused = await api.get('/api/admin/tickets', administrator);
    expect(refused).toMatchObject({ status: 403, body: { code: 'second-factor-required' } });
    expect(await api.get('/api/auth/security', administrator)).toMatchObject({
      body: { authenticator: { on: false, required: true } },
    });

    const code = codeOf(secret)(services.clock());
    await api.post('/api/auth/authenticator/confirm', { ...administrator, body: { code } });
    expect((await api.get('/api/admin/tickets', administrator)).status).toBe(200);
  });

  test('has no access in a batch either', async () => {
    const { api, administrator, aTip } = await aCommunity(inProduction);
    const path = `/api/tips/confirmTip/${(await aTip()).id}`;
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
});

test('a member of a site in production needs no authenticator app', async () => {
  const api = await theApi(inProduction);

  expect((await api.get('/api/tips', await aMember(api))).status).toBe(200);
});
