// Apart from what fills these documents, so that a screen can read one without its shapes.

/** What is remembered of one page of a list, to ask for it again. */
export type PageMark = { size: number; next: string | null; etag?: string };

/** A list as its document holds it: who is on it in the server's order, as far as it was loaded. */
export type ListValue = {
  ids: string[];
  /** Where the server's next page begins; null where the list ends. */
  next: string | null;
  pages: PageMark[];
};

/** Reads a list's document; undefined when there is none. */
export function listIn(value: unknown): ListValue | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const ids = 'ids' in value && Array.isArray(value.ids) ? value.ids.filter(isText) : [];
  const next = 'next' in value && isText(value.next) ? value.next : null;
  const pages = 'pages' in value && Array.isArray(value.pages) ? value.pages.filter(isMark) : [];
  const size = pages.reduce((sum, page) => sum + page.size, 0);
  // What an earlier build wrote knows no pages: all of it counts as one that nobody has a tag for.
  return { ids, next, pages: size === ids.length ? pages : [{ size: ids.length, next }] };
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isMark(value: unknown): value is PageMark {
  if (typeof value !== 'object' || value === null || !('next' in value)) return false;
  return 'size' in value && typeof value.size === 'number';
}
