// Contains no schemas, so that the first screen does not load zod.

/** Size, next cursor and ETag of a stored page, for its refresh. */
export type StoredPage = { size: number; next: string | null; etag?: string };

/** A list's document: the loaded ids in the server's order. */
export type StoredList = {
  ids: string[];
  /** Cursor of the server's next page; null at the end of the list. */
  next: string | null;
  pages: StoredPage[];
};

/** Parses a list's document; undefined for anything else. */
export function parseStoredList(value: unknown): StoredList | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const ids = 'ids' in value && Array.isArray(value.ids) ? value.ids.filter(isText) : [];
  const next = 'next' in value && isText(value.next) ? value.next : null;
  const pages =
    'pages' in value && Array.isArray(value.pages) ? value.pages.filter(isStoredPage) : [];
  const size = pages.reduce((sum, page) => sum + page.size, 0);
  // Without valid pages, the list is one page without an ETag.
  return { ids, next, pages: size === ids.length ? pages : [{ size: ids.length, next }] };
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isStoredPage(value: unknown): value is StoredPage {
  if (typeof value !== 'object' || value === null || !('next' in value)) return false;
  return 'size' in value && typeof value.size === 'number';
}
