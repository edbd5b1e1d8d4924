import type { Page } from '@playwright/test';

import type { Caller } from '../testing/server/api-caller.ts';
import type { Backend } from '../testing/server/backend.ts';
import { aProfile, forget, logIn, settles } from './browser.ts';
import { budgets } from './budgets.ts';
import { coldStarts, type Start } from './cold-start.ts';
import { median } from './engine/measure.ts';
import { atMost, heading, note } from './report.ts';
import { frozen, hostOf } from './static-page.ts';
import type { Rows, Seen } from './watch-rows.ts';
import { brotliBytes, plainBytes } from './weights.ts';

const repeats = 9;
const maxNamed = 10;

/** A screen with its rows, and their budget as a ratio to the static page. */
type Screen = { path: string; rows: Rows; budget: number };

const home: Screen = {
  path: '/',
  rows: { selector: 'main li', count: 3 },
  budget: budgets.homeAgainstStatic,
};
const myTips: Screen = {
  path: '/tips/my-tips',
  rows: { selector: 'main article', count: 20 },
  budget: budgets.allRowsAgainstStatic,
};
/** The page of own tips, measured until the two rows that fit into a phone's window are shown. */
const topOfMyTips: Screen = {
  ...myTips,
  rows: { ...myTips.rows, count: 2 },
  budget: budgets.rowsAgainstStatic,
};

/**
 * Measures starts without a server, and compares the app with a static copy of the screen behind a
 * minimal service worker. Alternates between them, so that other load affects both.
 */
export async function benchOfflineStarts(backend: Backend, member: Caller): Promise<void> {
  const { origin } = backend;
  let markup = '';
  let precached: string[] = [];
  const app = await aProfile(async (page) => {
    await logIn(page, origin, member);
    for (const screen of [home, myTips]) await visit(page, origin, screen);
    await settles(page);
    precached = await page.evaluate(cachedAddresses);
    markup = await frozen(page);
  });
  const host = await hostOf(markup);
  const limit = await aProfile(async (page) => {
    await page.goto(`${host.origin}/register.html`);
    await settles(page);
  });
  await host.close();
  await backend.stop();

  heading('Kept for a start without a connection');
  const precacheBytes = plainBytes(precached);
  atMost(`precache, ${precached.length} files as they are`, precacheBytes, budgets.precache, 'B');
  atMost('precache at the very most', precacheBytes, budgets.precacheAtMost, 'B');

  const ofApp = (path: string, rows: Rows): Start => ({
    address: `${origin}${path}`,
    rows,
    profile: app,
  });
  const screens = [topOfMyTips, myTips, home];
  const starts = screens.flatMap((screen): Start[] => [
    {
      address: `${host.origin}/page.html`,
      rows: screen === home ? myTips.rows : screen.rows,
      profile: limit,
    },
    ofApp(screen.path, screen.rows),
    ofApp(screen.path, controlOf(screen)),
    // No snapshot is stored for this address; the app ignores the unknown parameter.
    ofApp(`${screen.path}?first`, screen.rows),
  ]);
  const seen = await coldStarts(starts, repeats);
  await forget(app);
  await forget(limit);
  heading('Start without a connection: fresh process, processor slowed four times');
  for (const [index, screen] of screens.entries()) printStart(screen, seen.slice(4 * index));
}

/** Prints a screen's starts: static page, app, first usable control, and app without a snapshot. */
function printStart({ path, rows: { count }, budget }: Screen, seen: readonly Seen[][]): void {
  const [limit = [], shown = [], control = [], withoutSnapshot = []] = seen;
  const rowsOf = (starts: readonly Seen[]) => median(starts.map(({ rows }) => rows));
  const paintOf = (starts: readonly Seen[]) => median(starts.map(({ firstPaint }) => firstPaint));
  const [limitRows, limitPaint] = [rowsOf(limit), paintOf(limit)];
  note(
    `${path}; static page: first paint ${ms(limitPaint)}, ${count} rows ${ms(limitRows)} (medians of ${limit.length})`,
  );
  const against = (what: string, time: number, of: number, maxRatio: number) =>
    atMost(`${what}, ${ms(time)}`, time / of, maxRatio);
  against('first paint', paintOf(shown), limitPaint, budgets.firstPaintAgainstStatic);
  against(`${count} rows on screen`, rowsOf(shown), limitRows, budget);
  against('first control that works', rowsOf(control), limitRows, budgets.controlAgainstStatic);
  const first = rowsOf(withoutSnapshot);
  note(`${count} rows without a snapshot: ${ms(first)} (${(first / limitRows).toFixed(2)})`);
  const scripts = withoutSnapshot[0]?.scripts ?? [];
  atMost('script before rows', brotliBytes(scripts), budgets.scriptBeforeRows, 'B');
  const weighed = scripts.map((file) => ({ file, bytes: brotliBytes([file]) }));
  const heaviest = weighed.toSorted((one, other) => other.bytes - one.bytes).slice(0, maxNamed);
  for (const { file, bytes } of heaviest) note(`    ${bytes} bytes of ${file.split('/').at(-1)}`);
}

async function visit(page: Page, origin: string, { path, rows }: Screen): Promise<void> {
  await page.goto(`${origin}${path}`);
  await page
    .locator(rows.selector)
    .nth(rows.count - 1)
    .waitFor();
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(
    async (path) => (await caches.match(path, { cacheName: 'touchline-snapshots' })) !== undefined,
    path,
  );
}

function controlOf({ rows: { selector } }: Screen): Rows {
  return { selector: `body:not(:has(> #snapshot)) #root ${selector} :is(a, button)`, count: 1 };
}

async function cachedAddresses(): Promise<string[]> {
  const names = (await caches.keys()).filter((name) => name.includes('precache'));
  const storedEntries = await Promise.all(
    names.map(async (name) => (await caches.open(name)).keys()),
  );
  return storedEntries.flat().map(({ url }) => url);
}

function ms(time: number): string {
  return `${time.toFixed(0)} ms`;
}
