import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { startEngine } from '#client/data/device/start.ts';
import { clearSession, storeSession } from '#client/session/session.ts';
import { databases } from '../../../testing/engine/a-device.ts';
import { memberId, tokenOf } from '../../../testing/engine/samples.ts';
import { eventually } from '../../../testing/clock/eventually.ts';

/** A member's page that was started without a connection; counts its pings. */
async function aPage() {
  storeSession({ access_token: tokenOf(memberId), userId: memberId });
  const { publicStore, store } = databases();
  const configuration = { apiBaseUrl: '', oddsBaseUrl: '/odds' };
  await publicStore.documents.put({ name: 'configuration', value: configuration, fetchedAt: 0 });
  let looks = 0;
  vi.stubGlobal('fetch', async (address: unknown) => {
    if (String(address).endsWith('/api/ping')) looks += 1;
    throw new TypeError('Failed to fetch');
  });

  const started = await startEngine({ publicStore, member: { id: memberId, store } });
  if (!('engine' in started)) throw new Error(started.failure);
  onTestFinished(async () => {
    await started.engine.stop();
    vi.unstubAllGlobals();
    clearSession();
  });
  // The engine pings again after a random delay.
  await eventually(() => expect(looks).toBeGreaterThan(0));
  await eventually(() => expect(started.engine.reachability.get()).toBe('offline'));
  return { looks: () => looks };
}

describe('a page in a browser that never wakes the service worker', () => {
  test.each([
    { event: 'online', target: window },
    { event: 'focus', target: window },
    { event: 'pageshow', target: window },
    { event: 'visibilitychange', target: document },
  ])('pings the server on $event', async ({ event, target }) => {
    const page = await aPage();

    const before = page.looks();
    target.dispatchEvent(new Event(event));

    await eventually(() => expect(page.looks()).toBeGreaterThan(before));
  });
});

describe('the log of the engine', () => {
  test.each([
    { flag: '1', printed: true },
    { flag: '', printed: false },
  ])('with touchlineDebug "$flag" is printed: $printed', async ({ flag, printed }) => {
    localStorage.setItem('touchlineDebug', flag);
    const print = vi.spyOn(console, 'debug').mockImplementation(() => undefined);
    onTestFinished(() => {
      localStorage.removeItem('touchlineDebug');
      print.mockRestore();
    });

    await aPage();

    expect(print.mock.calls.some(([what, event]) => what === 'drain' && event === 'loaded')).toBe(
      printed,
    );
  });
});
