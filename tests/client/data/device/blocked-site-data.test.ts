import { expect, onTestFinished, test } from 'vitest';

test('a browser that blocks site data works from memory, including logins, and reports that', async () => {
  const name = 'localStorage';
  const before = Object.getOwnPropertyDescriptor(globalThis, name) ?? {};
  onTestFinished(() => void Object.defineProperty(globalThis, name, before));
  Object.defineProperty(globalThis, name, {
    configurable: true,
    get: () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    },
  });
  const { openDatabases, storageState } = await import('#client/data/device/device.tsx');
  const { clearSession, session, storeSession } = await import('#client/session/session.ts');
  expect(session.get()).toBeUndefined();

  await openDatabases(undefined);
  storeSession({ access_token: `a.${btoa(JSON.stringify({ sub: 'ada' }))}.b`, userId: 'ada' });

  expect(storageState.location.get()).toBe('memory');
  expect(storageState.trouble.get()).toBe('refused');
  expect(session.get()?.memberId).toBe('ada');
  clearSession();
  expect(session.get()).toBeUndefined();
});
