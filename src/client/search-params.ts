import { isAddressValue } from '#contract/site/search-parsers.ts';

/** Parses a query string as plain text, never as JSON; the last of equal names wins. */
export function parseSearch(query: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(query));
}

/** The inverse of `parseSearch`, with a leading question mark; omits undefined values. */
export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (isAddressValue(value)) params.set(name, String(value));
  }
  return params.size > 0 ? `?${params}` : '';
}
