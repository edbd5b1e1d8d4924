import { describe, expect, test } from 'vitest';
import { aBackend } from '../../testing/engine/a-backend.ts';
import { aPage } from '../../testing/engine/a-page.ts';
import { memberId, profile, tokenOf } from '../../testing/engine/samples.ts';

describe('a late response', () => {
  test('to a refused token does not affect the login that replaced it', async () => {
    await using backend = await aBackend();
    const old = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const fetchLate: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      if (response.status === 401) {
        old.resolve();
        await release.promise;
      }
      return response;
    };
    await using device = aPage(backend, { fetch: fetchLate });
    backend.takesOnly(tokenOf(memberId, 'new'));
    const refreshed = device.engine.refresh('own');
    await old.promise;

    device.page.token = tokenOf(memberId, 'new');
    release.resolve();

    expect(await refreshed).toBe('failed');
    expect(device.engine.session.get()).toBe('signed-in');
    expect(await device.engine.refresh('own')).not.toBe('failed');
  });

  test('is not stored after a logout', async () => {
    const requested = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    await using backend = await aBackend();
    const fetchLate: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      if (!response.url.includes('/api/sync')) return response;
      requested.resolve();
      await release.promise;
      init?.signal?.throwIfAborted();
      return response;
    };
    await using device = aPage(backend, { fetch: fetchLate });
    backend.servesProfile(profile());
    const refreshed = device.engine.refresh('own');
    await requested.promise;

    await device.engine.stop();
    release.resolve();

    expect(await refreshed).toBe('failed');
    expect(await device.store.documents.get('profile')).toBeUndefined();
    expect(await device.store.documents.get('cursor')).toBeUndefined();
  });
});
