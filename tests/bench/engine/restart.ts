import { setInterval } from 'node:timers/promises';
import type { Page } from '@playwright/test';

import type { Backend } from '../../testing/server/backend.ts';
import type { Caller } from '../../testing/server/api-caller.ts';
import { aProfile, forget, logIn, settles, withProfile } from '../browser.ts';
import { budgets } from '../budgets.ts';
import { atMost, heading, note } from '../report.ts';
import { queuedRows } from './queued-rows.ts';

const count = 500;
const timeoutMs = 120_000;

/**
 * Restarts the app with 500 pending changes, and measures progress and responsiveness.
 * `journeys/connection/long-outbox` tests that every change arrives once.
 */
export async function benchRestart(backend: Backend, member: Caller): Promise<void> {
  heading(`The built app after a restart, with ${count} changes queued`);
  const { origin } = backend;
  const rows = await queuedRows(member, count);
  const profile = await aProfile(async (page) => {
    await logIn(page, origin, member);
    await page.goto(`${origin}/tips/my-tips`);
    await page.locator('main h1').waitFor();
    await settles(page);
    // The connection is cut before anything is queued, as on a day without a network.
    await backend.stop();
    await page.evaluate(fillOutbox, { memberId: member.memberId, rows });
  });
  await backend.start();

  await withProfile(profile, async (page) => {
    await page.addInitScript(watchPage);
    const started = performance.now();
    await page.goto(`${origin}/tips/my-tips`);
    await untilEmpty(page, member.memberId, started);
    const seconds = (performance.now() - started) / 1000;
    // The chip shows its last text after the last row was deleted.
    await page.getByText('Up to date').first().waitFor();
    const { maxTaskMs, texts, tasks } = await page.evaluate(() => globalThis.watched);
    note(`all ${count} settled ${seconds.toFixed(1)} s after the start; ${tasks} tasks over 50 ms`);
    note(`the chip said, among others: ${texts.slice(0, 6).join(' · ')}`);
    atMost('longest task', maxTaskMs, budgets.longestTask, 'ms');
    // Minimum number of different texts that counts as visible progress.
    atMost('steps of progress missing', Math.max(0, 3 - texts.length), 0, '');
  });
  await forget(profile);
}

async function untilEmpty(page: Page, memberId: string, started: number): Promise<void> {
  // The pauses matter, because polling is work for the page itself.
  for await (const _ of setInterval(200)) {
    if ((await page.evaluate(owedIn, memberId)) === 0) return;
    if (performance.now() - started >= timeoutMs) break;
  }
  const rows = await page.evaluate(owedIn, memberId);
  throw new Error(`${rows} changes are still owed after ${timeoutMs / 1000} s.`);
}

/** Runs in the page: writes rows into a member's outbox. */
export async function fillOutbox({
  memberId,
  rows,
}: {
  memberId: string;
  rows: object[];
}): Promise<void> {
  const request = indexedDB.open(`touchline-member-${memberId}`);
  await new Promise((done, fail) => {
    request.addEventListener('success', done);
    request.addEventListener('error', fail);
  });
  const transaction = request.result.transaction('operations', 'readwrite');
  for (const row of rows) transaction.objectStore('operations').add(row);
  await new Promise((done, fail) => {
    transaction.addEventListener('complete', done);
    transaction.addEventListener('abort', fail);
  });
  request.result.close();
}

/** Runs in the page: returns the number of rows in the outbox. */
async function owedIn(memberId: string): Promise<number> {
  const request = indexedDB.open(`touchline-member-${memberId}`);
  await new Promise((done) => request.addEventListener('success', done));
  const counted = request.result.transaction('operations').objectStore('operations').count();
  await new Promise((done) => counted.addEventListener('success', done));
  request.result.close();
  return counted.result;
}

/** Measurements that a page records about itself. */
type Watched = { maxTaskMs: number; tasks: number; texts: string[] };

declare global {
  var watched: Watched;
}

/** Runs in the page before its scripts: records long tasks, and every text of the status chip. */
function watchPage(): void {
  const watched: Watched = { maxTaskMs: 0, tasks: 0, texts: [] };
  globalThis.watched = watched;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      watched.tasks += 1;
      watched.maxTaskMs = Math.max(watched.maxTaskMs, duration);
    }
  }).observe({ type: 'longtask', buffered: true });
  const look = () => {
    const words = document.querySelector('header [role=status]')?.textContent?.trim();
    if (words !== undefined && words !== '' && words !== watched.texts.at(-1)) {
      watched.texts.push(words);
    }
  };
  new MutationObserver(look).observe(document, {
    childList: true,
    subtree: true,
    characterData: true,
  });
}
