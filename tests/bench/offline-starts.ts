import type { BrowserContext } from '@playwright/test';

import type { Backend } from '../testing/server/backend.ts';
import type { Caller } from '../testing/server/api-caller.ts';
import { aProfile, coldStarts, forget, type Start, workerIsReady } from './cold-start.ts';
import { home, loggedIn, myTips, type Screen, topOfMyTips } from './measured-app.ts';
import { frozen, hostOf } from './static-page.ts';
import type { Rows, Seen } from './watch-rows.ts';

const repeats = 9;

type ScreenStarts = {
  screen: Screen;
  /** The static page. */
  limit: Seen[];
  rows: Seen[];
  /** The first control that works: the app stands in the place of its snapshot. */
  control: Seen[];
  withoutSnapshot: Seen[];
};

export type OfflineStarts = {
  screens: ScreenStarts[];
  /** Addresses of the worker's precache. */
  precached: string[];
};

/**
 * Starts the app without a server, against the same screen as a static file with its own worker.
 * The two run in turn, so that other load affects both.
 */
export async function offlineStarts(backend: Backend, member: Caller): Promise<OfflineStarts> {
  const { origin } = backend;
  let markup = '';
  let precached: string[] = [];
  const app = await aProfile(async (context) => {
    await logIn(context, origin, member);
    for (const screen of [home, myTips]) await visit(context, origin, screen);
    const [page] = context.pages();
    if (!page) throw new Error('There is no page.');
    await workerIsReady(page);
    precached = await page.evaluate(cachedAddresses);
    markup = await frozen(page);
  });
  const host = await hostOf(markup);
  const limit = await aProfile(async (context) => {
    const page = await context.newPage();
    await page.goto(`${host.origin}/register.html`);
    await workerIsReady(page);
  });
  await host.close();
  await backend.stop();

  const ofLimit = (screen: Screen): Start => ({
    address: `${host.origin}/page.html`,
    rows: rowsOf(screen),
    profile: limit,
  });
  const ofApp = (path: string, rows: Rows): Start => ({
    address: `${origin}${path}`,
    rows,
    profile: app,
  });
  const screens = [topOfMyTips, myTips, home];
  const starts = screens.flatMap((screen) => [
    ofLimit(screen === home ? myTips : screen),
    ofApp(screen.path, rowsOf(screen)),
    ofApp(screen.path, controlOf(screen)),
    // No snapshot has this address; the app leaves out what it does not know of it.
    ofApp(`${screen.path}?first`, rowsOf(screen)),
  ]);
  const seen = await coldStarts(starts, repeats);
  await forget(app);
  await forget(limit);
  return {
    screens: screens.map((screen, index) => {
      const [limit = [], rows = [], control = [], withoutSnapshot = []] = seen.slice(4 * index);
      return { screen, limit, rows, control, withoutSnapshot };
    }),
    precached,
  };
}

async function logIn(context: BrowserContext, origin: string, member: Caller): Promise<void> {
  const page = context.pages()[0] ?? (await context.newPage());
  await page.goto(origin);
  const storedEntries = loggedIn(origin, member).origins.flatMap(
    ({ localStorage }) => localStorage,
  );
  await page.evaluate((entries) => {
    for (const { name, value } of entries) localStorage.setItem(name, value);
  }, storedEntries);
}

async function visit(context: BrowserContext, origin: string, screen: Screen): Promise<void> {
  const [page] = context.pages();
  await page?.goto(`${origin}${screen.path}`);
  await page
    ?.locator(screen.rows)
    .nth(screen.count - 1)
    .waitFor();
  await page?.waitForLoadState('networkidle');
  await page?.waitForFunction(
    async (path) => (await caches.match(path, { cacheName: 'touchline-snapshots' })) !== undefined,
    screen.path,
  );
}

function controlOf({ rows }: Screen): Rows {
  return { selector: `body:not(:has(> #snapshot)) #root ${rows} :is(a, button)`, count: 1 };
}

function rowsOf({ rows: selector, count }: Screen): Rows {
  return { selector, count };
}

async function cachedAddresses(): Promise<string[]> {
  const names = (await caches.keys()).filter((name) => name.includes('precache'));
  const storedEntries = await Promise.all(
    names.map(async (name) => (await caches.open(name)).keys()),
  );
  return storedEntries.flat().map(({ url }) => url);
}
