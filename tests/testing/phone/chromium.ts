import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { installPackages, mayInstall } from '../machine/debian-packages.ts';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const elsewhere = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

const headlessShell = '/usr/bin/chromium-headless-shell';

const howToGetOne =
  'The browser tests need Chromium or Chrome, and there is none: install it, ' +
  'or set CHROMIUM_PATH to where it is.';

/**
 * Browser features to disable: first those of Playwright's own flag, which this flag replaces; then
 * features that open pages of the browser itself, each as expensive as a page of the app.
 */
const withoutFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'PreloadTopChromeWebUI',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
];

/** Command-line arguments of a test browser, which may connect to the app under test only. */
export function chromiumArguments(): string[] {
  return [
    // Chromium's sandbox does not work for root.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-quic',
    '--no-first-run',
    `--disable-features=${withoutFeatures.join(',')}`,
  ];
}

/** Returns the path of Chromium or Chrome; throws an error with instructions if there is none. */
export function findChromium(): string {
  const configured = process.env['CHROMIUM_PATH'];
  if (configured !== undefined && configured !== '') {
    if (existsSync(configured)) return configured;
    throw new Error(`CHROMIUM_PATH names ${configured}, which does not exist.`);
  }
  const found = candidates().find((path) => existsSync(path));
  if (found === undefined) throw new Error(howToGetOne);
  return found;
}

/**
 * Returns the path of the headless shell, which is a fifth faster than the full browser; falls back
 * to the full browser.
 */
export function findHeadlessShell(): string {
  const configured = process.env['CHROMIUM_PATH'];
  if (configured !== undefined && configured !== '') return findChromium();
  return existsSync(headlessShell) ? headlessShell : findChromium();
}

/** Like `findChromium`, but first installs Debian's packages if that is allowed. */
export async function provideChromium(): Promise<string> {
  if (mayInstallChromium() && candidates().every((path) => !existsSync(path))) {
    await installPackages(['chromium']);
  }
  if (mayInstallChromium() && !existsSync(headlessShell)) {
    // Older Debian releases have no such package; tests then run in the full browser.
    await installPackages(['chromium-headless-shell']).catch(() => undefined);
  }
  return findChromium();
}

function candidates(): string[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return [...folders.flatMap((folder) => names.map((name) => join(folder, name))), ...elsewhere];
}

function mayInstallChromium(): boolean {
  const configured = process.env['CHROMIUM_PATH'];
  return (configured === undefined || configured === '') && mayInstall();
}
