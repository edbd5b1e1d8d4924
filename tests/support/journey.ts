import { expect, test as base } from '@playwright/test';

import { aBackend, type Backend } from './backend.ts';
import { findChromium } from './chromium.ts';
import { aConnection, type Connection } from './connection.ts';
import {
  aPhone,
  aPhoneIn,
  aPrivateWindow,
  inTheHand,
  launchBrowser,
  type Phone,
  type Shape,
} from './phone.ts';
import { aStaticHost, type StaticHost } from './static-host.ts';

/** What a journey is given. Everything is put away when it ends. */
export type Given = {
  /** A server with its own database and the built app, running. */
  aServer: (settings?: Record<string, string>) => Promise<Backend>;
  /** A phone that has never been there. */
  aPhone: (origin: string, shape?: Shape) => Promise<Phone>;
  /** A browser that keeps nothing beyond its window. */
  aPrivateWindow: (origin: string) => Promise<Phone>;
  /** A connection to a server that can fail; it lets pages of that other origin in. */
  aConnection: (to: string, letsIn?: string) => Promise<Connection>;
  aStaticHost: () => Promise<StaticHost>;
};

/** What a file says of its journeys' phones with `test.use`. */
type Choices = {
  /**
   * A phone that stays online has no service worker: to install one costs as much as the rest of a
   * short journey. One that is reopened has a browser and a profile of its own, to be closed and
   * killed; where the worker is woken or shows notifications it is the whole browser, not only what
   * draws its pages.
   */
  phones: 'stay online' | 'go offline' | 'are reopened' | 'wake their worker';
};

type OfAWorker = {
  /** A server with the demo season that is not to be stopped: journeys share it. */
  sharedServer: Backend;
  /** A browser in which most phones of a worker are open, each with storage of its own. */
  sharedBrowser: Awaited<ReturnType<typeof launchBrowser>>;
};

/** A Playwright test with real parts, in which no browser may have complained about the page. */
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
    { scope: 'worker', timeout: 60_000 },
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
      async aPrivateWindow(origin) {
        const phone = await aPrivateWindow(origin);
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
