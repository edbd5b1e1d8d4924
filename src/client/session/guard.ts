import { redirect } from '@tanstack/react-router';
import {
  createChoiceParser,
  createSearchParser,
  createTextParser,
} from '#contract/site/search-parsers.ts';
import { session } from './session.ts';

/**
 * Redirects visitors without a stored token to the login, which returns to `href`. Never redirects
 * a member only because the connection is lost.
 */
export function requireSession(href: string): void {
  if (session.get() === undefined) {
    throw redirect({ to: '/account/login', search: { returnUrl: href } });
  }
}

/**
 * Runs the route guards again when another tab logs in or out; otherwise later picks on the open
 * page would be lost.
 */
export function rerunGuardsOnLoginChange(router: { invalidate: () => Promise<void> }): void {
  // Subscribed after the session was read, so that the session's own listener runs first.
  let memberId = session.get()?.memberId;
  globalThis.addEventListener('storage', () => {
    const before = memberId;
    memberId = session.get()?.memberId;
    if (memberId !== before) void router.invalidate();
  });
}

/**
 * The URL to open after a login, only if it is on this site. Browsers normalise URLs (backslashes,
 * tabs, "/..//"), so the parsed URL is checked, too.
 */
export function toSafeReturnUrl(path: unknown, origin: string): string | undefined {
  if (typeof path !== 'string' || path.length > 2000) return undefined;
  if (!path.startsWith('/') || hasUnsafeCharacters(path)) return undefined;

  const address = parseUrl(path, origin);
  if (address?.origin !== origin) return undefined;
  const { pathname, search, hash } = address;
  if (pathname.startsWith('//') || pathname.startsWith('/account/')) return undefined;
  return pathname + search + hash;
}

/** True for control characters, spaces and backslashes, which browsers remove or replace. */
function hasUnsafeCharacters(text: string): boolean {
  return /[\\\s\p{Cc}\p{Cf}]/u.test(text) || text.startsWith('//');
}

function parseUrl(text: string, origin: string): URL | undefined {
  return URL.canParse(text, origin) ? new URL(text, origin) : undefined;
}

/** Parses the URL to open after a login. */
export const parseReturnUrl = createSearchParser({ returnUrl: createTextParser(2000) });

/**
 * Parses the search parameters of login and Sign Up: the return URL, the tapped action and the
 * tipster's id. The tipster's name is no parameter, because a link could show any text.
 */
export const parseLoginSearch = createSearchParser({
  returnUrl: createTextParser(2000),
  aim: createChoiceParser('follow', 'copy', 'book', 'post', 'send'),
  tipster: createTextParser(100),
});

export type LoginPageSearch = ReturnType<typeof parseLoginSearch>;
