import type { Page } from '@playwright/test';

import { aProfile, forget, withProfile } from '../browser.ts';
import { engineBudgets } from '../budgets.ts';
import { atMost, heading, note } from '../report.ts';
import { aHost, type Host } from './host.ts';
import { alternately, median, sum } from './measure.ts';
import { buildPage } from './page-build.ts';
import type { FirstRows } from './page/first-rows.ts';

const sizes = [10_000, 100_000];
const queued = 500;

export const engineParts = ['enqueue', 'drain', 'live-update', 'first-rows'] as const;

/** Measures parts of the engine in a browser, as ratios to raw browser APIs in the same run. */
export async function benchEngine(parts: readonly (typeof engineParts)[number][]): Promise<void> {
  if (parts.length === 0) return;
  const built = await buildPage();
  const host = await aHost(built.folder);
  const profile = await aProfile(async (page) => {
    await opens(page, host);
    if (parts.includes('enqueue')) await benchEnqueue(page);
    if (parts.includes('drain')) await benchDrain(page, host);
    if (!parts.includes('live-update') && !parts.includes('first-rows')) return;
    for (const size of sizes) {
      await page.evaluate((count) => globalThis.bench.fillTips(count, 50), size);
    }
    if (parts.includes('live-update')) await benchLiveUpdate(page);
  });
  if (parts.includes('first-rows')) await benchFirstRows(profile, host);
  await forget(profile);
  await host.close();
  await built.remove();
}

async function benchEnqueue(page: Page): Promise<void> {
  heading('Durable enqueue: 1,000 changes, each awaited');
  for (const kind of ['tip.post', 'follow.set'] as const) {
    const [runs = []] = await alternately(3, [
      async () => page.evaluate((kind) => globalThis.bench.enqueueDurably(1000, kind), kind),
    ]);
    const limit = median(runs.map(({ raw }) => sum(raw))) / 1000;
    const each = median(runs.map(({ ours }) => sum(ours))) / 1000;
    const times = median(runs.map(({ ours, raw }) => sum(ours) / sum(raw)));
    // The growth of raw writes shows the machine's own variation.
    const growth = median(
      runs.map(({ ours, raw }) => {
        const last = sum(ours.slice(-100)) / sum(raw.slice(-100));
        return last / (sum(ours.slice(0, 100)) / sum(raw.slice(0, 100)));
      }),
    );
    note(`raw IndexedDB, strict: ${limit.toFixed(3)} ms each`);
    atMost(`${kind}, ${each.toFixed(3)} ms each`, times, engineBudgets.enqueue);
    atMost(`${kind}, last 100 against first 100`, growth, engineBudgets.enqueueGrowth);
  }
}

async function benchDrain(page: Page, host: Host): Promise<void> {
  for (const slowness of [0, 20]) {
    heading(`Drain of ${queued} queued changes${slowness ? `, +${slowness} ms per request` : ''}`);
    const requests: number[] = [];
    const fill = async () => page.evaluate((count) => globalThis.bench.fillOutbox(count), queued);
    const [ours = [], loops = []] = await alternately<{ answered: number; settled: number }>(
      slowness ? 1 : 5,
      [
        async () => {
          await fill();
          host.slowness(slowness);
          host.takeRequests();
          const drained = await page.evaluate(
            (count) => globalThis.bench.drainedByEngine(count),
            queued,
          );
          requests.push(host.takeRequests());
          host.slowness(0);
          return drained;
        },
        async () => {
          await fill();
          host.slowness(slowness);
          const time = await page.evaluate(() => globalThis.bench.fetchedInSequence());
          host.slowness(0);
          return { answered: time, settled: time };
        },
      ],
    );
    const loop = median(loops.map(({ answered }) => answered));
    const answered = median(ours.map((each) => each.answered));
    const settled = median(ours.map((each) => each.settled));
    const budget = slowness ? engineBudgets.drainSlow : engineBudgets.drain;
    note(
      `sequential fetch loop: ${loop.toFixed(0)} ms; the engine made ${median(requests)} requests`,
    );
    atMost(`every answer written down, ${answered.toFixed(0)} ms`, answered / loop, budget);
    note(
      `with the pull that removes them: ${settled.toFixed(0)} ms, ${(settled / loop).toFixed(3)} x`,
    );
  }
}

async function benchLiveUpdate(page: Page): Promise<void> {
  heading('Live update, 50 changes pending: from the write to what the screen shows');
  const { pulledRow, queuedChange } = engineBudgets;
  for (const size of sizes) {
    const found = await page.evaluate((count) => globalThis.bench.liveUpdates(count, 40), size);
    const [pulled, rawPulled] = [median(found.pulled), median(found.rawPulled)];
    const [changed, rawChanged] = [median(found.queued), median(found.rawQueued)];
    note(`${size} tips; raw write and page read again ${rawPulled.toFixed(1)} ms`);
    note(`raw strict write and operations read again ${rawChanged.toFixed(1)} ms`);
    atMost(`a pulled row, ${pulled.toFixed(1)} ms`, pulled / rawPulled, pulledRow);
    atMost(`a queued change, ${changed.toFixed(1)} ms`, changed / rawChanged, queuedChange);
  }
}

async function benchFirstRows(profile: string, host: Host): Promise<void> {
  heading('Open and newest 20 tips in a fresh browser, with 50 pending changes applied');
  for (const size of sizes) {
    const started = async (how: 'firstRows' | 'firstRowsRaw') =>
      withProfile(profile, async (page) => {
        await opens(page, host);
        return page.evaluate(({ how, size }) => globalThis.bench[how](size), { how, size });
      });
    const [ours = [], raw = []] = await alternately<FirstRows>(7, [
      async () => started('firstRows'),
      async () => started('firstRowsRaw'),
    ]);
    const timeOf = (runs: readonly FirstRows[]) => median(runs.map(({ ms }) => ms));
    const [time, limit] = [timeOf(ours), timeOf(raw)] as const;
    if (ours.some(({ ids }) => ids.length !== 20)) throw new Error('A page is not full.');
    note(`${size} tips; raw getAll backwards ${limit.toFixed(1)} ms`);
    const budget = size > 10_000 ? engineBudgets.firstRowsOfMany : engineBudgets.firstRows;
    atMost(`our screen's rows, ${time.toFixed(1)} ms`, time / limit, budget);
  }
}

async function opens(page: Page, host: Host): Promise<void> {
  await page.goto(host.origin);
  await page.waitForFunction(() => 'bench' in globalThis);
}
