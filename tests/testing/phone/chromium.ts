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
 * Features to disable: first Playwright's own list, which a second flag would replace; then windows
 * of the browser itself, each of which costs as much as a page.
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

/** Arguments of a test browser: it connects to the app under test only. */
export function chromiumArguments(): string[] {
  return [
    // Chromium refuses its sandbox to root.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-quic',
    '--no-first-run',
    `--disable-features=${withoutFeatures.join(',')}`,
  ];
}

/** Finds Chromium or Chrome on this machine; throws a sentence if there is none. */
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
 * Finds the browser without windows, which is a fifth faster, for tests that need none; the full
 * browser if this machine has no other.
 */
export function findHeadlessShell(): string {
  const configured = process.env['CHROMIUM_PATH'];
  if (configured !== undefined && configured !== '') return findChromium();
  return existsSync(headlessShell) ? headlessShell : findChromium();
}

/** Finds Chromium, or installs Debian's if that is allowed; throws a sentence if neither works. */
export async function provideChromium(): Promise<string> {
  if (mayInstallChromium() && candidates().every((path) => !existsSync(path))) {
    await installPackages(['chromium']);
  }
  if (mayInstallChromium() && !existsSync(headlessShell)) {
    // Older releases of Debian lack it; the tests take longer there.
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
