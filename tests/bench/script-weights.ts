import type { Browser, Page } from '@playwright/test';

import { demoPassword } from '#server/demo/recording.ts';

import { demoAdministrator } from '../testing/people/demo-members.ts';
import { aCaller, type Caller } from '../testing/server/api-caller.ts';
import type { Backend } from '../testing/server/backend.ts';
import { launchBrowser, onAPhone, settles } from './browser.ts';
import { budgets } from './budgets.ts';
import { atMost, heading, note } from './report.ts';
import { seenOn, watchRows } from './watch-rows.ts';
import { brotliBytes, brotliOf, gzipBytes, inlineStyle } from './weights.ts';

/** Loaded files: scripts until the rows were painted, styles, and all scripts. */
type Loaded = { beforeRows: string[]; styles: string[]; altogether: string[] };

/** Screens that visitors open first, with the selectors of their rows. */
const firstScreens = [
  { path: '/', selector: 'main li', count: 3 },
  { path: '/tips/my-tips', selector: 'main article', count: 20 },
];

const otherPaths = [
  '/tips',
  '/tips/create',
  '/tips/booked-ticket',
  '/tipster',
  '/tipster/edit-profile',
  '/account/login',
  '/account/register',
  '/competitions',
  '/sync',
  '/help',
  '/admin',
  '/admin/tickets',
  '/admin/confirm-tickets',
];

/**
 * Measures script and style of each screen on a first visit with an empty cache, and what each
 * further screen adds. The budget `firstLoad` includes the code that fetches the first rows.
 */
export async function benchWeights({ origin }: Backend, member: Caller): Promise<void> {
  heading('Script and style on a first visit, packed by brotli');
  const administrator = await aCaller(origin, demoAdministrator.email, demoPassword);
  const browser = await launchBrowser();
  const shell = new Set<string>();
  for (const { path, ...rows } of firstScreens) {
    const { beforeRows, styles, altogether } = await load(browser, origin, path, rows, member);
    if (path === '/') for (const file of altogether) shell.add(file);
    const style = brotliBytes(styles) + brotliOf(inlineStyle());
    note(`${path}: script before fetched rows, ${brotliBytes(beforeRows)} bytes`);
    note(`${path}: script altogether, ${brotliBytes(altogether)} bytes`);
    atMost(`${path}: first load, in gzip`, gzipBytes(beforeRows), budgets.firstLoad, 'B');
    atMost(`${path}: style`, style, budgets.style, 'B');
  }
  for (const path of otherPaths) {
    const someone = path.startsWith('/admin') ? administrator : member;
    // The app redirects logged-in members from account pages, so a visitor opens them.
    const caller = path.startsWith('/account/') ? undefined : someone;
    const rows = { selector: 'main h1', count: 1 };
    const { altogether } = await load(browser, origin, path, rows, caller);
    const added = brotliBytes(altogether.filter((file) => !shell.has(file)));
    atMost(`${path}: script beside that of home`, added, budgets.furtherRoute, 'B');
  }
  await browser.close();
}

async function load(
  browser: Browser,
  origin: string,
  path: string,
  rows: { selector: string; count: number },
  caller: Caller | undefined,
): Promise<Loaded> {
  return onAPhone(
    browser,
    origin,
    async (context) => {
      await watchRows(context, rows);
      const page = await context.newPage();
      await page.goto(path);
      const { scripts, styles } = await seenOn(page);
      // The engine starts when the page is idle, and the service worker after the engine.
      await settles(page);
      return { beforeRows: scripts, styles, altogether: await scriptsOf(page) };
    },
    caller,
  );
}

async function scriptsOf(page: Page): Promise<string[]> {
  const files = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => name),
  );
  return files.filter((file) => file.endsWith('.js'));
}
