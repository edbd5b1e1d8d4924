import type { Page } from '@playwright/test';

import type { Phone } from './phone.ts';

/** What some browsers lack, or keep to themselves. */
type Lack =
  | 'Background Sync'
  | 'Web Locks'
  | 'service workers'
  | 'storage'
  | 'site data'
  | 'an IndexedDB that answers'
  | 'room in localStorage';

/** Takes something away from every page that is opened from now on. */
export async function lacks(phone: Phone, what: Lack): Promise<void> {
  await phone.context().addInitScript((lack: Lack) => {
    // An empty page has none of it to begin with.
    if (!isSecureContext) return;
    switch (lack) {
      case 'Background Sync':
        Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'sync');
        Reflect.deleteProperty(globalThis, 'SyncManager');
        break;
      case 'Web Locks':
        Reflect.deleteProperty(Navigator.prototype, 'locks');
        break;
      case 'service workers':
        Reflect.deleteProperty(Navigator.prototype, 'serviceWorker');
        break;
      case 'storage':
        Object.defineProperty(IDBFactory.prototype, 'open', {
          value() {
            throw new DOMException('Storage is shut by a setting.', 'SecurityError');
          },
        });
        break;
      case 'site data':
        for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) {
          Object.defineProperty(globalThis, name, {
            configurable: true,
            get() {
              throw new DOMException('Site data is blocked by a setting.', 'SecurityError');
            },
          });
        }
        break;
      case 'an IndexedDB that answers':
        Object.defineProperty(IDBFactory.prototype, 'open', { value: () => new EventTarget() });
        break;
      case 'room in localStorage':
        Object.defineProperty(Storage.prototype, 'setItem', {
          value() {
            throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
          },
        });
    }
  }, what);
}

declare global {
  /** Lets the databases of a page with a slow storage open. */
  var answerOfStorage: (() => void) | undefined;
}

/** Holds the databases back of every page that is opened from now on, until its storage `answers`. */
export async function hasSlowStorage(phone: Phone): Promise<{ answers: () => Promise<void> }> {
  await phone.context().addInitScript(() => {
    const held: IDBOpenDBRequest[] = [];
    let isHolding = true;
    globalThis.answerOfStorage = () => {
      isHolding = false;
      for (const request of held) request.dispatchEvent(new Event('success'));
    };
    const factory = indexedDB;
    const open = factory.open.bind(factory);
    factory.open = (...database) => {
      const request = open(...database);
      // The first listener of a request decides whether any other hears of its success.
      request.addEventListener('success', (event) => {
        if (!isHolding) return;
        event.stopImmediatePropagation();
        held.push(request);
      });
      return request;
    };
  });
  return {
    answers: async () => phone.page().evaluate(() => globalThis.answerOfStorage?.()),
  };
}

/** Sets the clock of every page that is opened from now on wrong by so many milliseconds. */
export async function isWrongBy(phone: Phone, milliseconds: number): Promise<void> {
  await phone.context().addInitScript((wrong: number) => {
    const right = Date;
    const now = () => right.now() + wrong;
    globalThis.Date = new Proxy(right, {
      apply: () => new right(now()).toString(),
      construct: (_, given: unknown[]) =>
        Reflect.construct(right, given.length > 0 ? given : [now()]),
      get: (_, name) => (name === 'now' ? now : Reflect.get(right, name)),
    });
  }, milliseconds);
}

/** A middling phone on a slow mobile line: the profile that first visits are compared by. */
const phone = { cpu: 4, latency: 150, bitsPerSecond: 1.6e6 };

/** Makes the processor and the line of a page as slow as that. */
export async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: phone.cpu });
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: phone.latency,
    downloadThroughput: phone.bitsPerSecond / 8,
    uploadThroughput: phone.bitsPerSecond / 8,
  });
}
