import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { lookForNewVersions, registerWorker } from '#client/data/device/service-worker.ts';

/** A service worker of one version of the app. */
class Worker extends EventTarget {
  readonly scriptURL = `${location.origin}/sw.js`;
  readonly messages: unknown[] = [];
  state = 'installing';

  postMessage(message: unknown): void {
    this.messages.push(message);
  }

  becomes(state: string): void {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}

/** A page that is controlled by an earlier version, in a browser that installs a later one. */
async function aControlledPage() {
  vi.useFakeTimers();
  const registration = Object.assign(new EventTarget(), {
    installing: null as Worker | null,
    waiting: null as Worker | null,
    update: async () => undefined,
  });
  const container = Object.assign(new EventTarget(), {
    controller: new Worker(),
    register: async () => registration,
    getRegistration: async () => registration,
  });
  vi.stubGlobal('navigator', Object.create(navigator, { serviceWorker: { value: container } }));
  const leaving = new AbortController();
  onTestFinished(() => {
    leaving.abort();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
  const offers: (() => Promise<void>)[] = [];
  registerWorker({ onNewVersion: (takeOver) => offers.push(takeOver), signal: leaving.signal });
  await vi.advanceTimersByTimeAsync(0);

  const installing = () => {
    const worker = new Worker();
    registration.installing?.becomes('redundant');
    registration.installing = worker;
    registration.dispatchEvent(new Event('updatefound'));
    return worker;
  };
  const waits = (worker: Worker) => {
    registration.installing = null;
    registration.waiting?.becomes('redundant');
    registration.waiting = worker;
    worker.becomes('installed');
  };
  return {
    offers,
    controller: container.controller,
    installing,
    waits,
    installs() {
      const worker = installing();
      waits(worker);
      return worker;
    },
    isAccepted(worker: Worker) {
      registration.waiting = null;
      worker.becomes('activating');
      container.controller = worker;
      container.dispatchEvent(new Event('controllerchange'));
    },
    passes: async (milliseconds = 1000) => vi.advanceTimersByTimeAsync(milliseconds),
  };
}

describe('a page that stays open', () => {
  test('offers each of fifty versions once', async () => {
    const page = await aControlledPage();

    for (let version = 1; version <= 50; version += 1) {
      page.installs();
      await page.passes();
      expect(page.offers).toHaveLength(version);
    }
  });

  test('offers a version after others whose installation failed', async () => {
    const page = await aControlledPage();
    for (let version = 1; version <= 3; version += 1) {
      page.installing();
      await page.passes();
    }

    page.installs();
    await page.passes();

    expect(page.offers).toHaveLength(1);
  });

  test('offers a version that replaced another one during its installation', async () => {
    const page = await aControlledPage();
    page.installs();
    await page.passes();

    page.installing();
    const next = page.installing();
    await page.passes();
    page.waits(next);
    await page.passes();

    expect(page.offers).toHaveLength(2);
  });

  test('offers a version that another tab accepted before this page saw it waiting', async () => {
    const page = await aControlledPage();

    page.isAccepted(page.installs());
    await page.passes();

    expect(page.offers).toHaveLength(1);
    await page.offers[0]?.();
  });

  test('does not offer the worker that controlled it at the registration', async () => {
    const page = await aControlledPage();

    // Simulates the event of a first worker that took control just before the registration.
    page.isAccepted(page.controller);
    await page.passes();

    expect(page.offers).toEqual([]);
  });

  test('activates the accepted version, and waits until it controls the page', async () => {
    const page = await aControlledPage();
    const worker = page.installs();
    await page.passes();
    let isOver = false;

    const takingOver = page.offers[0]?.().then(() => (isOver = true));
    await page.passes(0);
    expect(worker.messages).toEqual([{ type: 'SKIP_WAITING' }]);
    expect(isOver).toBe(false);
    page.isAccepted(worker);
    await takingOver;

    expect(page.offers).toHaveLength(1);
  });

  test('continues after three seconds if the new worker does not take control', async () => {
    const page = await aControlledPage();
    page.installs();
    await page.passes();
    let isOver = false;

    void page.offers[0]?.().then(() => (isOver = true));
    await page.passes(3000);

    expect(isOver).toBe(true);
  });
});

describe('a page that is open for days', () => {
  const hour = 60 * 60_000;

  /** A page that stays open for days, visible or hidden; counts its checks for a new version. */
  function aPageOpenForDays(update: () => Promise<void> = async () => undefined) {
    vi.useFakeTimers();
    const inSight = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
    const leaving = new AbortController();
    onTestFinished(() => {
      leaving.abort();
      inSight.mockRestore();
      vi.useRealTimers();
    });
    let looks = 0;
    lookForNewVersions({ update: async () => (looks++, update()) }, leaving.signal);
    return {
      looks: () => looks,
      leaves: () => leaving.abort(),
      turns(state: DocumentVisibilityState) {
        inSight.mockReturnValue(state);
        document.dispatchEvent(new Event('visibilitychange'));
      },
    };
  }

  test('checks for a new version every hour, also after an hour without a connection', async () => {
    const page = aPageOpenForDays(async () => Promise.reject(new TypeError('no connection')));

    await vi.advanceTimersByTimeAsync(hour - 1);
    expect(page.looks()).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(page.looks()).toBe(1);
    await vi.advanceTimersByTimeAsync(23 * hour);
    expect(page.looks()).toBe(24);
  });

  test('does not check while it is hidden, and checks at once when it becomes visible', async () => {
    const page = aPageOpenForDays();

    page.turns('hidden');
    await vi.advanceTimersByTimeAsync(5 * hour);
    expect(page.looks()).toBe(0);
    page.turns('visible');
    expect(page.looks()).toBe(1);
    globalThis.dispatchEvent(new Event('focus'));

    expect(page.looks()).toBe(2);
  });

  test('stops checking when the person leaves it', async () => {
    const page = aPageOpenForDays();

    page.leaves();
    page.turns('visible');
    await vi.advanceTimersByTimeAsync(2 * hour);

    expect(page.looks()).toBe(0);
  });
});
