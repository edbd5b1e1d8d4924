import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import {
  Builder,
  Capabilities,
  error,
  Key as KeyCode,
  Origin,
  type WebDriver,
} from 'selenium-webdriver';

import { aFreePort } from '../testing/machine/free-port.ts';
import { scratchFolder } from '../testing/machine/scratch-folder.ts';
import type { EngineBrowser, Key, LaunchOptions, Point } from './engine-browser.ts';

/** The paths of the programs that drive WebKitGTK. */
export type WebKitPrograms = { driver: string; browser: string; display: string };

const keyCodes: Record<Key, string> = {
  Enter: KeyCode.ENTER,
  Escape: KeyCode.ESCAPE,
  Tab: KeyCode.TAB,
  ArrowDown: KeyCode.ARROW_DOWN,
  Backspace: KeyCode.BACK_SPACE,
};

/** As long as any step of a journey, because other workers start browsers at the same time. */
const driverTimeoutMs = 180_000;
const lostNavigationMs = 10_000;
const maxAttempts = 5;

/** MiniBrowser's switches that disable localStorage and IndexedDB. */
const withoutStorage = ['--enable-html5-local-storage=false', '--enable-html5-database=false'];

/**
 * Starts WebKitGTK through WebDriver on its own display. A WebDriver session of WebKitGTK is
 * private: `reopen` opens another window of the session or, with `isPrivate`, another session.
 */
export async function launchWebKit(
  { width = 390, height = 844, isPrivate = false, refusesStorage = false }: LaunchOptions,
  programs: WebKitPrograms,
): Promise<EngineBrowser> {
  const home = await scratchFolder('webkit');
  await turnOffAnimations(home);
  const display = await startDisplay(programs.display);
  // Each session has its own driver, because a driver may never respond to a second session.
  const startSession = async () => {
    const port = await aFreePort();
    const service = startDriver(programs.driver, { port, home, display: display.name });
    return { service, driver: await connect(port, programs.browser, refusesStorage) };
  };
  let { service, driver } = await startSession();
  const openWindow = async () => replaceWindow(driver, width, height);
  await openWindow();

  return {
    engine: 'webkit',
    version: (await driver.getCapabilities()).getBrowserVersion() ?? '',
    goto: async (url) => navigateTo(driver, url),
    evaluate: async (expression) => driver.executeScript(`return (${expression})`),
    click: async (point) => clickAt(driver, point),
    type: async (text) => driver.actions().sendKeys(text).perform(),
    press: async (key, modifier) => pressKey(driver, key, modifier),
    screenshot: async () => Buffer.from(await driver.takeScreenshot(), 'base64'),
    async reopen(url) {
      if (isPrivate) {
        await driver.quit();
        await endProcess(service);
        ({ service, driver } = await startSession());
      }
      await openWindow();
      await navigateTo(driver, url);
    },
    async remove() {
      await driver.quit();
      await endProcess(service);
      await endProcess(display.process);
      await rm(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}

function startDriver(
  program: string,
  { port, home, display }: { port: number; home: string; display: string },
): ChildProcess {
  return spawn(program, [`--port=${port}`, '--host=127.0.0.1'], {
    env: {
      ...process.env,
      HOME: home,
      XDG_CONFIG_HOME: join(home, 'config'),
      DISPLAY: display,
      LC_ALL: 'C',
      TZ: 'Europe/London',
      // A machine without a graphics card can only render in software.
      LIBGL_ALWAYS_SOFTWARE: '1',
    },
  });
}

/**
 * Navigates, and repeats that if the driver loses it: a navigation right after another one may do
 * nothing. The driver reports the requested address too early, so the document is read.
 */
async function navigateTo(driver: WebDriver, url: string): Promise<void> {
  const readUrl = async () => driver.executeScript<string>('return location.href');
  const previousUrl = await readUrl();
  // A page cannot be read while it navigates.
  const hasLeft = async () => (await readUrl().catch(() => previousUrl)) !== previousUrl;
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    await driver.get(url);
    if (url === previousUrl) return;
    if (await driver.wait(hasLeft, lostNavigationMs).catch(isTimeout)) return;
  }
}

function isTimeout(failure: unknown): false {
  if (failure instanceof error.TimeoutError) return false;
  throw failure;
}

async function clickAt(driver: WebDriver, { x, y }: Point): Promise<void> {
  const origin = Origin.VIEWPORT;
  const [left, top] = [Math.round(x), Math.round(y)];
  await driver.actions().move({ x: left, y: top, origin, duration: 0 }).click().perform();
}

async function pressKey(driver: WebDriver, key: Key, modifier?: 'Shift'): Promise<void> {
  const actions = driver.actions();
  if (modifier) actions.keyDown(KeyCode.SHIFT);
  actions.sendKeys(keyCodes[key]);
  if (modifier) actions.keyUp(KeyCode.SHIFT);
  await actions.perform();
}

async function connect(port: number, browser: string, refusesStorage: boolean): Promise<WebDriver> {
  const capabilities = new Capabilities({
    browserName: 'MiniBrowser',
    // With another strategy the driver never responds after a page from a service worker.
    pageLoadStrategy: 'none',
    'webkitgtk:browserOptions': {
      binary: browser,
      args: [
        '--automation',
        '--javascript-can-open-windows-automatically=true',
        ...(refusesStorage ? withoutStorage : []),
      ],
    },
  });
  await waitForDriver(port);
  return new Builder()
    .usingServer(`http://127.0.0.1:${port}`)
    .withCapabilities(capabilities)
    .build();
}

async function waitForDriver(port: number): Promise<void> {
  const requestStatus = async () => void (await fetch(`http://127.0.0.1:${port}/status`));
  await expect(requestStatus, 'WebKitWebDriver listens').toPass({ timeout: driverTimeoutMs });
}

/** Opens a window without bars, which would make it wider than a phone, and closes the previous window. */
async function replaceWindow(driver: WebDriver, width: number, height: number): Promise<void> {
  const earlier = await driver.getWindowHandle();
  await driver.executeScript(
    `window.open('about:blank', '_blank', 'popup,noopener,width=${width},height=${height}')`,
  );
  const later = await driver.wait(async () => {
    const handles = await driver.getAllWindowHandles();
    return handles.find((handle) => handle !== earlier);
  }, driverTimeoutMs);
  await driver.close();
  await driver.switchTo().window(later ?? '');
}

async function turnOffAnimations(home: string): Promise<void> {
  const folder = join(home, 'config', 'gtk-3.0');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'settings.ini'), '[Settings]\ngtk-enable-animations=0\n');
}

/** Starts a display in memory, and returns its name when it accepts windows. */
async function startDisplay(program: string): Promise<{ name: string; process: ChildProcess }> {
  const server = spawn(
    program,
    ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'],
    {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    },
  );
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  server.stdio[3]?.once('data', (number: Buffer) => resolve(`:${number.toString().trim()}`));
  server.once('close', () => reject(new Error('The display did not start.')));
  return { name: await promise, process: server };
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => {
    child.once('close', resolve);
  });
  child.kill();
  await ended;
}
