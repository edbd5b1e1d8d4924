import { isAddressValue } from '#contract/site/search-parsers.ts';

/** Parses a query as plain text: values are never JSON, and the last of repeated names wins. */
export function parseSearch(query: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(query));
}

/** The inverse of `parseSearch`, with the question mark; undefined values are omitted. */
export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (isAddressValue(value)) params.set(name, String(value));
  }
  return params.size > 0 ? `?${params}` : '';
}
