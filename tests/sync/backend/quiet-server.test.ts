import { describe, expect, test } from 'vitest';
import { aBackend } from '../../testing/engine/a-backend.ts';
import { aPage, soon } from '../../testing/engine/a-page.ts';

/** A page whose connection can be cut, or can receive requests without ever responding. */
async function aPageOnline() {
  const backend = await aBackend();
  const way = { swallows: false, cut: false };
  const fetchOverWay: typeof fetch = async (input, init) => {
    if (way.swallows) return new Promise<Response>(() => {});
    if (way.cut) throw new TypeError('Failed to fetch');
    return fetch(input, init);
  };
  const device = aPage(backend, { fetch: fetchOverWay });
  device.engine.start();
  await soon(async () => expect(await device.store.documents.get('cursor')).toBeDefined());
  const { reachability } = device.engine;
  return {
    way,
    device,
    backend,
    reachability,
    async [Symbol.asyncDispose]() {
      await device.engine.stop();
      await backend[Symbol.asyncDispose]();
    },
  };
}

describe('a page without any activity', () => {
  test('notices within six seconds that the server is gone', async () => {
    await using page = await aPageOnline();
    page.way.cut = true;

    page.device.clock.passes(6_000);

    await soon(() => expect(page.reachability.get()).toBe('offline'));
  });

  test('notices within twelve seconds that its requests get no response', async () => {
    await using page = await aPageOnline();
    page.way.swallows = true;

    page.device.clock.passes(6_000);
    page.device.clock.passes(5_000);

    await soon(() => expect(page.reachability.get()).toBe('offline'));
  });

  test('notices that the server is back, and pulls', async () => {
    await using page = await aPageOnline();
    page.way.cut = true;
    page.device.clock.passes(6_000);
    await soon(() => expect(page.reachability.get()).toBe('offline'));
    const before = page.backend.requests.length;
    page.way.cut = false;

    page.device.clock.passes(6_000);

    await soon(() => expect(page.reachability.get()).toBe('online'));
    await soon(() =>
      expect(page.backend.requests.slice(before).map(({ path }) => path)).toContain('/api/sync'),
    );
  });

  test('pings no server that has responded recently', async () => {
    await using page = await aPageOnline();
    page.device.clock.passes(5_000);
    await page.device.engine.refresh('own');
    const before = page.backend.requests.length;

    page.device.clock.passes(5_000);

    expect(page.backend.requests).toHaveLength(before);
  });

  test('sends no ping while the page is hidden', async () => {
    await using page = await aPageOnline();
    page.device.page.visible = false;
    page.way.cut = true;

    page.device.clock.passes(60_000);

    await Promise.resolve();
    expect(page.reachability.get()).toBe('online');
  });
});

describe('a connection that delivers no responses', () => {
  test('is noticed twelve seconds after one of them', async () => {
    await using page = await aPageOnline();
    page.way.swallows = true;
    void page.device.engine.refresh('own');
    await soon(() => expect(page.device.clock.waiting()).toBe(3));

    page.device.clock.passes(6_000);
    page.device.clock.passes(5_000);

    await soon(() => expect(page.reachability.get()).toBe('offline'));
  });

  test('is not suspected if a ping gets a response meanwhile', async () => {
    await using page = await aPageOnline();
    page.way.swallows = true;
    void page.device.engine.refresh('own');
    await soon(() => expect(page.device.clock.waiting()).toBe(3));
    page.way.swallows = false;
    const before = page.backend.requests.length;

    page.device.clock.passes(6_000);
    await soon(() => expect(page.backend.requests.length).toBe(before + 1));
    await soon(() => expect(page.device.clock.waiting()).toBe(3));
    page.device.clock.passes(5_000);

    expect(page.reachability.get()).toBe('online');
  });
});
