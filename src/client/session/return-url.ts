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
