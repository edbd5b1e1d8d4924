import { mkdtemp, readFile, readlink, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';

import { buildPage } from '../../bench/engine/page-build.ts';
import { chromiumArguments, findChromium } from '../../testing/phone/chromium.ts';

/** How often all promised changes were found again, and the lost ones. */
export type Survival = { survived: number; times: number; lost: string[]; promised: number };

/**
 * Kills the browser with all of its processes at the moment of a promise, opens it again and reads
 * the outbox. One profile is used throughout.
 */
export async function runBrowserKills(times: number): Promise<Survival> {
  const built = await buildPage(join(import.meta.dirname, 'page', 'main.ts'));
  const profile = await mkdtemp(join(tmpdir(), 'touchline-kills-'));
  const host = await aHost(built.folder);
  const survival: Survival = { survived: 0, times, lost: [], promised: 0 };
  const promised = new Set<string>();
  try {
    let context = await open(profile);
    for (let time = 0; time < times; time += 1) {
      const page = await pageOf(context, host.origin);
      const pid = await processOf(profile);
      const closed = new Promise((done) => context.once('close', done));
      const promiseCount = 1 + (time % 4);
      const reported = host.onPromised(promiseCount, () => {
        // Kills the whole process group, as an empty battery would.
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

/** Chromium stores its process id in its profile. */
async function processOf(profile: string): Promise<number> {
  const note = await readlink(join(profile, 'SingletonLock'));
  return Number(note.split('-').at(-1));
}

async function aHost(folder: string) {
  let promised: string[] = [];
  let onLast = () => {};
  let promiseCount = Infinity;
  const script = await readFile(join(folder, 'main.js'));
  const server = createServer((request, response) => {
    const { url = '/' } = request;
    const id = /^\/promised\/(.+)$/.exec(url)?.[1];
    if (id !== undefined) {
      promised.push(id);
      if (promised.length === promiseCount) onLast();
      else response.end();
      return;
    }
    const isScript = url === '/main.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(
      isScript ? script : '<!doctype html><script type="module" src="/main.js"></script>',
    );
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    origin: `http://127.0.0.1:${port}`,
    /** Calls back at the last of a number of promises; returns all of them. */
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
    async close() {
      server.closeAllConnections();
      await new Promise((done) => {
        server.close(done);
      });
    },
  };
}
