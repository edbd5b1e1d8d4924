import type { Browser, Page } from '@playwright/test';

import { slowDown } from '../testing/phone/browser-limits.ts';
import { layoutShiftOf, recordShifts } from '../testing/screen/layout-shifts.ts';
import type { Caller } from '../testing/server/api-caller.ts';
import type { Backend } from '../testing/server/backend.ts';
import { launchBrowser, onAPhone, settles } from './browser.ts';
import { budgets } from './budgets.ts';
import { median } from './engine/measure.ts';
import { atMost, heading } from './report.ts';

const repeats = 5;

/** A route that people open first, and the selector of its content. */
type Arrival = {
  path: string;
  shown: string;
  asMember: boolean;
  /** A tap to measure: the pressed element, and its visible effect. */
  tap?: { on: string; shows: string };
};

export const arrivals: readonly Arrival[] = [
  {
    path: '/',
    shown: 'main article >> nth=2',
    asMember: false,
    tap: { on: 'header [popovertarget]:visible', shows: '[popover]:popover-open' },
  },
  {
    path: '/tipster',
    shown: 'main article',
    asMember: false,
    tap: { on: 'main article a', shows: 'main h1' },
  },
  {
    path: '/competitions',
    shown: 'main h1',
    asMember: false,
    tap: { on: 'main a[href*="view=results"]', shows: 'main a[href*=results].active' },
  },
  {
    path: '/tips',
    shown: 'main article',
    asMember: true,
    tap: { on: 'main button[aria-haspopup=dialog]', shows: '[role=dialog]' },
  },
  { path: '/tips/create', shown: 'main li button', asMember: true },
  {
    path: '/tips/my-tips',
    shown: 'main article',
    asMember: true,
    tap: { on: 'main article button', shows: '[role=dialog]' },
  },
];

declare global {
  var noted: { largestPaint: number; answers: number[] };
}

/**
 * Measures first visits to the routes whose path contains the text, on a phone with a slow
 * connection, and second visits with an installed service worker.
 */
export async function benchFirstVisits(
  { origin }: Backend,
  member: Caller,
  only = '',
): Promise<void> {
  heading('First and next visits on a slow phone with a slow connection');
  const browser = await launchBrowser();
  for (const { path, shown, asMember } of arrivals.filter(({ path }) => path.includes(only))) {
    const arrive = async (page: Page) => {
      await page.goto(path);
      await page.locator(shown).first().waitFor();
      await page.waitForLoadState('networkidle');
      return (await page.evaluate(() => globalThis.noted)).largestPaint;
    };
    const visits = await slowRuns(browser, origin, asMember ? member : undefined, async (page) => {
      const paint = await arrive(page);
      const shift = await layoutShiftOf(page);
      await settles(page);
      return { paint, shift, again: await arrive(page) };
    });
    const medianOf = (figure: 'paint' | 'shift' | 'again') =>
      median(visits.map((visit) => visit[figure]));
    atMost(`largest paint: ${path}`, medianOf('paint'), budgets.largestPaint, 'ms');
    atMost(`layout shift: ${path}`, medianOf('shift'), budgets.layoutShift);
    atMost(
      `largest paint, next visit: ${path}`,
      medianOf('again'),
      budgets.largestPaintAgain,
      'ms',
    );
  }
  await browser.close();
}

/** Runs work repeatedly, each time on a new phone with a slow processor and connection. */
export async function slowRuns<Result>(
  browser: Browser,
  origin: string,
  member: Caller | undefined,
  work: (page: Page) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let run = 0; run < repeats; run += 1) {
    const result = await onAPhone(
      browser,
      origin,
      async (context) => {
        await recordShifts(context);
        await context.addInitScript(noteMeasurements);
        const page = await context.newPage();
        await slowDown(page);
        return work(page);
      },
      member,
    );
    results.push(result);
  }
  return results;
}

/** Returns the longest time from a tap to the next paint, as the browser reports it. */
export async function maxResponseMs(page: Page): Promise<number> {
  return Math.max(0, ...(await page.evaluate(() => globalThis.noted.answers)));
}

/** Runs in the page before its scripts: records the browser's performance entries. */
function noteMeasurements(): void {
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
}
