/** The place of the install command in a browser without an install prompt. */
export type ManualInstall = 'share' | 'share-or-menu' | 'menu' | 'file-menu';

/** macOS 14 installs web apps. The user agent shows only the Safari version, which is 17 there. */
const minMacSafariVersion = 17;
/** From version 26, Safari on iPhones shows Share inside a menu. */
const menuSafariVersion = 26;
/** Other browsers on iOS can install from iOS 16.4; number format of `readIosVersion`. */
const minIosVersion = 16.04;

type Agent = Pick<Navigator, 'userAgent' | 'maxTouchPoints'>;

/** Finds the place of a browser's install command; undefined if there is none. */
export function findManualInstall({ userAgent, maxTouchPoints }: Agent): ManualInstall | undefined {
  if (/Android/.test(userAgent)) return /Firefox\//.test(userAgent) ? 'menu' : undefined;
  const isMac = /Macintosh/.test(userAgent);
  // An iPad's user agent may name a Mac, but no Mac has a touch screen.
  if (/iPhone|iPad|iPod/.test(userAgent) || (isMac && maxTouchPoints > 1)) {
    return findMobileInstall(userAgent);
  }
  return isMac && readSafariVersion(userAgent) >= minMacSafariVersion ? 'file-menu' : undefined;
}

function findMobileInstall(userAgent: string): ManualInstall | undefined {
  const version = readSafariVersion(userAgent);
  if (version > 0) {
    const isInMenu = version >= menuSafariVersion && !isTablet(userAgent);
    return isInMenu ? 'share-or-menu' : 'share';
  }
  // A web view inside another app cannot install; its user agent names no browser.
  const isBrowser = /CriOS|FxiOS|EdgiOS/.test(userAgent);
  return isBrowser && readIosVersion(userAgent) >= minIosVersion ? 'share-or-menu' : undefined;
}

/** The major version of Safari; 0 for other browsers, whose user agent names no version of Safari. */
function readSafariVersion(userAgent: string): number {
  return Number(/Version\/(\d+)\S* (?:Mobile\/\S+ )?Safari\//.exec(userAgent)?.[1] ?? 0);
}

/** The iOS version, 16.04 for 16.4; Infinity for an iPad whose user agent names a Mac. */
function readIosVersion(userAgent: string): number {
  const [, major, minor] = / OS (\d+)_(\d+) like Mac/.exec(userAgent) ?? [];
  return major === undefined ? Infinity : Number(major) + Number(minor) / 100;
}

function isTablet(userAgent: string): boolean {
  return !/iPhone|iPod/.test(userAgent);
}
