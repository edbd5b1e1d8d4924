import { describe, expect, onTestFinished, test } from 'vitest';
import { endSession, storeLogin, reconcileLogin } from '#client/session/login-mirror.ts';
import { clearSession, storeSession, readSession, session } from '#client/session/session.ts';
import { LoginStore, readIndexedDbLogin } from '#sync/storage/login-store.ts';
import {
  loginAnswer,
  memberId as ann,
  otherMemberId as ben,
} from '../../testing/engine/samples.ts';
import { eventually } from '../../testing/clock/eventually.ts';

/** A browser in which nobody has logged in yet. */
function aBrowser() {
  onTestFinished(async () => {
    clearSession();
    localStorage.clear();
    await new LoginStore().delete();
  });
  return {
    /** Resets localStorage to what was on the disk when the browser was killed. */
    isKilled(onDisk?: ReturnType<typeof loginAnswer>) {
      localStorage.clear();
      if (onDisk) storeSession(onDisk);
    },
    async mirrored() {
      const store = new LoginStore();
      const login = await readIndexedDbLogin(store);
      store.close();
      return login?.memberId;
    },
    async revocations() {
      const store = new LoginStore();
      const rows = await store.revocations.toArray();
      store.close();
      return rows;
    },
  };
}

describe('a login', () => {
  test('is stored in the mirror before its promise resolves', async () => {
    const browser = aBrowser();

    await storeLogin(loginAnswer(ann));

    expect(await browser.mirrored()).toBe(ann);
  });

  test('is restored if the browser was killed before localStorage was on the disk', async () => {
    const browser = aBrowser();
    const login = loginAnswer(ann);
    await storeLogin(login);

    browser.isKilled();
    await reconcileLogin();

    expect(session.get()?.memberId).toBe(ann);
    expect(JSON.parse(localStorage.getItem('currentUser') ?? '')).toEqual(login);
  });

  test('replaces an older login that is still on the disk', async () => {
    const browser = aBrowser();
    const before = loginAnswer(ann, { iat: 1000 });
    await storeLogin(before);
    await storeLogin(loginAnswer(ben, { iat: 2000 }));

    browser.isKilled(before);
    await reconcileLogin();

    expect(session.get()?.memberId).toBe(ben);
    expect(await browser.mirrored()).toBe(ben);
  });

  test.each([
    { when: 'the mirror is older', before: { iat: 1000 }, after: { iat: 2000 } },
    { when: 'neither is known to be older', before: {}, after: {} },
  ])('in localStorage stays when $when, and is mirrored', async ({ before, after }) => {
    const browser = aBrowser();
    await storeLogin(loginAnswer(ann, before));
    storeSession(loginAnswer(ben, after));

    await reconcileLogin();

    expect(session.get()?.memberId).toBe(ben);
    expect(await browser.mirrored()).toBe(ben);
  });

  test('without a mirror is mirrored at the next start', async () => {
    const browser = aBrowser();
    storeSession(loginAnswer(ann));

    await reconcileLogin();

    expect(await browser.mirrored()).toBe(ann);
  });

  test('is valid although the mirror cannot be written', async () => {
    aBrowser();
    await timeOutMirror();

    await storeLogin(loginAnswer(ann));

    expect(session.get()?.memberId).toBe(ann);
    await reconcileLogin();
    expect(session.get()?.memberId).toBe(ann);
  });
});

describe('a logout', () => {
  test('is stored in the mirror before its promise resolves', async () => {
    const browser = aBrowser();
    await storeLogin(loginAnswer(ann));

    await endSession();

    expect(readSession()).toBeUndefined();
    expect(await browser.mirrored()).toBeUndefined();
    await reconcileLogin();
    expect(session.get()).toBeUndefined();
  });

  test('remains valid if the browser was killed before localStorage was on the disk', async () => {
    const browser = aBrowser();
    const login = loginAnswer(ann);
    await storeLogin(login);
    await endSession();

    browser.isKilled(login);
    await reconcileLogin();

    expect(session.get()).toBeUndefined();
    expect(localStorage.getItem('token')).toBeNull();
  });

  test('does not prevent a later login, even with the same token', async () => {
    const browser = aBrowser();
    const login = loginAnswer(ann);
    await storeLogin(login);
    await endSession();

    await storeLogin(login);
    browser.isKilled();
    await reconcileLogin();

    expect(session.get()?.memberId).toBe(ann);
  });

  test('is valid although the mirror cannot be written, and reports that', async () => {
    aBrowser();
    await storeLogin(loginAnswer(ann));
    await timeOutMirror();

    await expect(endSession()).rejects.toThrow('logins');

    expect(session.get()).toBeUndefined();
  });

  test('queues the end of its session on the server', async () => {
    const browser = aBrowser();
    await storeLogin(loginAnswer(ann, { jti: 'the session', end: 'its end' }));

    await endSession();

    expect(await browser.revocations()).toEqual([{ session: 'the session', end: 'its end' }]);
  });

  test('does not happen when a login is renewed or replaced', async () => {
    const browser = aBrowser();
    await storeLogin(loginAnswer(ann, { jti: 'the session', end: 'its end' }));
    await storeLogin(loginAnswer(ann, { jti: 'the session', end: 'its end', iat: 2 }));
    await storeLogin(loginAnswer(ben, { jti: 'another', end: 'its own end' }));

    expect(await browser.revocations()).toEqual([]);
  });
});

describe('a login that is deleted from localStorage by hand', () => {
  test('in an open page is not restored', async () => {
    const browser = aBrowser();
    await storeLogin(loginAnswer(ann));
    await reconcileLogin();

    localStorage.clear();
    window.dispatchEvent(new Event('pagehide'));
    await reconcileLogin();

    expect(readSession()).toBeUndefined();
    expect(await browser.mirrored()).toBeUndefined();
  });

  test('in another tab is also removed from the mirror', async () => {
    const browser = aBrowser();
    await storeLogin(loginAnswer(ann));
    await reconcileLogin();

    localStorage.clear();
    window.dispatchEvent(new StorageEvent('storage', { key: null }));

    await eventually(async () => expect(await browser.mirrored()).toBeUndefined());
  });
});

/** Replaces the mirror by a database without tables, so that reads of it fail. */
async function timeOutMirror(): Promise<void> {
  await new LoginStore().delete();
  const opening = indexedDB.open('touchline-login', 1000);
  await new Promise((done) => {
    opening.addEventListener('success', done);
  });
  opening.result.close();
}
