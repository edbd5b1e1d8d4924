import { describe, expect, onTestFinished, test } from 'vitest';
import {
  requestPeriodicPull,
  requestBackgroundSend,
  trackOutbox,
  closeNotifications,
} from '#client/data/device/background-sync.ts';
import { outboxTag, pullTag } from '#sync/background-tags.ts';
import { databases } from '../../../testing/engine/a-device.ts';
import { row } from '../../../testing/engine/samples.ts';
import { eventually } from '../../../testing/clock/eventually.ts';

/** A service worker registration that records the requested background syncs, or refuses them. */
function aWorker({ refuses = false } = {}) {
  const requests: unknown[] = [];
  const shown: string[] = [];
  const register = async (tag: string, options?: object) => {
    if (refuses) throw new DOMException('Permission denied.', 'NotAllowedError');
    requests.push(options ? [tag, options] : tag);
  };
  const registration = Object.assign(new EventTarget(), {
    sync: { register },
    periodicSync: { register },
    getNotifications: async () =>
      shown.map((text) => ({ close: () => shown.splice(shown.indexOf(text), 1) })),
  });
  return { requests, shown, workers: containerOf(registration) };
}

function containerOf(registration: object) {
  return { getRegistration: async () => Object.create(registration) };
}

const permission = (state: string) => ({ query: async () => ({ state }) });

describe('a page that registers for background sync', () => {
  test('registers its sync tags, and a periodic sync if the browser grants it', async () => {
    const { requests, workers } = aWorker();

    await requestBackgroundSend(workers);
    await requestPeriodicPull(workers, permission('granted'));

    expect(requests).toEqual([outboxTag, [pullTag, { minInterval: 43_200_000 }]]);
  });

  test.each([
    { what: 'no workers', workers: undefined },
    { what: 'no Background Sync and no notifications', workers: containerOf({}) },
    { what: 'no registration', workers: { getRegistration: async () => undefined } },
    { what: 'a denied permission', workers: aWorker({ refuses: true }).workers },
  ])('continues in a browser with $what', async ({ workers }) => {
    await expect(requestBackgroundSend(workers)).resolves.toBeUndefined();
    await expect(requestPeriodicPull(workers, permission('granted'))).resolves.toBeUndefined();
    await expect(closeNotifications(workers)).resolves.toBeUndefined();
  });

  test.each([
    { what: 'has not granted it', permissions: permission('prompt') },
    {
      what: 'does not know the permission',
      permissions: { query: async () => Promise.reject(new TypeError('Unknown permission.')) },
    },
  ])('gets no periodic sync if the browser $what', async ({ permissions }) => {
    const { requests, workers } = aWorker();

    await requestPeriodicPull(workers, permissions);

    expect(requests).toEqual([]);
  });
});

/** A visible or hidden page in a browser that supports badges. */
function aPage() {
  const { store } = databases();
  const { requests, shown, workers } = aWorker();
  const drawn: (number | 'none')[] = [];
  let visibility: DocumentVisibilityState = 'visible';
  const turns = (to: DocumentVisibilityState) => {
    visibility = to;
    document.dispatchEvent(new Event('visibilitychange'));
  };
  Object.defineProperties(navigator, {
    serviceWorker: { configurable: true, value: workers },
    setAppBadge: { configurable: true, value: async (count: number) => void drawn.push(count) },
    clearAppBadge: { configurable: true, value: async () => void drawn.push('none') },
  });
  Object.defineProperty(document, 'visibilityState', {
    configurable: true,
    get: () => visibility,
  });
  onTestFinished(() => {
    for (const name of ['serviceWorker', 'setAppBadge', 'clearAppBadge']) {
      Reflect.deleteProperty(navigator, name);
    }
    Reflect.deleteProperty(document, 'visibilityState');
  });
  return {
    store,
    requests,
    drawn,
    shown,
    isPutAway: () => turns('hidden'),
    isLookedAt: () => turns('visible'),
  };
}

describe('the icon of the app', () => {
  test('shows how many operations need the person, and is updated', async () => {
    const { store, drawn } = aPage();
    await store.operations.add(row({ state: 'rejected' }));
    onTestFinished(trackOutbox(store));

    await eventually(() => expect(drawn).toEqual([1]));
    await store.operations.add(row({ seq: 2, subjects: ['tip:2'], state: 'conflict' }));
    await eventually(() => expect(drawn).toEqual([1, 2]));
    await store.operations.clear();
    await eventually(() => expect(drawn).toEqual([1, 2, 'none']));
  });
});

describe('a page that becomes hidden', () => {
  test('leaves unsent operations to the worker', async () => {
    const { store, requests, drawn, isPutAway } = aPage();
    await store.operations.add(row());
    onTestFinished(trackOutbox(store));
    await eventually(() => expect(drawn).toEqual(['none']));

    isPutAway();

    await eventually(() => expect(requests).toEqual([outboxTag]));
  });

  test.each([
    { what: 'nothing is pending', states: [] },
    { what: 'all operations are acknowledged', states: ['acked' as const] },
  ])('registers no sync if $what', async ({ states }) => {
    const { store, requests, drawn, isPutAway } = aPage();
    for (const state of states) await store.operations.add(row({ state }));
    onTestFinished(trackOutbox(store));
    await eventually(() => expect(drawn).toEqual(['none']));

    isPutAway();
    await Promise.resolve();

    expect(requests).toEqual([]);
  });
});

describe('the worker’s notifications', () => {
  test('are closed by a page that is opened, and by one that becomes visible again', async () => {
    const { store, shown, isPutAway, isLookedAt } = aPage();
    shown.push('Something you saved waits for your decision.');
    onTestFinished(trackOutbox(store));
    await eventually(() => expect(shown).toEqual([]));

    isPutAway();
    shown.push('What you saved was sent.');
    isLookedAt();

    await eventually(() => expect(shown).toEqual([]));
  });

  test('stay while the page is hidden', async () => {
    const { store, shown, isPutAway } = aPage();
    isPutAway();
    shown.push('What you saved was sent.');

    onTestFinished(trackOutbox(store));
    isPutAway();
    await Promise.resolve();

    expect(shown).toEqual(['What you saved was sent.']);
  });

  test('disappear with the number on the icon when nobody is logged in', async () => {
    const { shown, drawn, isPutAway } = aPage();
    isPutAway();
    shown.push('Something you saved waits for your decision.');

    trackOutbox(undefined);

    expect(drawn).toEqual(['none']);
    await eventually(() => expect(shown).toEqual([]));
  });
});
