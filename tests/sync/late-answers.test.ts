import { describe, expect, test } from 'vitest';
import { aBackend } from './support/a-backend.ts';
import { aPage } from './support/a-page.ts';
import { memberId, profile, tokenOf } from './support/samples.ts';

describe('an answer that comes too late', () => {
  test('does not count against the login that has taken the place of a refused one', async () => {
    await using backend = await aBackend();
    const old = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const ask: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      if (response.status === 401) {
        old.resolve();
        await held.promise;
      }
      return response;
    };
    await using device = aPage(backend, { fetch: ask });
    backend.takesOnly(tokenOf(memberId, 'new'));
    const refreshed = device.engine.refresh('own');
    await old.promise;

    device.page.token = tokenOf(memberId, 'new');
    held.resolve();

    expect(await refreshed).toBe('failed');
    expect(device.engine.session.get()).toBe('signed-in');
    expect(await device.engine.refresh('own')).not.toBe('failed');
  });

  test('brings no rows back to a phone whose member has left', async () => {
    const asked = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    await using backend = await aBackend();
    const ask: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      if (!response.url.includes('/api/sync')) return response;
      asked.resolve();
      await held.promise;
      init?.signal?.throwIfAborted();
      return response;
    };
    await using device = aPage(backend, { fetch: ask });
    backend.servesProfile(profile());
    const refreshed = device.engine.refresh('own');
    await asked.promise;

    await device.engine.stop();
    held.resolve();

    expect(await refreshed).toBe('failed');
    expect(await device.store.documents.get('profile')).toBeUndefined();
    expect(await device.store.documents.get('cursor')).toBeUndefined();
  });
});
