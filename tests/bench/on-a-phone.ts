import type { Browser, BrowserContext, Page } from '@playwright/test';

import type { Caller } from '../testing/server/api-caller.ts';
import { slowDown } from '../testing/phone/browser-limits.ts';
import { layoutShiftOf, noteShifts } from '../testing/screen/layout-shifts.ts';
import { inTheHand } from '../testing/phone/phone.ts';
import { workerIsReady } from './cold-start.ts';
import { median } from './engine/measure.ts';
import { loggedIn } from './measured-app.ts';

/** A first visit and the next one: milliseconds, and the layout shift score. */
export type FirstVisit = {
  path: string;
  largestPaint: number;
  layoutShift: number;
  largestPaintAgain: number;
};

export const repeats = 5;

/** The landing routes, with their content. */
export const arrivals: readonly { path: string; shown: string; asMember: boolean }[] = [
  { path: '/', shown: 'main article >> nth=2', asMember: false },
  { path: '/tipster', shown: 'main article', asMember: false },
  { path: '/competitions', shown: 'main h1', asMember: false },
  { path: '/tips', shown: 'main article', asMember: true },
  { path: '/tips/create', shown: 'main li button', asMember: true },
  { path: '/tips/my-tips', shown: 'main article', asMember: true },
];

declare global {
  var noted: { largestPaint: number; answers: number[] };
}

/**
 * Visits the routes whose path contains the text, on a phone with a slow connection, and again when
 * the worker is installed.
 */
export async function firstVisitsOnAPhone(
  browser: Browser,
  origin: string,
  member: Caller,
  only = '',
): Promise<FirstVisit[]> {
  const visits: FirstVisit[] = [];
  for (const { path, shown, asMember } of arrivals) {
    if (!path.includes(only)) continue;
    const paints: number[] = [];
    const shifts: number[] = [];
    const again: number[] = [];
    const arrive = async (page: Page) => {
      await page.goto(path);
      await page.locator(shown).first().waitFor();
      await page.waitForLoadState('networkidle');
      return (await page.evaluate(() => globalThis.noted)).largestPaint;
    };
    const visit = async (page: Page) => {
      paints.push(await arrive(page));
      shifts.push(await layoutShiftOf(page));
      await workerIsReady(page);
      again.push(await arrive(page));
    };
    for (let time = 0; time < repeats; time += 1) {
      await onAPhone(browser, origin, visit, asMember ? member : undefined);
    }
    visits.push({
      path,
      largestPaint: median(paints),
      layoutShift: median(shifts),
      largestPaintAgain: median(again),
    });
  }
  return visits;
}

/** The longest time from a tap to its paint on the way from the games to the slip. */
export async function slipOnAPhone(
  browser: Browser,
  origin: string,
  member: Caller,
): Promise<number> {
  const durations: number[] = [];
  for (let time = 0; time < repeats; time += 1) {
    await onAPhone(
      browser,
      origin,
      async (page) => {
        await page.goto('/tips/create');
        const keys = page.getByRole('button', { name: /, home 1, .* not selected$/ });
        await keys.first().waitFor();
        await page.waitForLoadState('networkidle');
        for (const name of [/, home 1, .* not selected$/, /, draw X, .* not selected$/]) {
          const key = page.getByRole('button', { name }).last();
          await key.click();
        }
        await page.getByRole('button', { name: /Review/ }).click();
        await page.getByRole('dialog').waitFor();
        durations.push(await maxResponseMs(page));
      },
      member,
    );
  }
  return median(durations);
}

/** The longest time from a tap to its paint, as the browser reports it. */
export async function maxResponseMs(page: Page): Promise<number> {
  return Math.max(0, ...(await page.evaluate(() => globalThis.noted.answers)));
}

/** Runs work on a new phone of that profile. */
export async function onAPhone(
  browser: Browser,
  origin: string,
  work: (page: Page) => Promise<void>,
  member?: Caller,
): Promise<void> {
  const context = await browser.newContext({
    ...inTheHand,
    baseURL: origin,
    locale: 'en-GB',
    ...(member && { storageState: loggedIn(origin, member) }),
  });
  try {
    await noteShifts(context);
    await note(context);
    const page = await context.newPage();
    await slowDown(page);
    await work(page);
  } finally {
    await context.close();
  }
}

/** Records the browser's own measurements. */
async function note(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const noted: typeof globalThis.noted = { largestPaint: 0, answers: [] };
    globalThis.noted = noted;
    const observe = (options: object, hear: (entry: PerformanceEntry) => void) => {
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) hear(entry);
      }).observe(options);
    };
    observe({ type: 'largest-contentful-paint', buffered: true }, ({ startTime }) => {
      noted.largestPaint = startTime;
    });
    observe({ type: 'event', buffered: true, durationThreshold: 16 }, (entry) => {
      if (Number(Reflect.get(entry, 'interactionId')) > 0) noted.answers.push(entry.duration);
    });
  });
}
