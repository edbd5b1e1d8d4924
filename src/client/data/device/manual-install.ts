/** Where a browser without an install prompt of its own keeps its command for installing. */
export type ManualInstall = 'share' | 'share-or-menu' | 'menu' | 'file-menu';

type Agent = Pick<Navigator, 'userAgent' | 'maxTouchPoints'>;

/** Returns where a browser's command for installing is; undefined where there is none. */
export function findManualInstall({ userAgent, maxTouchPoints }: Agent): ManualInstall | undefined {
  if (/Android/.test(userAgent)) return /Firefox\//.test(userAgent) ? 'menu' : undefined;
  const isMac = /Macintosh/.test(userAgent);
  // An iPad calls itself a Mac; no Mac has a touch screen.
  if (/iPhone|iPad|iPod/.test(userAgent) || (isMac && maxTouchPoints > 1)) {
    return mobileCommand(userAgent);
  }
  // Since macOS 14, which came with Safari 17; the version of macOS itself is frozen in the user agent.
  return isMac && safariVersion(userAgent) >= 17 ? 'file-menu' : undefined;
}

function mobileCommand(userAgent: string): ManualInstall | undefined {
  const version = safariVersion(userAgent);
  // Since 26 an iPhone's Safari shows Share in a menu at first.
  if (version > 0) return version >= 26 && !isTablet(userAgent) ? 'share-or-menu' : 'share';
  // A page within another app has no such command, and its user agent no browser's name.
  const isBrowser = /CriOS|FxiOS|EdgiOS/.test(userAgent);
  return isBrowser && systemVersion(userAgent) >= 16.04 ? 'share-or-menu' : undefined;
}

/** The major version of Safari; 0 for other browsers, whose user agent names no version of Safari. */
function safariVersion(userAgent: string): number {
  return Number(/Version\/(\d+)\S* (?:Mobile\/\S+ )?Safari\//.exec(userAgent)?.[1] ?? 0);
}

/** The version of iOS, 16.04 for 16.4; unknown, and so no limit, where an iPad calls itself a Mac. */
function systemVersion(userAgent: string): number {
  const [, major, minor] = / OS (\d+)_(\d+) like Mac/.exec(userAgent) ?? [];
  return major === undefined ? Infinity : Number(major) + Number(minor) / 100;
}

function isTablet(userAgent: string): boolean {
  return !/iPhone|iPod/.test(userAgent);
}
