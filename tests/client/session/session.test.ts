import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  clearSession,
  isLoginInMemory,
  storeSession,
  readSession,
  session,
  tokenOfMember,
} from '#client/session/session.ts';
import { memberId, tokenWith } from '../../testing/engine/samples.ts';

function aLogin(claims: Record<string, unknown> = { sub: memberId }) {
  onTestFinished(() => {
    clearSession();
  });
  return { access_token: tokenWith(claims), userId: memberId };
}

describe('a login', () => {
  test('is stored under the three keys that the app has always used', () => {
    const answer = aLogin({
      sub: memberId,
      email: 'ann@example.org',
      role: 'member',
      iat: 2000,
      exp: 4000,
    });

    storeSession(answer);

    expect(localStorage.getItem('token')).toBe(answer.access_token);
    expect(localStorage.getItem('userId')).toBe(JSON.stringify(memberId));
    expect(JSON.parse(localStorage.getItem('currentUser') ?? '')).toEqual(answer);
    expect(readSession()).toEqual({
      memberId,
      email: 'ann@example.org',
      role: 'member',
      token: answer.access_token,
      expiresAt: 4_000_000,
      issuedAt: 2_000_000,
    });
  });

  test('is reported to subscribers at once, and so is its end', () => {
    const seen: (string | undefined)[] = [];
    onTestFinished(session.subscribe(() => seen.push(session.get()?.memberId)));

    storeSession(aLogin());
    clearSession();

    expect(seen).toEqual([memberId, undefined]);
    expect(localStorage.length).toBe(0);
  });

  test('is read from the stored response if only that remains', () => {
    const answer = aLogin();
    localStorage.setItem('currentUser', JSON.stringify(answer));

    expect(readSession()).toMatchObject({ memberId, token: answer.access_token });
  });

  test('is valid on this page if localStorage is full, and this is reported', () => {
    const answer = aLogin();
    vi.stubGlobal('localStorage', {
      getItem: () => null,
      setItem: () => {
        throw new DOMException('It is full.', 'QuotaExceededError');
      },
      removeItem: () => undefined,
    });
    onTestFinished(() => void vi.unstubAllGlobals());

    storeSession(answer);

    expect(session.get()?.token).toBe(answer.access_token);
    expect(isLoginInMemory.get()).toBe(true);
    clearSession();
    expect(session.get()).toBeUndefined();
    expect(isLoginInMemory.get()).toBe(false);
  });

  test('in another tab is used here, too', () => {
    const answer = aLogin();
    const seen: (string | undefined)[] = [];
    onTestFinished(session.subscribe(() => seen.push(session.get()?.memberId)));

    localStorage.setItem('token', answer.access_token);
    window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
    localStorage.clear();
    window.dispatchEvent(new StorageEvent('storage', { key: null }));

    expect(seen).toEqual([memberId, undefined]);
  });

  test('is read without the quotes that some backends put around the token', () => {
    const { access_token } = aLogin();

    localStorage.setItem('token', `"${access_token}"`);

    expect(readSession()?.memberId).toBe(memberId);
  });

  test('has the member of userId if the token does not name one', () => {
    storeSession(aLogin({ exp: 4000 }));

    expect(readSession()?.memberId).toBe(memberId);
  });

  test('remains valid after its expiry, because only the server ends it', () => {
    storeSession(aLogin({ sub: memberId, exp: 1 }));

    expect(readSession()?.memberId).toBe(memberId);
  });
});

test.each([
  { key: 'currentUser', text: '{' },
  { key: 'currentUser', text: 'null' },
  { key: 'currentUser', text: '[]' },
  { key: 'currentUser', text: '{"access_token":7}' },
  { key: 'token', text: '' },
  { key: 'token', text: 'a.b' },
  { key: 'token', text: 'a.b.c.d' },
  { key: 'token', text: 'a.b.c' },
  { key: 'token', text: 'null' },
])('$key is not a login if it is $text', ({ key, text }) => {
  aLogin();
  localStorage.setItem(key, text);
  localStorage.setItem('userId', JSON.stringify(memberId));

  expect(readSession()).toBeUndefined();
});

test('a token without a member id belongs only to its member, until the logout', () => {
  const answer = aLogin({});

  storeSession({ ...answer, userId: 'ben' });

  expect(tokenOfMember('ben')).toBe(answer.access_token);
  expect(tokenOfMember('ann')).toBeUndefined();
  expect(tokenOfMember(undefined)).toBeUndefined();
  clearSession();
  expect(tokenOfMember('ben')).toBeUndefined();
  expect(tokenOfMember(undefined)).toBeUndefined();
});
