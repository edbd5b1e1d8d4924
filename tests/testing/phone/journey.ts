import { expect, test as base } from '@playwright/test';

import { aBackend, type Backend } from '../server/backend.ts';
import { findChromium } from './chromium.ts';
import { aConnection, type Connection } from './connection.ts';
import { aPhone, aPhoneIn, inTheHand, launchBrowser, type Phone, type Shape } from './phone.ts';
import { aStaticHost, type StaticHost } from '../server/static-host.ts';

/** Fixtures of a journey, all closed at its end. */
export type Given = {
  /** A running server with its own database and the built app. */
  aServer: (settings?: Record<string, string>) => Promise<Backend>;
  /** A phone that has never visited the site. */
  aPhone: (origin: string, shape?: Shape) => Promise<Phone>;
  /** A faulty connection to a server; `letsIn` allows pages of another origin. */
  aConnection: (to: string, letsIn?: string) => Promise<Connection>;
  aStaticHost: () => Promise<StaticHost>;
};

/** Choices of a file for its journeys' phones by `test.use`. */
type Choices = {
  /**
   * A phone that stays online has no service worker: installing one costs as much as the rest of a
   * short journey. One that is reopened has its own browser and profile, to be closed and killed;
   * if the worker is woken or shows notifications, it is the full browser, not only its renderer.
   */
  phones: 'stay online' | 'go offline' | 'are reopened' | 'wake their worker';
};

type OfAWorker = {
  /** A server with the demo season that journeys share and must not stop. */
  sharedServer: Backend;
  /** A browser that shares its process among most phones of a worker, each with its own storage. */
  sharedBrowser: Awaited<ReturnType<typeof launchBrowser>>;
};

/** A Playwright test with real parts, which fails on errors in the browser's console. */
export const test = base.extend<{ given: Given } & Choices, OfAWorker>({
  phones: ['go offline', { option: true }],
  sharedServer: [
    // Playwright reads the first parameter's names, and wants it destructured.
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
