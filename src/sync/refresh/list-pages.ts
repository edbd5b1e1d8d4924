import type { Dexie, EntityTable } from 'dexie';
import type { ApiAnswer } from '../backend/api.ts';
import { type StoredList, parseStoredList, type StoredPage } from './stored-list.ts';
import type { DocumentRow } from '../storage/public-store.ts';
import { toRefreshOutcome } from './document.ts';
import type { RefreshOutcome } from './refresh-dependencies.ts';
import type { ParsedList } from './unreadable-rows.ts';

/** Maximum number of pages per refresh; a longer list is cut until the member loads more. */
const maxPages = 10;

type RowWithId = { id: string };
type DocumentTable = { documents: EntityTable<DocumentRow, 'name'> };

/** A fetched page; `list` is absent after a 304. */
export type FetchedPage<Row extends RowWithId> = {
  ids: string[];
  next: string | null;
  etag?: string | undefined;
  list?: ParsedList<Row>;
  /** The id of the row before the page. */
  before?: string | undefined;
};

/** A list that this device stores page by page. */
export type PagedList<Row extends RowWithId> = {
  store: Dexie & DocumentTable;
  /** The table of the list's rows, and the name of its document. */
  table: string;
  name: string;
  /** Id of the member who fetched the list: the rows may not be visible to others. */
  reader?: string;
  now: () => number;
  request: (before?: string, etag?: string) => Promise<ApiAnswer<unknown[]>>;
  /** Parses the rows; undefined if the response does not come from the server. */
  read: (reply: unknown[]) => Promise<ParsedList<Row> | undefined>;
  /** Writes the fetched rows, after the list's document was written. */
  write: (pages: readonly FetchedPage<Row>[]) => Promise<void>;
};

/**
 * Refreshes the loaded pages of a list, or loads one more. The list is replaced completely or not
 * at all, except for pages that another tab has loaded meanwhile.
 */
export async function refreshPagedList<Row extends RowWithId>(
  list: PagedList<Row>,
  { more = false }: { more?: boolean | undefined } = {},
): Promise<RefreshOutcome> {
  for (;;) {
    const stored = removeForeignEtags(list.reader, await list.store.documents.get(list.name));
    if (more && stored?.next === null) return 'unchanged';
    const fetched =
      more && stored ? await fetchNextPage(list, stored) : await fetchLoadedPages(list, stored);
    if (typeof fetched === 'string') return fetched;
    if (await writePages(list, fetched, more ? stored : undefined)) {
      return fetched.some((page) => page.list) ? 'fresh' : 'unchanged';
    }
  }
}

async function fetchNextPage<Row extends RowWithId>(
  list: PagedList<Row>,
  { next }: StoredList,
): Promise<FetchedPage<Row>[] | RefreshOutcome> {
  const page = await fetchPage(list, next ?? undefined);
  return typeof page === 'string' ? page : [page];
}

async function fetchLoadedPages<Row extends RowWithId>(
  list: PagedList<Row>,
  stored: StoredList | undefined,
): Promise<FetchedPage<Row>[] | RefreshOutcome> {
  const known = stored ? toFetchedPages(stored) : [];
  const fetched: FetchedPage<Row>[] = [];
  const pageCount = Math.min(Math.max(known.length, 1), maxPages);
  let before: string | undefined;
  do {
    // An ETag is valid only for a page that begins after the same row.
    const mark = known[fetched.length];
    const page = await fetchPage(list, before, mark?.before === before ? mark : undefined);
    if (typeof page === 'string') return page;
    fetched.push(page);
    before = page.next ?? undefined;
  } while (before !== undefined && fetched.length < pageCount);
  return fetched;
}

