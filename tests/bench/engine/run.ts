import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';

import { chromiumArguments, findChromium } from '../../testing/phone/chromium.ts';
import { engineBudgets } from './budgets.ts';
import { wrongsOf } from './applied.ts';
import { aHost, type Host } from './host.ts';
import { alternately, median, sum } from './measure.ts';
import { buildPage } from './page-build.ts';
import type { FirstRows } from './page/first-rows.ts';
import { heading, note, ratio, type Verdict } from './report.ts';

const sizes = [10_000, 100_000];
const queued = 500;

/** Measures the engine in a browser, relative to the platform's figures of the same run. */
export async function runEngineBench(only?: string): Promise<Verdict[]> {
  const built = await buildPage();
  const host = await aHost(built.folder);
  const profile = await mkdtemp(join(tmpdir(), 'touchline-bench-'));
  const isWanted = (name: string) => only === undefined || only === name;
  const verdicts: Verdict[] = [];
  try {
    const context = await open(profile);
    const page = await pageOf(context, host);
    if (isWanted('enqueue')) verdicts.push(...(await benchEnqueue(page)));
    if (isWanted('drain')) verdicts.push(...(await benchDrain(page, host)));
    const reads = isWanted('first-rows');
    const updates = isWanted('live-update');
    if (reads || updates) {
      for (const size of sizes) {
        await page.evaluate((count) => globalThis.bench.fillTips(count, 50), size);
      }
    }
    if (updates) verdicts.push(...(await benchLiveUpdate(page)));
    await context.close();
    if (reads) verdicts.push(...(await benchFirstRows(profile, host)));
    return verdicts;
  } finally {
    await host.close();
    await built.remove();
    await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

async function benchEnqueue(page: Page): Promise<Verdict[]> {
  heading('Durable enqueue: 1,000 changes, each awaited');
  const verdicts: Verdict[] = [];
  for (const kind of ['tip.post', 'follow.set'] as const) {
    const [runs = []] = await alternately(3, [
      async () => page.evaluate((kind) => globalThis.bench.enqueueDurably(1000, kind), kind),
    ]);
    const limit = median(runs.map(({ raw }) => sum(raw))) / 1000;
    const each = median(runs.map(({ ours }) => sum(ours))) / 1000;
    const times = median(runs.map(({ ours, raw }) => sum(ours) / sum(raw)));
    // The raw writes of the same run include the machine's variations, too.
    const growth = median(
      runs.map(({ ours, raw }) => {
        const last = sum(ours.slice(-100)) / sum(raw.slice(-100));
        return last / (sum(ours.slice(0, 100)) / sum(raw.slice(0, 100)));
      }),
    );
    note(`raw IndexedDB, strict: ${limit.toFixed(3)} ms each`);
    verdicts.push(
      ratio(`${kind}, ${each.toFixed(3)} ms each`, times, engineBudgets.enqueue),
      ratio(`${kind}, last 100 against first 100`, growth, engineBudgets.enqueueGrowth),
    );
  }
  return verdicts;
}

async function benchDrain(page: Page, host: Host): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const slowness of [0, 20]) {
    heading(`Drain of ${queued} queued changes${slowness ? `, +${slowness} ms per request` : ''}`);
    const requests: number[] = [];
    const fill = async () => page.evaluate((count) => globalThis.bench.fillOutbox(count), queued);
    const check = () => {
      const wrongs = wrongsOf(host.takeChanges(), queued);
      if (wrongs.length > 0) throw new Error(`The drain is wrong: ${wrongs.join('; ')}.`);
    };
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
          check();
          return drained;
        },
        async () => {
          await fill();
          host.slowness(slowness);
          const time = await page.evaluate(() => globalThis.bench.fetchedInSequence());
          host.slowness(0);
          check();
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
    verdicts.push(
      ratio(`every answer written down, ${answered.toFixed(0)} ms`, answered / loop, budget),
    );
    note(
      `with the pull that removes them: ${settled.toFixed(0)} ms, ${(settled / loop).toFixed(3)} x`,
    );
  }
  return verdicts;
}

async function benchLiveUpdate(page: Page): Promise<Verdict[]> {
  heading('Live update, 50 changes pending: from the write to what the screen shows');
  const verdicts: Verdict[] = [];
  for (const size of sizes) {
    const found = await page.evaluate((count) => globalThis.bench.liveUpdates(count, 40), size);
    const [pulled, rawPulled] = [median(found.pulled), median(found.rawPulled)];
    const [changed, rawChanged] = [median(found.queued), median(found.rawQueued)];
    const alone = median(found.libraryPulled);
    note(`${size} tips; raw write and page read again ${rawPulled.toFixed(1)} ms`);
    note(
      `Dexie alone, no operations read ${alone.toFixed(1)} ms, ${(alone / rawPulled).toFixed(2)} x`,
    );
    note(`raw strict write and operations read again ${rawChanged.toFixed(1)} ms`);
    verdicts.push(
      ratio(`a pulled row, ${pulled.toFixed(1)} ms`, pulled / rawPulled, engineBudgets.pulledRow),
      ratio(
        `a queued change, ${changed.toFixed(1)} ms`,
        changed / rawChanged,
        engineBudgets.queuedChange,
      ),
    );
  }
  return verdicts;
}

async function benchFirstRows(profile: string, host: Host): Promise<Verdict[]> {
  heading('Open and newest 20 tips in a fresh browser, with 50 pending changes applied');
  const verdicts: Verdict[] = [];
  for (const size of sizes) {
    const started = async (how: 'firstRows' | 'firstRowsRaw' | 'firstRowsOfLibrary') =>
      fresh(profile, host, (page) =>
        page.evaluate(({ how, size }) => globalThis.bench[how](size), { how, size }),
      );
    const [ours = [], raw = [], library = []] = await alternately<FirstRows>(7, [
      async () => started('firstRows'),
      async () => started('firstRowsRaw'),
      async () => started('firstRowsOfLibrary'),
    ]);
    const timeOf = (runs: readonly FirstRows[]) => median(runs.map(({ ms }) => ms));
    const [time, limit, alone] = [timeOf(ours), timeOf(raw), timeOf(library)] as const;
    if (ours.some(({ ids }) => ids.length !== 20)) throw new Error('A page is not full.');
    note(`${size} tips; raw getAll backwards ${limit.toFixed(1)} ms`);
    note(`Dexie alone, no operations read ${alone.toFixed(1)} ms, ${(alone / limit).toFixed(2)} x`);
    const budget = size > 10_000 ? engineBudgets.firstRowsOfMany : engineBudgets.firstRows;
    verdicts.push(ratio(`our screen's rows, ${time.toFixed(1)} ms`, time / limit, budget));
  }
  return verdicts;
}

async function fresh<Result>(
  profile: string,
  host: Host,
  work: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context = await open(profile);
  try {
    return await work(await pageOf(context, host));
  } finally {
    await context.close();
  }
}

async function pageOf(context: BrowserContext, host: Host): Promise<Page> {
  const page = context.pages()[0] ?? (await context.newPage());
  await page.goto(host.origin);
  await page.waitForFunction(() => 'bench' in globalThis);
  return page;
}

async function open(profile: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(profile, {
    executablePath: findChromium(),
    args: chromiumArguments(),
  });
}
