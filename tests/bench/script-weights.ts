import type { Browser, BrowserContextOptions, Page } from '@playwright/test';

import { inTheHand } from '../testing/phone/phone.ts';
import type { Caller } from '../testing/server/api-caller.ts';
import { workerIsReady } from './cold-start.ts';
import { home, loggedIn, myTips, otherScreens, type Screen } from './measured-app.ts';
import { seenOn, watchRows } from './watch-rows.ts';

/** Addresses that a screen loaded: until its rows were painted, and in total. */
export type Loaded = {
  screen: Screen;
  beforeRows: string[];
  styles: string[];
  altogether: string[];
};

/** The files of every screen on a first visit with an empty cache. */
export async function firstVisits(
  browser: Browser,
  origin: string,
  callers: Record<Screen['as'], Caller>,
): Promise<Loaded[]> {
  const loaded: Loaded[] = [];
  for (const screen of [home, myTips, ...otherScreens]) {
    loaded.push(await firstVisit(browser, origin, screen, callers[screen.as]));
  }
  return loaded;
}

async function firstVisit(
  browser: Browser,
  origin: string,
  screen: Screen,
  caller: Caller,
): Promise<Loaded> {
  const options: BrowserContextOptions = { ...inTheHand, baseURL: origin, locale: 'en-GB' };
  // A login page redirects members.
  const storageState = screen.path.startsWith('/account/') ? undefined : loggedIn(origin, caller);
  const context = await browser.newContext({ ...options, ...(storageState && { storageState }) });
  try {
    await watchRows(context, { selector: screen.rows, count: screen.count });
    const page = await context.newPage();
    await page.goto(screen.path);
    const { scripts, styles } = await seenOn(page);
    // The engine starts when the page is idle, and the worker after it.
    await workerIsReady(page);
    await page.waitForLoadState('networkidle');
    return { screen, beforeRows: scripts, styles, altogether: await scriptsOf(page) };
  } finally {
    await context.close();
  }
}

async function scriptsOf(page: Page): Promise<string[]> {
  const files = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => name),
  );
  return files.filter((file) => file.endsWith('.js'));
}
