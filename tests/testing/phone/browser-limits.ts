import type { Page } from '@playwright/test';

import type { Phone } from './phone.ts';

/** Features that some browsers lack or restrict. */
type Lack =
  | 'Background Sync'
  | 'Web Locks'
  | 'service workers'
  | 'storage'
  | 'site data'
  | 'an IndexedDB that answers'
  | 'room in localStorage';

/** Removes a feature from every page that is opened from now on. */
export async function lacks(phone: Phone, what: Lack): Promise<void> {
  await phone.context().addInitScript((lack: Lack) => {
    // An empty page has none of the features anyway.
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
  /** Resumes the databases of a page with a slow storage. */
  var answerOfStorage: (() => void) | undefined;
}

/** Delays the databases of every page that is opened from now on, until its storage `answers`. */
export async function hasSlowStorage(phone: Phone): Promise<{ answers: () => Promise<void> }> {
  await phone.context().addInitScript(() => {
    const heldRequests: IDBOpenDBRequest[] = [];
    let isHolding = true;
    globalThis.answerOfStorage = () => {
      isHolding = false;
      for (const request of heldRequests) request.dispatchEvent(new Event('success'));
    };
    const factory = indexedDB;
    const open = factory.open.bind(factory);
    factory.open = (...database) => {
      const request = open(...database);
      // The first listener of a request can hide its success from all others.
      request.addEventListener('success', (event) => {
        if (!isHolding) return;
        event.stopImmediatePropagation();
        heldRequests.push(request);
      });
      return request;
    };
  });
  return {
    answers: async () => phone.page().evaluate(() => globalThis.answerOfStorage?.()),
  };
}

/** Offsets the clock of every page that is opened from now on, in milliseconds. */
export async function isWrongBy(phone: Phone, milliseconds: number): Promise<void> {
  await phone.context().addInitScript((wrong: number) => {
    const right = Date;
    const now = () => right.now() + wrong;
    globalThis.Date = new Proxy(right, {
      apply: () => new right(now()).toString(),
      construct: (_, args: unknown[]) => Reflect.construct(right, args.length > 0 ? args : [now()]),
      get: (_, name) => (name === 'now' ? now : Reflect.get(right, name)),
    });
  }, milliseconds);
}

/** The profile of first visits: an average phone on a slow mobile connection. */
const phone = { cpu: 4, latency: 150, bitsPerSecond: 1.6e6 };

/** Slows the processor and the connection of a page down to that profile. */
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
