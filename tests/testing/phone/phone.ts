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

import { chromiumArguments, findHeadlessShell } from './chromium.ts';
import { scratchFolder } from '../machine/scratch-folder.ts';

/** A browser with its own profile, which can be closed, killed and opened again. */
export type Phone = {
  origin: string;
  /** The tab in front. */
  page: () => Page;
  context: () => BrowserContext;
  opens: (path: string) => Promise<void>;
  /** Opens another tab and brings it to the front. */
  opensAnotherTab: (path: string) => Promise<Page>;
  /** Brings a tab to the front and fires its focus event. */
  looksAt: (tab: Page) => Promise<void>;
  /** Fires `online` in every tab, as a browser does when a network appears. */
  findsANetwork: () => Promise<void>;
  reloads: () => Promise<void>;
  /** Waits until the network is idle and the page shows no placeholders. */
  settles: () => Promise<void>;
  /** Makes the window as tall as the page, so that fixed bars cover nothing. */
  unrolls: () => Promise<void>;
  /** Opens an address whose connection is refused, so that the browser shows its own error page. */
  isRefused: (path: string) => Promise<void>;
  /** Closes the browser normally. */
  closes: () => Promise<void>;
  /** Kills the browser's processes, as an empty battery does. */
  dies: () => Promise<void>;
  /** Opens the browser again with its profile. */
  reopens: (path: string) => Promise<void>;
  /** Expects a text on the status chip. */
  chip: (words: string | RegExp) => Promise<void>;
  /** Closes toasts that cover the top bar, then taps an element of the bar. */
  tapsInTheTopBar: (target: Locator) => Promise<void>;
  /** Waits until the site's service worker controls the page, so that the app needs no server. */
  isReadyForOffline: () => Promise<void>;
  /** Ignores console errors that match. */
  forgives: (words: RegExp) => void;
  /** Console errors that are not ignored, such as policy violations and uncaught exceptions. */
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

/** How a browser is opened and removed. */
type Browser = {
  open: () => Promise<BrowserContext>;
  die: (context: BrowserContext) => Promise<void>;
  remove: (context: BrowserContext) => Promise<void>;
};

/** A phone that has never visited the site; its profile remains after its browser is closed. */
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

/** A phone that has never visited the site, in a shared browser: this phone cannot be reopened. */
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
    await showsTheApp(front);
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
      // Headless Chromium treats every tab as visible, so a change of tabs fires no event.
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
      await showsTheApp(front);
    },
    async settles() {
      // Later requests do not reset this state, so the call waits only for the first idle moment.
      await front.waitForLoadState('networkidle');
      await expect(front.locator('.skeleton')).toHaveCount(0);
    },
    async unrolls() {
      // The page's minimum height equals the window's height and would grow with it.
      await front.addStyleTag({ content: 'main { min-block-size: 0 !important }' });
      // Parts below the window are rendered when it grows, which may change the height.
      for (let height = 0, round = 0; round < 20; round += 1) {
        const whole = await front.evaluate(() => document.documentElement.scrollHeight);
        if (whole === height) return;
        // The margin keeps the end of the page above the bars when rows arrive later.
        height = whole + 1000;
        await front.setViewportSize({ width: 390, height });
        // A busy browser reports the new size before it has applied it.
        await front.waitForFunction(
          (applied) => document.documentElement.clientHeight >= applied,
          height,
        );
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
      const close = front.getByRole('button', { name: /Close message$/ }).first();
      await expect(async () => {
        // Before the tap, a toast may disappear or another one appear.
        while (await close.isVisible()) await close.click({ timeout: 1000 });
        await target.click({ timeout: 1000, trial: true });
        // A slow tap must not be repeated, because a second tap closes what the first one opened.
        await target.click({ timeout: 10_000 });
      }).toPass({ timeout: 15_000 });
    },
    async isReadyForOffline() {
      await expect(async () => {
        const inCharge = await front.evaluate(isInCharge, readyWithin);
        // If a file was refused, the installation failed; the next page load starts another one.
        if (!inCharge) await front.reload();
        expect(inCharge).toBe(true);
      }).toPass({ timeout: 60_000 });
    },
    forgives: (words) => void forgiven.push(words),
    complaints: () => complaints.filter((one) => !forgiven.some((words) => words.test(one))),
    remove: async () => browser.remove(context),
  };
}

/** Waits until the app has replaced the snapshot of the page's last visit. */
async function showsTheApp(page: Page): Promise<void> {
  await page.locator('#snapshot').waitFor({ state: 'detached' });
}

/** The status chip, which opens the list of pending changes. */
export function chipOf(page: Page) {
  return page.getByRole('banner').getByRole('status');
}

/** Timeout in milliseconds for the installation of a service worker on a busy machine. */
const readyWithin = 20_000;

/** Runs in the page: true if a service worker controls the page within so many milliseconds. */
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
 * Collects console errors, except those of unreachable or refusing servers, which journeys cause on
 * purpose.
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

/** Kills all processes of the browser. */
async function die(context: BrowserContext): Promise<void> {
  const session = await context.browser()?.newBrowserCDPSession();
  const processes = (await session?.send('SystemInfo.getProcessInfo'))?.processInfo ?? [];
  if (processes.length === 0) throw new Error('This browser does not say what processes it has.');
  const exited = new Promise<void>((done) => {
    context.once('close', () => done());
  });
  for (const { id } of processes) killProcess(id);
  await exited;
}

/** Kills a process of the browser; ignores one that has already ended. */
function killProcess(id: number): void {
  try {
    process.kill(id, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
