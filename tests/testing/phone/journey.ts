import { expect, test as base } from '@playwright/test';

import { aBackend, type Backend } from '../server/backend.ts';
import { findChromium } from './chromium.ts';
import { aConnection, type Connection } from './connection.ts';
import { aPhone, aPhoneIn, inTheHand, launchBrowser, type Phone, type Shape } from './phone.ts';
import { aStaticHost, type StaticHost } from '../server/static-host.ts';

/** Factories for a journey; what they create is closed at its end. */
export type Given = {
  /** A running server with its own database and the built app. */
  aServer: (settings?: Record<string, string>) => Promise<Backend>;
  /** A phone that has never visited the site. */
  aPhone: (origin: string, shape?: Shape) => Promise<Phone>;
  /** A proxy to a server that can fail; `letsIn` allows pages of another origin. */
  aConnection: (to: string, letsIn?: string) => Promise<Connection>;
  aStaticHost: () => Promise<StaticHost>;
};

/** Options that a test file sets by `test.use`. */
type Choices = {
  /**
   * Phones that stay online have no service worker, whose installation takes as long as a short
   * journey. Phones that are reopened have their own browser process and profile. Phones that wake
   * their worker use the full browser, which supports push and notifications.
   */
  phones: 'stay online' | 'go offline' | 'are reopened' | 'wake their worker';
};

type OfAWorker = {
  /** A server with the demo season that journeys share and must not stop. */
  sharedServer: Backend;
  /** A browser that most phones of a test worker share; each phone has its own storage. */
  sharedBrowser: Awaited<ReturnType<typeof launchBrowser>>;
};

/** A Playwright test with real servers and browsers; it fails if a browser logs an error. */
export const test = base.extend<{ given: Given } & Choices, OfAWorker>({
  phones: ['go offline', { option: true }],
  sharedServer: [
    // Playwright reads fixture names from the first parameter, so it must be destructured.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, hand) => {
      const backend = await aBackend({ DEMO: '1' });
      await backend.start();
      await hand(backend);
      await backend.remove();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  sharedBrowser: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, hand) => {
      const browser = await launchBrowser();
      await hand(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  given: async ({ sharedBrowser, phones }, hand) => {
    const opened: Phone[] = [];
    const closers: (() => Promise<void>)[] = [];
    const open = {
      'stay online': async (origin: string, shape: Shape) =>
        aPhoneIn(sharedBrowser, origin, { ...shape, serviceWorkers: 'block' }),
      'go offline': async (origin: string, shape: Shape) => aPhoneIn(sharedBrowser, origin, shape),
      'are reopened': async (origin: string, shape: Shape) => aPhone(origin, shape),
      'wake their worker': async (origin: string, shape: Shape) =>
        aPhone(origin, shape, findChromium()),
    };
    await hand({
      async aServer(settings) {
        const backend = await aBackend(settings);
        closers.push(backend.remove);
        await backend.start();
        return backend;
      },
      async aPhone(origin, shape = inTheHand) {
        const phone = await open[phones](origin, shape);
        opened.push(phone);
        return phone;
      },
      async aConnection(to, letsIn) {
        const connection = await aConnection(to, letsIn);
        closers.push(connection.close);
        return connection;
      },
      async aStaticHost() {
        const host = await aStaticHost();
        closers.push(host.close);
        return host;
      },
    });
    await Promise.all(opened.map(async (phone) => phone.remove()));
    for (const close of closers.toReversed()) await close();
    expect(opened.flatMap((phone) => phone.complaints())).toEqual([]);
  },
});
