import { join } from 'node:path';
import { chromium, type Browser, type Page } from '@playwright/test';

import { demoPassword } from '#server/demo/recording.ts';
import { compressAll } from '#server/platform/build.ts';

import { demoMember } from '../testing/people/demo-members.ts';
import { aBackend } from '../testing/server/backend.ts';
import { aCaller, type Caller } from '../testing/server/api-caller.ts';
import { chromiumArguments, findChromium } from '../testing/phone/chromium.ts';
import { layoutShiftOf, noteShifts } from '../testing/screen/layout-shifts.ts';
import { inTheHand } from '../testing/phone/phone.ts';
import { median } from './engine/measure.ts';
import { loggedIn, type Screen } from './measured-app.ts';
import { seenOn, watchRows } from './watch-rows.ts';

/** The connection in a full stadium: high latency and low throughput. */
const slow = { latency: 400, bitsPerSecond: 400_000 };

/** Landing pages with their content; posting requires a login. */
const arrivals: readonly (Screen & { loggedIn: boolean })[] = [
  { path: '/', rows: 'main article', count: 3, as: 'member', loggedIn: false },
  { path: '/tips/create', rows: 'main li button', count: 3, as: 'member', loggedIn: true },
  { path: '/tipster', rows: 'main article', count: 1, as: 'member', loggedIn: false },
];

/** A first visit by its address: the first rows in milliseconds, and their layout shift. */
type Arrival = { path: string; paint: number; rows: number; layoutShift: number };

const repeats = 3;

/** First visits with an empty cache over a slow connection. */
async function arrivalsOver(browser: Browser, origin: string, member: Caller): Promise<Arrival[]> {
  const measured: Arrival[] = [];
  for (const screen of arrivals) {
    const visits: Arrival[] = [];
    for (let time = 0; time < repeats; time += 1) {
      visits.push(await arrival(browser, origin, screen, screen.loggedIn ? member : undefined));
    }
    measured.push({
      path: screen.path,
      paint: median(visits.map(({ paint }) => paint)),
      rows: median(visits.map(({ rows }) => rows)),
      layoutShift: Math.max(...visits.map(({ layoutShift }) => layoutShift)),
    });
  }
  return measured;
}

async function arrival(
  browser: Browser,
  origin: string,
  screen: Screen,
  member: Caller | undefined,
): Promise<Arrival> {
  const context = await browser.newContext({
    ...inTheHand,
    baseURL: origin,
    locale: 'en-GB',
    ...(member && { storageState: loggedIn(origin, member) }),
  });
  try {
    await noteShifts(context);
    await watchRows(context, { selector: screen.rows, count: screen.count });
    const page = await context.newPage();
    await slowDown(page);
    await page.goto(screen.path, { waitUntil: 'commit' });
    const { firstPaint, rows } = await seenOn(page);
    await page.waitForLoadState('networkidle');
    return { path: screen.path, paint: firstPaint, rows, layoutShift: await layoutShiftOf(page) };
  } finally {
    await context.close();
  }
}

/** Throttles a page to that connection. */
async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: slow.latency,
    downloadThroughput: slow.bitsPerSecond / 8,
    uploadThroughput: slow.bitsPerSecond / 8,
  });
}

/** The bench's part on the last build. */
export async function benchFirstVisits(): Promise<void> {
  await compressAll(join(import.meta.dirname, '..', '..', 'dist'));
  const backend = await aBackend({ DEMO: '1' });
  try {
    await backend.start();
    const member = await aCaller(backend.origin, demoMember.email, demoPassword);
    const executablePath = findChromium();
    const browser = await chromium.launch({ executablePath, args: chromiumArguments() });
    console.log('\nFirst visits at 400 kbit/s and 400 ms, medians in milliseconds\n');
    console.table(await arrivalsOver(browser, backend.origin, member));
    await browser.close();
  } finally {
    await backend.remove();
  }
}
