import { redirect } from '@tanstack/react-router';
import { session } from './session.ts';

/**
 * Lets a member pass and sends everybody else to log in and come back. Only the stored token is
 * asked: being out of reach never logs anybody out.
 */
export function requireSession(href: string): void {
  if (session.get() === undefined) {
    throw redirect({ to: '/account/login', search: { returnUrl: href } });
  }
}

/**
 * Asks the guards again when another tab logs in or out. A page that stayed open would go on as
 * nobody's, and what is picked there would be lost.
 */
export function guardAcrossTabs(router: { invalidate: () => Promise<void> }): void {
  // Asked before listening: the session hears of it first, and the guards see what has changed.
  let memberId = session.get()?.memberId;
  globalThis.addEventListener('storage', () => {
    const before = memberId;
    memberId = session.get()?.memberId;
    if (memberId !== before) void router.invalidate();
  });
}

/**
 * Where to go after a login: a path of this very site, or nothing. A browser reads an address more
 * generously than it looks (backslashes, tabs, "/..//"), so the parsed address is judged as well.
 */
export function safeReturnUrl(asked: unknown, origin: string): string | undefined {
  if (typeof asked !== 'string' || asked.length > 2000) return undefined;
  if (!asked.startsWith('/') || hasTrick(asked)) return undefined;

  const address = parsed(asked, origin);
  if (address?.origin !== origin) return undefined;
  const { pathname, search, hash } = address;
  if (pathname.startsWith('//') || pathname.startsWith('/account/')) return undefined;
  return pathname + search + hash;
}

/** Control characters, spaces and backslashes, which browsers drop or turn into slashes. */
function hasTrick(text: string): boolean {
  return /[\\\s\p{Cc}\p{Cf}]/u.test(text) || text.startsWith('//');
}

function parsed(text: string, origin: string): URL | undefined {
  return URL.canParse(text, origin) ? new URL(text, origin) : undefined;
}

/** The search part of the login page's address. */
export function returnUrlOf({ returnUrl }: Record<string, unknown>): { returnUrl?: string } {
  return typeof returnUrl === 'string' ? { returnUrl } : {};
}
