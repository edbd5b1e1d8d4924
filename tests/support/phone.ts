import { rm } from 'node:fs/promises';
import {
  type Browser as SharedBrowser,
  chromium,
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type Locator,
  type Page,
} from '@playwright/test';

import { chromiumArguments, findChromium, findHeadlessShell } from './chromium.ts';
import { scratchFolder } from './scratch-folder.ts';

/** A browser with a profile of its own, that can be closed, killed and opened again. */
export type Phone = {
  origin: string;
  /** The tab that is in front. */
  page: () => Page;
  context: () => BrowserContext;
  opens: (path: string) => Promise<void>;
  /** Another tab, which is in front from then on. */
  opensAnotherTab: (path: string) => Promise<Page>;
  /** Turns to a tab, which hears that it is looked at. */
  looksAt: (tab: Page) => Promise<void>;
  /** Tells every tab that there is a network again, as the system does. */
  findsANetwork: () => Promise<void>;
  reloads: () => Promise<void>;
  /** Waits until the page fetches nothing more, and has drawn what it was waiting for. */
  settles: () => Promise<void>;
  /** Makes the window as long as its page: nothing lies under the bars of its edges. */
  unrolls: () => Promise<void>;
  /** An address is answered by nobody: the browser says so itself. */
  isRefused: (path: string) => Promise<void>;
  /** Closes the browser as a person does. */
  closes: () => Promise<void>;
  /** Ends the browser's processes as an empty battery does. */
  dies: () => Promise<void>;
  /** Opens the browser again with everything that its profile kept. */
  reopens: (path: string) => Promise<void>;
  /** What the status chip says. */
  chip: (words: string | RegExp) => Promise<void>;
  /** Taps something of the top bar; messages that lie over it are read and closed first. */
  tapsInTheTopBar: (target: Locator) => Promise<void>;
  /** Waits until the site's worker is in charge, so that nothing of the app needs a server. */
  isReadyForOffline: () => Promise<void>;
  /** Such a complaint is what a journey is about. */
  forgives: (words: RegExp) => void;
  /** What the browser complained about: violations of the page's policy, and errors nobody caught. */
  complaints: () => readonly string[];
  remove: () => Promise<void>;
};

export type Shape = Pick<
  BrowserContextOptions,
  'viewport' | 'hasTouch' | 'isMobile' | 'colorScheme' | 'serviceWorkers'
>;

export const inTheHand: Shape = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
};
export const onTheDesk: Shape = { viewport: { width: 1280, height: 800 } };

/** A browser as a phone starts it, and how it is put away. */
type Browser = {
  open: () => Promise<BrowserContext>;
  die: (context: BrowserContext) => Promise<void>;
  remove: (context: BrowserContext) => Promise<void>;
};

