import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';

import { chromiumArguments, findChromium } from '../testing/phone/chromium.ts';
import { inTheHand } from '../testing/phone/phone.ts';
import { type Rows, type Seen, seenOn, watchRows } from './watch-rows.ts';

/** A screen that starts from a device alone. */
export type Start = { address: string; rows: Rows; profile: string };

const slowdown = 4;

/** A browser profile after a visit, with everything for an offline start. */
export async function aProfile(visit: (context: BrowserContext) => Promise<void>): Promise<string> {
  const profile = await mkdtemp(join(tmpdir(), 'touchline-bench-'));
  const context = await open(profile);
  await visit(context);
  await context.close();
  return profile;
}

/** Starts each of them in turn, in a new browser process with a slow processor. */
export async function coldStarts(starts: readonly Start[], times: number): Promise<Seen[][]> {
  const seen: Seen[][] = starts.map(() => []);
  // The first start of each only warms the caches.
  for (let time = 0; time <= times; time += 1) {
    for (const [index, start] of starts.entries()) {
      const one = await coldStart(start);
      if (time > 0) seen[index]?.push(one);
    }
  }
  return seen;
}

export async function forget(profile: string): Promise<void> {
  await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}

/** Waits until a worker controls the page's next start. */
export async function workerIsReady(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
}

async function coldStart({ address, rows, profile }: Start): Promise<Seen> {
  const context = await open(profile);
  try {
    await watchRows(context, rows);
    const page = context.pages()[0] ?? (await context.newPage());
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.goto(address, { waitUntil: 'commit' });
    return await seenOn(page);
  } finally {
    await context.close();
  }
}

async function open(profile: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(profile, {
    ...inTheHand,
    executablePath: findChromium(),
    args: chromiumArguments(),
    locale: 'en-GB',
  });
}