async function fetchPage<Row extends RowWithId>(
  { request, read }: PagedList<Row>,
  before: string | undefined,
  known?: FetchedPage<never>,
): Promise<FetchedPage<Row> | RefreshOutcome> {
  const answer = await request(before, known?.etag);
  if (answer.kind === 'unchanged') return known ?? 'failed';
  if (answer.kind !== 'ok') return toRefreshOutcome(answer);
  const list = await read(answer.reply);
  if (!list) return 'failed';
  // A page with an unreadable row gets no ETag, so that all its rows are fetched again.
  const etag = list.isComplete ? answer.etag : undefined;
  const ids = list.rows.map(({ id }) => id);
  return { ids, next: nextCursorOf(answer), etag, list, before };
}

/** Writes the fetched pages; false if the stored list has changed and the pages do not fit. */
async function writePages<Row extends RowWithId>(
  list: PagedList<Row>,
  fetched: readonly FetchedPage<Row>[],
  extended: StoredList | undefined,
): Promise<boolean> {
  const { store, table, name, reader } = list;
  return store.transaction('rw', [table, 'documents'], async () => {
    const row = await store.documents.get(name);
    const now = removeForeignEtags(reader, row);
    if (extended ? now?.next !== extended.next : isMissingStoredPages(now, fetched)) return false;
    const pages = extended && now ? [...toFetchedPages(now), ...fetched] : fetched;
    const fetchedAt = extended && row ? row.fetchedAt : list.now();
    const value = { ...toStoredList(pages), ...(reader !== undefined && { reader }) };
    await store.documents.put({ name, value, fetchedAt });
    await list.write(fetched);
    return true;
  });
}

function isMissingStoredPages(
  now: StoredList | undefined,
  fetched: readonly FetchedPage<RowWithId>[],
): boolean {
  const ends = fetched.at(-1)?.next === null || fetched.length >= maxPages;
  return !ends && (now?.pages.length ?? 0) > fetched.length;
}

function toFetchedPages({ ids, pages }: StoredList): FetchedPage<never>[] {
  let start = 0;
  let before: string | undefined;
  return pages.map(({ size, next, etag }) => {
    const page = { ids: ids.slice(start, start + size), next, etag, before };
    start += size;
    before = next ?? undefined;
    return page;
  });
}

/** Builds the document; a row that moved to another page meanwhile is listed once. */
function toStoredList(pages: readonly FetchedPage<RowWithId>[]): StoredList {
  const ids = new Set<string>();
  const marks = pages.map(({ ids: listed, next, etag }): StoredPage => {
    const earlier = ids.size;
    for (const id of listed) ids.add(id);
    const size = ids.size - earlier;
    // A page without such a row gets no ETag, because its next response must be complete.
    return { size, next, ...(etag !== undefined && size === listed.length && { etag }) };
  });
  return { ids: [...ids], next: pages.at(-1)?.next ?? null, pages: marks };
}

/** The stored list, without its ETags if another member fetched it. */
function removeForeignEtags(
  reader: string | undefined,
  row: DocumentRow | undefined,
): StoredList | undefined {
  const stored = parseStoredList(row?.value);
  if (!stored || listReaderOf(row?.value) === reader) return stored;
  return { ...stored, pages: stored.pages.map(({ size, next }) => ({ size, next })) };
}

function listReaderOf(value: unknown): unknown {
  return typeof value === 'object' && value && 'reader' in value ? value.reader : undefined;
}

/** The cursor of the next page, from the `Link` header; null after the last page. */
export function nextCursorOf({ next }: { next?: string }): string | null {
  return new URLSearchParams(next?.split('?')[1] ?? '').get('before');
}

/** The query for the page after a row. */
export function toCursorQuery(before: string | undefined): { before?: string } {
  return before === undefined ? {} : { before };
}

/** Ids of the rows in all stored lists whose names start with a prefix. */
export async function readListedIds(
  { documents }: DocumentTable,
  prefix: string,
): Promise<ReadonlySet<string>> {
  const lists = await documents.where('name').startsWith(prefix).toArray();
  return new Set(lists.flatMap(({ value }) => parseStoredList(value)?.ids ?? []));
}