/** A phone that has never been at the site, with a profile that outlives its browser. */
export async function aPhone(
  origin: string,
  shape: Shape = inTheHand,
  executablePath: string = findHeadlessShell(),
): Promise<Phone> {
  const profile = await scratchFolder('phone');
  const program = { executablePath, args: chromiumArguments() };
  return phoneWith(origin, {
    open: async () =>
      chromium.launchPersistentContext(profile, { ...program, ...asUsedAt(origin, shape) }),
    die,
    async remove(context) {
      await context.close();
      await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  });
}

/** A private window, which forgets everything when it is closed. */
export async function aPrivateWindow(origin: string, shape: Shape = inTheHand): Promise<Phone> {
  const program = { executablePath: findChromium(), args: chromiumArguments() };
  const browser = await chromium.launch(program);
  return phoneWith(origin, {
    open: async () => browser.newContext(asUsedAt(origin, shape)),
    die: async () => browser.close(),
    remove: async () => browser.close(),
  });
}

/** A phone that has never been at the site, in a browser that others are open in: it cannot be opened again. */
export async function aPhoneIn(
  browser: SharedBrowser,
  origin: string,
  shape: Shape,
): Promise<Phone> {
  const never = async (): Promise<never> => {
    throw new Error('This phone keeps no profile: it cannot be closed and opened again.');
  };
  return phoneWith(origin, {
    open: async () => browser.newContext(asUsedAt(origin, shape)),
    die: never,
    remove: async (context) => context.close(),
  });
}

export async function launchBrowser(): Promise<SharedBrowser> {
  return chromium.launch({ executablePath: findHeadlessShell(), args: chromiumArguments() });
}

function asUsedAt(origin: string, shape: Shape): BrowserContextOptions {
  return {
    ...shape,
    baseURL: origin,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    reducedMotion: 'reduce',
  };
}

async function phoneWith(origin: string, browser: Browser): Promise<Phone> {
  const complaints: string[] = [];
  const forgiven: RegExp[] = [];
  let context: BrowserContext;
  let front: Page;

  async function start(): Promise<void> {
    context = await browser.open();
    context.setDefaultTimeout(15_000);
    listen(context, complaints);
    front = context.pages()[0] ?? (await context.newPage());
  }
  async function opens(path: string): Promise<void> {
    await front.goto(path);
  }

  await start();
  return {
    origin,
    page: () => front,
    context: () => context,
    opens,
    async opensAnotherTab(path) {
      front = await context.newPage();
      await opens(path);
      return front;
    },
    async looksAt(tab) {
      front = tab;
      await tab.bringToFront();
      // Here every tab is held to be looked at all the time, so that none is told of a change.
      await tab.evaluate(() => dispatchEvent(new Event('focus')));
    },
    async findsANetwork() {
      const tabs = context.pages();
      await Promise.all(
        tabs.map(async (tab) => tab.evaluate(() => dispatchEvent(new Event('online')))),
      );
    },
    async reloads() {
      await front.reload();
    },
    async settles() {
      // A page that was quiet once counts as quiet, whatever it asks for afterwards.
      await front.waitForLoadState('networkidle');
      await expect(front.locator('.skeleton')).toHaveCount(0);
    },
    async unrolls() {
      // A page is at least as long as its window: that would grow with it.
      await front.addStyleTag({ content: 'main { min-block-size: 0 !important }' });
      // What was out of sight may turn out longer than it was taken for.
      for (let height = 0, round = 0; round < 20; round += 1) {
        const whole = await front.evaluate(() => document.documentElement.scrollHeight);
        if (whole === height) return;
        // Rows that arrive later must not push the end of the page under the bars again.
        height = whole + 1000;
        await front.setViewportSize({ width: 390, height });
      }
      throw new Error('The page grows without an end.');
    },
    async isRefused(path) {
      await expect(front.goto(path)).rejects.toThrow(/ERR_CONNECTION_REFUSED/);
    },
    closes: async () => context.close(),
    dies: async () => browser.die(context),
    async reopens(path) {
      await start();
      await opens(path);
    },
    async chip(words) {
      await expect(chipOf(front)).toHaveText(words);
    },
    async tapsInTheTopBar(target) {
      const close = front.getByRole('button', { name: 'Close message' });
      await expect(async () => {
        // One may pass by itself, or another come, just before it is tapped.
        while (await close.isVisible()) await close.click({ timeout: 1000 });
        await target.click({ timeout: 1000 });
      }).toPass({ timeout: 15_000 });
    },
    async isReadyForOffline() {
      await expect(async () => {
        const inCharge = await front.evaluate(isInCharge, readyWithin);
        // A file that a busy server refused fails the installation: the next page begins another.
        if (!inCharge) await front.reload();
        expect(inCharge).toBe(true);
      }).toPass({ timeout: 60_000 });
    },
    forgives: (words) => void forgiven.push(words),
    complaints: () => complaints.filter((one) => !forgiven.some((words) => words.test(one))),
    remove: async () => browser.remove(context),
  };
}

/** The chip leads to the list of what is on this phone. */
export function chipOf(page: Page) {
  return page.getByRole('banner').getByRole('status');
}

/** How long a worker may take to be installed on a busy machine. */
const readyWithin = 20_000;

/** Runs in the page: whether the site's worker takes charge of it in time. */
async function isInCharge(within: number): Promise<boolean> {
  const { serviceWorker } = navigator;
  const inCharge = new Promise((done) => {
    serviceWorker.addEventListener('controllerchange', done, { once: true });
  });
  const ready = async () => {
    await serviceWorker.ready;
    if (!serviceWorker.controller) await inCharge;
    return true;
  };
  const late = new Promise<boolean>((done) => {
    setTimeout(() => done(false), within);
  });
  return Promise.race([ready(), late]);
}

/**
 * A server that is gone, or refuses, shows in the console too: that is what these journeys are
 * about. Everything else a console calls an error is one.
 */
function listen(context: BrowserContext, complaints: string[]): void {
  context.on('console', (message) => {
    const text = message.text();
    if (message.type() !== 'error' || text.startsWith('Failed to load resource')) return;
    complaints.push(`${message.page()?.url() ?? 'the worker'}: ${text}`);
  });
  context.on('weberror', (problem) => {
    const error = problem.error();
    complaints.push(`${problem.page()?.url() ?? 'the worker'}: ${error.stack ?? error.message}`);
  });
}

/** Kills all of the browser's processes. */
async function die(context: BrowserContext): Promise<void> {
  const session = await context.browser()?.newBrowserCDPSession();
  const processes = (await session?.send('SystemInfo.getProcessInfo'))?.processInfo ?? [];
  if (processes.length === 0) throw new Error('This browser does not say what processes it has.');
  const gone = new Promise<void>((done) => {
    context.once('close', () => done());
  });
  for (const { id } of processes) process.kill(id, 'SIGKILL');
  await gone;
}
