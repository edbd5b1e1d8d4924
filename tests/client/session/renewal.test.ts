import { describe, expect, onTestFinished, test } from 'vitest';
import { isRenewalDue, renewTokenWhenDue } from '#client/data/account/login.ts';
import { endSession, storeLogin } from '#client/session/login-mirror.ts';
import { clearSession, session } from '#client/session/session.ts';
import { createApi } from '#sync/backend/api.ts';
import { LoginStore, readIndexedDbLogin } from '#sync/storage/login-store.ts';
import { loginAnswer, memberId } from '../../testing/engine/samples.ts';

const hour = 3_600_000;
const half = 6 * hour;
const end = 12 * hour;

test.each([
  { when: 'at half of its lifetime', issuedAt: 0, expiresAt: end, now: half, due: false },
  { when: 'after half of it', issuedAt: 0, expiresAt: end, now: half + 1, due: true },
  { when: 'after its end', issuedAt: 0, expiresAt: end, now: end + 1, due: true },
  { when: 'without a start time', issuedAt: undefined, expiresAt: 1, now: 2, due: false },
  { when: 'without an end time', issuedAt: 0, expiresAt: undefined, now: 2, due: false },
])('renewing a login is due $when: $due', ({ issuedAt, expiresAt, now, due }) => {
  expect(isRenewalDue({ issuedAt, expiresAt }, new Date(now))).toBe(due);
});

/**
 * A member whose login is past half of its lifetime; the server runs `onRequest` before renewing.
 */
async function aMember(onRequest: () => Promise<void> = async () => undefined) {
  const before = loginAnswer(memberId, { iat: 0, exp: end / 1000 });
  const renewed = loginAnswer(memberId, { iat: half / 1000, exp: (half + end) / 1000 });
  await storeLogin(before);
  onTestFinished(async () => {
    clearSession();
    await new LoginStore().delete();
  });
  const api = createApi({
    baseUrl: 'http://api.test',
    origin: 'http://api.test',
    token: () => session.get()?.token,
    async fetch() {
      await onRequest();
      const headers = { 'content-type': 'application/json' };
      const answer = new Response(JSON.stringify(renewed), { headers });
      return Object.defineProperty(answer, 'url', { value: 'http://api.test/api/auth/renew' });
    },
  });
  return { engine: { api, serverNow: () => new Date(half + 1) }, renewed };
}

async function mirrored() {
  const store = new LoginStore();
  const login = await readIndexedDbLogin(store);
  store.close();
  return login?.token;
}

describe('a renewed login', () => {
  test('is also stored in the mirror, so that the worker uses it', async () => {
    const { engine, renewed } = await aMember();

    await renewTokenWhenDue(engine);

    expect(session.get()?.token).toBe(renewed.access_token);
    expect(await mirrored()).toBe(renewed.access_token);
  });

  test('is discarded if its member has logged out meanwhile', async () => {
    const { engine } = await aMember(endSession);

    await renewTokenWhenDue(engine);

    expect(session.get()).toBeUndefined();
    expect(await mirrored()).toBeUndefined();
  });
});
