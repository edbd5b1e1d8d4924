import type { Page } from '@playwright/test';

import { demoPassword } from '#server/demo/recording.ts';

import { demoAdministrator } from '../testing/people/demo-members.ts';
import { type Rows as AuditRows, rowsOf, screensWith } from '../audit/screens.ts';
import { aCaller, type Caller } from '../testing/server/api-caller.ts';
import type { Backend } from '../testing/server/backend.ts';
import { aConnection, type Connection } from '../testing/phone/connection.ts';
import { chipOf } from '../testing/phone/phone.ts';
import { aProfile, forget, logIn, settles, slowProcessor } from './browser.ts';
import { budgets } from './budgets.ts';
import { coldStarts } from './cold-start.ts';
import { median } from './engine/measure.ts';
import { queuedRows } from './engine/queued-rows.ts';
import { fillOutbox } from './engine/restart.ts';
import { atLeast, atMost, heading, note } from './report.ts';
import { frozen, hostOf } from './static-page.ts';
import type { Seen } from './watch-rows.ts';

const rows = 500;
const visitMs = 2000;

/**
 * Measures an installed app: the time until a lost connection is shown and a slip is stored,
 * scrolling of a long list, and the start of every route without a server.
 */
export async function benchInstalled(backend: Backend, member: Caller, only = ''): Promise<void> {
  heading('The installed app');
  const connection = await aConnection(backend.origin);
  const administrator = await aCaller(backend.origin, demoAdministrator.email, demoPassword);
  const addresses = coldAddresses(await rowsOf(backend.origin), only);
  const visitAll = async (page: Page, who: Address['as']) => {
    for (const { path, as } of addresses) if (as === who) await visitOnce(page, path);
  };
  const visitors = await aProfile(async (page) => {
    await arrives(page, connection.origin);
    await visitAll(page, 'visitor');
  });
  const administrators = await aProfile(async (page) => {
    await arrives(page, connection.origin, administrator);
    await page.goto(`${connection.origin}/admin`);
    await page.locator('main h1').waitFor();
    await page.waitForLoadState('networkidle');
    await visitAll(page, 'administrator');
  });
  const queued = await queuedRows(member, rows);
  let markup = '';
  const profile = await aProfile(async (page) => {
    await arrives(page, connection.origin, member);
    atMost('slip on the device after a key', await keepsTheSlip(page), budgets.slipKept, 'ms');
    atMost('chip after a cut', await noticesACut(page), budgets.chipAfterCut, 'ms');
    const silence = await noticesSilence(page, connection);
    atMost('chip of an idle page after silence', silence, budgets.chipAfterSilence, 'ms');
    await visitAll(page, 'member');
    await page.goto(`${connection.origin}/tips/my-tips`);
    await page.locator(staticRows.selector).nth(1).waitFor();
    markup = await frozen(page);
  });
  const host = await hostOf(markup);
  const staticPage = await aProfile(async (page) => {
    await page.goto(`${host.origin}/register.html`);
    await settles(page);
  });
  await host.close();
  const loaded = await aProfile(async (page) => {
    await arrives(page, connection.origin, member);
    await connection.breaks();
    await page.evaluate(fillOutbox, { memberId: member.memberId, rows: queued });
    const limit = await scrollsAPlainList(page);
    const list = await scrollsAList(page);
    note(`${rows} plain rows, slowed: ${limit.fps.toFixed(0)} frames a second`);
    atLeast(`frames a second, ${rows} rows, slowed`, list.fps, budgets.framesASecond, '');
    atMost(`longest task, ${rows} rows, slowed`, list.maxMs, budgets.longestTask, 'ms');
  });
  await forget(loaded);
  const profiles = { visitor: visitors, member: profile, administrator: administrators };
  const starts = addresses.map(({ path, as }) => ({
    address: `${connection.origin}${path}`,
    rows: content,
    profile: profiles[as],
  }));
  const limit = { address: `${host.origin}/page.html`, rows: staticRows, profile: staticPage };
  const [limits = [], ...seen] = await coldStarts([limit, ...starts], 3);
  const medianMs = (one: readonly Seen[]) => median(one.map(({ rows: at }) => at));
  const limitMs = medianMs(limits);
  note(`a static page, cold, slowed: ${limitMs.toFixed(0)} ms; in brackets the ratio to it`);
  for (const [index, { path, as }] of addresses.entries()) {
    const shown = medianMs(seen[index] ?? []);
    const ratio = (shown / limitMs).toFixed(2);
    atMost(`cold, no server, slowed: ${as} at ${path} (${ratio})`, shown, budgets.coldRoute, 'ms');
  }
  for (const one of [...Object.values(profiles), staticPage]) await forget(one);
  await connection.close();
}

/** The first window of the static page that limits a cold start. */
const staticRows = { selector: 'main article', count: 2 };

/**
 * Matches loaded content, or an explanation of its absence: more than the heading, no placeholders.
 */
const content = {
  selector:
    'main:has(h1):not(:has(.skeleton)) :is(article, li, form, dl, p, input, button, [role=status]):not([hidden], [data-offline], [data-offline] *)',
  count: 1,
};

