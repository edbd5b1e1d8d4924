import { describe, expect, test } from 'vitest';
import { aBackend } from '../../testing/engine/a-backend.ts';
import { aPage, soon } from '../../testing/engine/a-page.ts';
import { problem, tipsterId } from '../../testing/engine/samples.ts';

const follow = { tipsterId, following: true };

describe('a read that a proxy refuses in the name of the server', () => {
  test('does not end the session: the next requests still have the token', async () => {
    await using backend = await aBackend();
    let isForged = true;
    const fetchWithFault: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      if (!isForged || !response.url.includes('/api/sync')) return response;
      const headers = { 'content-type': 'application/problem+json' };
      const body = JSON.stringify(problem('session-ended'));
      const { url } = response;
      return Object.defineProperty(new Response(body, { status: 401, headers }), 'url', {
        value: url,
      });
    };
    await using device = aPage(backend, { fetch: fetchWithFault });
    device.engine.start();

    expect(await device.engine.refresh('own')).toBe('failed');
    expect(device.engine.session.get()).toBe('signed-in');
    await device.does('follow.set', follow);
    device.engine.sendPending();
    await soon(() => expect(backend.effects).toEqual([`follow ${tipsterId} true`]));
    isForged = false;

    // `unchanged` is possible too, because the engine may already have pulled the follow.
    expect(await device.engine.refresh('own')).toMatch(/^(fresh|unchanged)$/);
  });
});
