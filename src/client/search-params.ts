import { isText } from '#contract/search-parsers.ts';

/** Parses a query as plain text: a value is never JSON, and of a repeated name the last one counts. */
export function parseSearch(query: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(query));
}

/** The inverse of `parseSearch`, with the question mark; an undefined value is left out. */
export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (isText(value)) params.set(name, String(value));
  }
  return params.size > 0 ? `?${params}` : '';
}
