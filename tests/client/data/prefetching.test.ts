import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
// This import is the first, so that no test ends while the module is still being imported.
import '#sync/refresh/prefetch.ts';
import { prefetchInIdleTime } from '#client/data/device/prefetching.ts';
import { databases } from '../../testing/engine/a-device.ts';
import { competition } from '../../testing/engine/records.ts';
import { memberId } from '../../testing/engine/samples.ts';
import { anAnsweredEngine } from '../../testing/components/an-answered-engine.ts';
import { eventually } from '../../testing/clock/eventually.ts';

const answers: Record<string, unknown> = {
  '/api/sync': {
    cursor: 1,
    serverTime: '2026-03-01T12:00:00Z',
    more: false,
    tips: [],
    removed: [],
    follows: [],
    operations: [],
  },
  '/api/competitions': competition(),
  '/api/fixtures': { leagues: [], fixtures: [], pricedAt: null },
  '/api/stats': { activeTips: 0, tipsByFixture: {} },
};

/** Chromium's information about the connection (`navigator.connection`). */
type Network = { saveData?: boolean; effectiveType?: string; type?: string };

/** Sets `navigator.connection`; `becomes` changes it later. */
function aNetwork(hints: Network) {
  const network = Object.assign(new EventTarget(), hints);
  Object.defineProperty(navigator, 'connection', { value: network, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'connection'));
  return {
    becomes(hints: Network) {
      Object.assign(network, hints);
      network.dispatchEvent(new Event('change'));
    },
  };
}

/** A member's page after its first response from the server. */
async function aPageOnline() {
  const phone = databases();
  const { publicStore, store } = phone;
  const engine = anAnsweredEngine(phone, ({ pathname }) => ({
    body: answers[pathname] ?? [],
  }));
  await engine.refresh('own');
  engine.requests.splice(0);
  const device = { publicStore, member: { id: memberId, store } };
  const isFinished = async () => (await publicStore.documents.get('tipsters')) !== undefined;
  return {
    prefetches: () => {
      const end = prefetchInIdleTime(engine, device);
      onTestFinished(end);
      return end;
    },
    finishes: () => eventually(async () => expect(await isFinished()).toBe(true)),
    /** Lets idle time and database reads pass several times; true if no request was sent. */
    staysQuiet: async () => {
      for (let time = 0; time < 10; time += 1) {
        await vi.advanceTimersByTimeAsync(500);
        await Promise.all([publicStore.documents.count(), store.documents.count()]);
      }
      return engine.requests.length === 0;
    },
  };
}

describe('idle time after a login', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout'], shouldAdvanceTime: true });
    return () => vi.useRealTimers();
  });

  test.each<Network>([
    { saveData: true, effectiveType: '4g' },
    { effectiveType: '3g' },
    { effectiveType: 'slow-2g' },
  ])('is not used on a metered or slow connection: %o', async (hints) => {
    aNetwork(hints);
    const page = await aPageOnline();

    page.prefetches();

    expect(await page.staysQuiet()).toBe(true);
  });

  test('is used once the connection is no longer metered or slow', async () => {
    const network = aNetwork({ saveData: true, effectiveType: '4g' });
    const page = await aPageOnline();
    page.prefetches();
    expect(await page.staysQuiet()).toBe(true);

    network.becomes({ saveData: false, type: 'cellular' });

    await page.finishes();
  });

  test('is not used after a logout', async () => {
    const page = await aPageOnline();

    page.prefetches()();

    expect(await page.staysQuiet()).toBe(true);
  });

  test('is used by a hidden page only once it becomes visible', async () => {
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    onTestFinished(() => visibility.mockRestore());
    const page = await aPageOnline();
    page.prefetches();
    expect(await page.staysQuiet()).toBe(true);

    visibility.mockReturnValue('visible');
    document.dispatchEvent(new Event('visibilitychange'));

    await page.finishes();
  });

  test('is not used by a device without a network', async () => {
    const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    onTestFinished(() => network.mockRestore());
    const page = await aPageOnline();

    page.prefetches();

    expect(await page.staysQuiet()).toBe(true);
  });
});
