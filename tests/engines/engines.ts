import { existsSync, globSync } from 'node:fs';

import { findChromium } from '../testing/phone/chromium.ts';
import { installPackages, mayInstall } from '../testing/machine/debian-packages.ts';
import {
  type EngineBrowser,
  type EngineName,
  engineNames,
  type LaunchOptions,
} from './engine-browser.ts';
import { launchChromium, launchFirefox } from './puppeteer-browser.ts';
import { launchWebKit } from './webkit-browser.ts';

type Engine = {
  /** The Debian packages of the engine and its driver. */
  packages: readonly string[];
  /** True if all programs are on this machine. */
  isInstalled: () => boolean;
  launch: (options: LaunchOptions) => Promise<EngineBrowser>;
};

const findWebKit = () => ({
  driver: '/usr/bin/WebKitWebDriver',
  browser: globSync('/usr/lib/*/webkit2gtk-4.1/MiniBrowser')[0] ?? '',
  display: '/usr/bin/Xvfb',
});

const findFirefox = () =>
  [
    '/usr/bin/firefox-esr',
    '/usr/bin/firefox',
    '/Applications/Firefox.app/Contents/MacOS/firefox',
  ].find((path) => existsSync(path)) ?? '';

/** The engines in which the journeys run. */
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
    isInstalled: () => findFirefox() !== '',
    launch: async (options) => launchFirefox(options, findFirefox()),
  },
  webkit: {
    packages: ['webkit2gtk-driver', 'xvfb'],
    isInstalled: () => Object.values(findWebKit()).every((path) => existsSync(path)),
    launch: async (options) => launchWebKit(options, findWebKit()),
  },
};

/** Installs missing engines if that is allowed, and returns a line that names the engines that run. */
export async function provideEngines(): Promise<string> {
  const isMissing = (name: EngineName) => !engines[name].isInstalled();
  const packages = engineNames.filter(isMissing).flatMap((name) => engines[name].packages);
  if (packages.length > 0 && mayInstall()) {
    // A failure is ignored here: the line below reports an engine that is still missing.
    await installPackages(packages).catch(() => undefined);
  }
  const missing = engineNames.filter(isMissing);
  const running = engineNames.filter((name) => !missing.includes(name)).join(', ');
  return `engines: ${running}${missing.length > 0 ? `; not on this machine: ${missing.join(', ')}` : ''}`;
}
