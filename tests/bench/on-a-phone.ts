import type { Browser, BrowserContext, Page } from '@playwright/test';

import { inTheHand } from '../support/phone.ts';
import type { Caller } from '../support/over-the-wire.ts';
import { median } from './engine/measure.ts';
import { loggedIn } from './measured-app.ts';

/** What a phone shows of a first visit; milliseconds, and the layout shifts as their own measure. */
export type FirstVisit = { largestPaint: number; layoutShift: number };

/** What a middling phone on a slow mobile line is: the profile that such figures are compared by. */
const phone = { cpu: 4, latency: 150, bitsPerSecond: 1.6e6 };

const repeats = 3;

declare global {
  var noted: { largestPaint: number; shifts: { at: number; value: number }[]; answers: number[] };
}

/** Visits the home page as nobody who was ever there, on a phone with a slow line. */
export async function firstVisitOnAPhone(browser: Browser, origin: string): Promise<FirstVisit> {
  const visits: FirstVisit[] = [];
  for (let time = 0; time < repeats; time += 1) {
    await onAPhone(browser, origin, async (page) => {
      await page.goto('/');
      await page.locator('main article').nth(2).waitFor();
      await page.waitForLoadState('networkidle');
      const { largestPaint, shifts } = await page.evaluate(() => globalThis.noted);
      visits.push({ largestPaint, layoutShift: worstOf(shifts) });
    });
  }
  return {
    largestPaint: median(visits.map(({ largestPaint }) => largestPaint)),
    layoutShift: median(visits.map(({ layoutShift }) => layoutShift)),
  };
}

/** The longest that a tap on the way from the games to the slip waited for its paint. */
export async function slipOnAPhone(
  browser: Browser,
  origin: string,
  member: Caller,
): Promise<number> {
  const longest: number[] = [];
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
        longest.push(Math.max(0, ...(await page.evaluate(() => globalThis.noted.answers))));
      },
      member,
    );
  }
  return median(longest);
}

async function onAPhone(
  browser: Browser,
  origin: string,
  act: (page: Page) => Promise<void>,
  member?: Caller,
): Promise<void> {
  const context = await browser.newContext({
    ...inTheHand,
    baseURL: origin,
    locale: 'en-GB',
    ...(member && { storageState: loggedIn(origin, member) }),
  });
  try {
    await note(context);
    const page = await context.newPage();
    await slowDown(page);
    await act(page);
  } finally {
    await context.close();
  }
}

async function slowDown(page: Page): Promise<void> {
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

/** Lets the browser tell what it measures of itself. */
async function note(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const noted: typeof globalThis.noted = { largestPaint: 0, shifts: [], answers: [] };
    globalThis.noted = noted;
    const observe = (options: object, hear: (entry: PerformanceEntry) => void) => {
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) hear(entry);
      }).observe(options);
    };
    observe({ type: 'largest-contentful-paint', buffered: true }, ({ startTime }) => {
      noted.largestPaint = startTime;
    });
    observe({ type: 'layout-shift', buffered: true }, (entry) => {
      // What follows a tap at once is what the tap was for.
      if (Reflect.get(entry, 'hadRecentInput') === true) return;
      noted.shifts.push({ at: entry.startTime, value: Number(Reflect.get(entry, 'value')) });
    });
    observe({ type: 'event', buffered: true, durationThreshold: 16 }, (entry) => {
      if (Number(Reflect.get(entry, 'interactionId')) > 0) noted.answers.push(entry.duration);
    });
  });
}

const apart = 1000;
const longestWindow = 5000;

/** The worst window of shifts, as cumulative layout shift is defined (web.dev/articles/cls). */
function worstOf(shifts: readonly { at: number; value: number }[]): number {
  let worst = 0;
  let total = 0;
  let began = -Infinity;
  let last = -Infinity;
  for (const { at, value } of shifts) {
    const isNew = at - last > apart || at - began > longestWindow;
    total = isNew ? value : total + value;
    if (isNew) began = at;
    last = at;
    worst = Math.max(worst, total);
  }
  return worst;
}