type Address = { path: string; as: 'visitor' | 'member' | 'administrator' };

/** The audit's addresses whose path contains the text, once for each kind of person. */
function coldAddresses(rows: AuditRows, only: string): Address[] {
  const known = new Map<string, Address>();
  for (const { who, path } of screensWith(rows)) {
    const as =
      who === 'a visitor' ? 'visitor' : who === 'an administrator' ? 'administrator' : 'member';
    if (path.includes(only)) known.set(`${as} ${path}`, { path, as });
  }
  return [...known.values()];
}

async function arrives(page: Page, origin: string, member?: Caller): Promise<void> {
  if (member) await logIn(page, origin, member);
  await page.goto(`${origin}${member ? '/tips/create' : '/'}`);
  await (member ? page.getByText(/^Odds from /) : page.locator('main article').first()).waitFor();
  await settles(page);
}

/** Shows a page for as long as the app needs to store its snapshot. */
async function visitOnce(page: Page, path: string): Promise<void> {
  await page.goto(new URL(path, page.url()).href);
  await page.locator(content.selector).first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(visitMs);
}

/** Returns the maximum time from a typed letter to the stored slip, in ten attempts. */
async function keepsTheSlip(page: Page): Promise<number> {
  await page
    .getByRole('button', { name: /, home 1, .* not selected$/ })
    .last()
    .click();
  await page.getByRole('button', { name: /Review/ }).click();
  await page.getByRole('textbox', { name: 'Analysis' }).focus();
  const took: number[] = [];
  for (let letters = 1; letters <= 10; letters += 1) {
    await page.evaluate(markNextKey);
    await page.keyboard.press('a');
    took.push(await page.evaluate(untilStored, letters));
  }
  await page.keyboard.press('Escape');
  return Math.max(...took);
}

/** Runs in the page: records the time of the next key. */
function markNextKey(): void {
  const options = { once: true, capture: true };
  addEventListener('keydown', () => performance.mark('key'), options);
}

/** Runs in the page: milliseconds from the last key to a stored slip with so many letters. */
async function untilStored(letters: number): Promise<number> {
  const known = await indexedDB.databases();
  const name = known.find((one) => one.name?.startsWith('touchline-member-'))?.name ?? '';
  const opened = indexedDB.open(name);
  await new Promise((done) => opened.addEventListener('success', done));
  const began = performance.getEntriesByName('key').at(-1)?.startTime ?? 0;
  while (performance.now() - began < 10_000) {
    const read = opened.result.transaction('documents').objectStore('documents').get('slip');
    await new Promise((done) => read.addEventListener('success', done));
    if (read.result?.value?.analysis?.length >= letters) break;
  }
  opened.result.close();
  return performance.now() - began;
}

/** Makes the browser report that it is offline; returns the time until the chip changes. */
async function noticesACut(page: Page): Promise<number> {
  await chipOf(page).filter({ hasText: 'Up to date' }).waitFor();
  const began = performance.now();
  await page.context().setOffline(true);
  await chipOf(page).filter({ hasText: 'Offline' }).waitFor();
  const took = performance.now() - began;
  await page.context().setOffline(false);
  await chipOf(page).filter({ hasText: 'Up to date' }).waitFor();
  return took;
}

/** Stops the responses while the page is idle; returns the time until the chip changes. */
async function noticesSilence(page: Page, connection: Connection): Promise<number> {
  connection.stalls();
  const began = performance.now();
  await chipOf(page).filter({ hasText: 'Offline' }).waitFor();
  const took = performance.now() - began;
  await connection.mends();
  return took;
}

/** Frames per second and the longest task in milliseconds during scrolling. */
type Scrolled = { fps: number; maxMs: number };

/** Scrolls the list of all pending changes. */
async function scrollsAList(page: Page): Promise<Scrolled> {
  await page.goto(new URL('/sync', page.url()).href);
  await page.locator(`main [aria-setsize="${rows}"]`).first().waitFor();
  await page.waitForLoadState('networkidle');
  return scrolled(page);
}

/** Scrolls a plain page with as many lines, which shows the machine's limit. */
async function scrollsAPlainList(beside: Page): Promise<Scrolled> {
  const page = await beside.context().newPage();
  await page.setContent('<p style="height: 110px">A row</p>'.repeat(rows));
  const seen = await scrolled(page);
  await page.close();
  return seen;
}

/** Scrolls for three seconds on a slow processor. */
async function scrolled(page: Page): Promise<Scrolled> {
  await slowProcessor(page);
  const seen = await page.evaluate(async () => {
    let maxMs = 0;
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) maxMs = Math.max(maxMs, duration);
    });
    observer.observe({ type: 'longtask' });
    const frame = async () => new Promise((done) => requestAnimationFrame(done));
    const began = performance.now();
    let frames = 0;
    for (; performance.now() - began < 3000; frames += 1) {
      scrollBy(0, 40);
      await frame();
    }
    return { fps: (frames / (performance.now() - began)) * 1000, maxMs };
  });
  await slowProcessor(page, 1);
  return seen;
}
