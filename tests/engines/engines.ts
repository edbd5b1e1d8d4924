import { existsSync, globSync } from 'node:fs';

import { findChromium } from '../support/chromium.ts';
import type { EngineBrowser, EngineName, LaunchOptions } from './engine-browser.ts';
import { launchChromium, launchFirefox } from './puppeteer-browser.ts';
import { launchWebKit } from './webkit-browser.ts';

type Engine = {
  /** Debian's packages that bring the engine and what drives it. */
  packages: readonly string[];
  /** Whether all programs are on this machine. */
  isInstalled: () => boolean;
  launch: (options: LaunchOptions) => Promise<EngineBrowser>;
};

const webKit = () => ({
  driver: '/usr/bin/WebKitWebDriver',
  browser: globSync('/usr/lib/*/webkit2gtk-4.1/MiniBrowser')[0] ?? '',
  display: '/usr/bin/Xvfb',
});

const firefox = () =>
  [
    '/usr/bin/firefox-esr',
    '/usr/bin/firefox',
    '/Applications/Firefox.app/Contents/MacOS/firefox',
  ].find((path) => existsSync(path)) ?? '';

/** The engines that journeys run in. */
export const engines: Readonly<Record<EngineName, Engine>> = {
  chromium: {
    packages: ['chromium'],
    isInstalled() {
      try {
        return findChromium() !== '';
      } catch {
        return false;
      }
    },
    launch: launchChromium,
  },
  firefox: {
    packages: ['firefox-esr'],
    isInstalled: () => firefox() !== '',
    launch: async (options) => launchFirefox(options, firefox()),
  },
  webkit: {
    packages: ['webkit2gtk-driver', 'xvfb'],
    isInstalled: () => Object.values(webKit()).every((path) => existsSync(path)),
    launch: async (options) => launchWebKit(options, webKit()),
  },
};
