import { mkdtemp, readFile, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';

import { buildPage } from '../../bench/engine/page-build.ts';
import { chromiumArguments, findChromium } from '../../testing/phone/chromium.ts';
import { anHttpServer } from '../../testing/server/an-http-server.ts';

/** How often all promised changes survived, the ids of lost ones, and the number of promised ones. */
type Survival = { survived: number; lost: string[]; promised: number };

/** Kills browsers right after their promises; true if no promised change was lost. */
export async function killBrowsers(times: number): Promise<boolean> {
  const began = performance.now();
  const { survived, promised, lost } = await survivalOf(times);
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  console.log(
    `The browser was killed right after a promise ${times} times: ${survived}/${times} survived, ` +
      `${promised} changes promised, ${lost.length} lost, in ${seconds} s`,
  );
  return survived === times;
}

/**
 * Kills a browser with all its processes as soon as it promises, starts it again and reads the
 * outbox. All rounds use one profile.
 */
async function survivalOf(times: number): Promise<Survival> {
  const built = await buildPage(join(import.meta.dirname, 'page', 'main.ts'));
  const profile = await mkdtemp(join(tmpdir(), 'touchline-kills-'));
  const host = await aHost(built.folder);
  const survival: Survival = { survived: 0, lost: [], promised: 0 };
  const promised = new Set<string>();
  try {
    let context = await open(profile);
    for (let time = 0; time < times; time += 1) {
      const page = await pageOf(context, host.origin);
      const pid = await processOf(profile);
      const closed = new Promise((done) => context.once('close', done));
      const promiseCount = 1 + (time % 4);
      const reported = host.onPromised(promiseCount, () => {
        // Kills the whole process group at once, as an empty battery does.
        process.kill(-pid, 'SIGKILL');
      });
      page
        .evaluate((count) => globalThis.promising.promise(count), promiseCount)
        .catch(() => undefined);
      for (const id of await reported) promised.add(id);
      await closed;

      context = await open(profile);
      const stored = new Set(await storedIn(await pageOf(context, host.origin)));
      const lost = [...promised].filter((id) => !stored.has(id) && !survival.lost.includes(id));
      survival.lost.push(...lost);
      if (lost.length === 0) survival.survived += 1;
    }
    await context.close();
    survival.promised = promised.size;
    return survival;
  } finally {
    await host.close();
    await built.remove();
    await rm(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

async function storedIn(page: Page): Promise<string[]> {
  return page.evaluate(async () => globalThis.promising.stored());
}

async function open(profile: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(profile, {
    executablePath: findChromium(),
    args: chromiumArguments(),
  });
}

async function pageOf(context: BrowserContext, origin: string): Promise<Page> {
  const page = context.pages()[0] ?? (await context.newPage());
  await page.goto(origin);
  await page.waitForFunction(() => 'promising' in globalThis);
  return page;
}

/** Reads the process id that Chromium stores in its profile. */
async function processOf(profile: string): Promise<number> {
  const note = await readlink(join(profile, 'SingletonLock'));
  return Number(note.split('-').at(-1));
}

/** Serves the page, and receives its promises. */
async function aHost(folder: string) {
  let promised: string[] = [];
  let onLast = () => {};
  let promiseCount = Infinity;
  const script = await readFile(join(folder, 'main.js'), 'utf8');
  const page = '<!doctype html><script type="module" src="/main.js"></script>';
  const server = await anHttpServer(({ path }) => {
    const id = /^\/promised\/(.+)$/.exec(path)?.[1];
    if (id === undefined) {
      const isScript = path === '/main.js';
      const headers = { 'content-type': isScript ? 'text/javascript' : 'text/html' };
      return { status: 200, headers, text: isScript ? script : page };
    }
    promised.push(id);
    if (promised.length !== promiseCount) return { status: 200 };
    onLast();
    return 'never';
  });
  return {
    origin: server.url,
    /** Calls back at the last of this many promises; returns the ids of all promised operations. */
    async onPromised(count: number, last: () => void): Promise<string[]> {
      promised = [];
      promiseCount = count;
      return new Promise((done) => {
        onLast = () => {
          last();
          done(promised);
        };
      });
    },
    close: async () => server[Symbol.asyncDispose](),
  };
}
