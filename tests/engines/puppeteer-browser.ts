import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { launch, type Browser, type Page } from 'puppeteer-core';

import { chromiumArguments, findChromium } from '../testing/phone/chromium.ts';
import { scratchFolder } from '../testing/machine/scratch-folder.ts';
import type { EngineBrowser, EngineName, LaunchOptions } from './engine-browser.ts';

type Program = Parameters<typeof launch>[0] & {
  /** Files to write into the profile before the first start, by path. */
  profileFiles?: Record<string, string>;
};

/** Chromium's preferences when a person has chosen "Block all site data". */
const siteDataBlocked = {
  'Default/Preferences': JSON.stringify({
    profile: { default_content_setting_values: { cookies: 2 } },
  }),
};

/** Starts Chromium through the DevTools protocol. */
export async function launchChromium(options: LaunchOptions): Promise<EngineBrowser> {
  return launchWithPuppeteer('chromium', options, {
    browser: 'chrome',
    executablePath: findChromium(),
    args: [
      ...chromiumArguments(),
      '--force-prefers-reduced-motion',
      '--lang=en-GB',
      '--accept-lang=en-GB',
      ...(options.isPrivate ? ['--incognito'] : []),
    ],
    ...(options.refusesStorage && { profileFiles: siteDataBlocked }),
  });
}

/** Starts Firefox through WebDriver BiDi. */
export async function launchFirefox(
  options: LaunchOptions,
  executablePath: string,
): Promise<EngineBrowser> {
  const { isPrivate = false, refusesStorage = false } = options;
  return launchWithPuppeteer('firefox', options, {
    browser: 'firefox',
    executablePath,
    extraPrefsFirefox: {
      'ui.prefersReducedMotion': 1,
      'intl.accept_languages': 'en-GB',
      // Overlay scrollbars leave the page as wide as the window, as on a phone.
      'ui.useOverlayScrollbars': 1,
      'browser.privatebrowsing.autostart': isPrivate,
      // 2 blocks cookies and with them all storage of a site.
      'network.cookie.cookieBehavior': refusesStorage ? 2 : 5,
    },
  });
}

async function firstPageOf(browser: Browser): Promise<Page> {
  const [page = await browser.newPage()] = await browser.pages();
  return page;
}

/** Replaces the first page by a new one: in the first, Firefox keeps the focus itself and fires no focus events. */
async function replaceFirstPage(browser: Browser): Promise<Page> {
  const [first] = await browser.pages();
  const page = await browser.newPage();
  await first?.close();
  return page;
}

/** Creates a profile folder with these files, and returns its path. */
async function createProfile(
  engine: EngineName,
  files: Readonly<Record<string, string>>,
): Promise<string> {
  const profile = await scratchFolder(engine);
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(profile, dirname(path)), { recursive: true });
    await writeFile(join(profile, path), text);
  }
  return profile;
}

async function launchWithPuppeteer(
  engine: 'chromium' | 'firefox',
  { width = 390, height = 844 }: LaunchOptions,
  { profileFiles = {}, ...program }: Program,
): Promise<EngineBrowser> {
  const profile = await createProfile(engine, profileFiles);

  async function openBrowser(): Promise<{ browser: Browser; page: Page }> {
    const browser = await launch({
      ...program,
      headless: true,
      userDataDir: profile,
      defaultViewport: null,
      env: { ...process.env, TZ: 'Europe/London' },
    });
    const page = await (engine === 'firefox' ? replaceFirstPage(browser) : firstPageOf(browser));
    await page.setViewport({ width, height });
    return { browser, page };
  }

  let { browser, page } = await openBrowser();
  return {
    engine,
    version: await browser.version(),
    async goto(url) {
      await page.goto(url, { waitUntil: 'domcontentloaded' });
    },
    async evaluate(expression) {
      const json = `Promise.resolve(${expression}).then((value) => JSON.stringify(value ?? null))`;
      return JSON.parse(String(await page.evaluate(json)));
    },
    click: async ({ x, y }) => page.mouse.click(x, y),
    type: async (text) => page.keyboard.type(text),
    async press(key, modifier) {
      if (modifier) await page.keyboard.down(modifier);
      await page.keyboard.press(key);
      if (modifier) await page.keyboard.up(modifier);
    },
    screenshot: async () => page.screenshot({ type: 'png' }),
    async reopen(url) {
      await browser.close();
      ({ browser, page } = await openBrowser());
      await page.goto(url, { waitUntil: 'domcontentloaded' });
    },
    async remove() {
      await browser.close();
      await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}
