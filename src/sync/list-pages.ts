import type { Answer } from './api.ts';
import { type ListValue, listIn, type PageMark } from './list-value.ts';
import { nextPageOf } from './next-page.ts';
import type { DocumentRow, PublicStore } from './public-store.ts';
import { type Freshness, isUnauthorised } from './pull.ts';
import type { ReadList } from './unreadable.ts';

/** How many pages of a list are read again; a longer one ends there until it is loaded further. */
const mostPages = 10;

type Named = { id: string };

/** A page as it came. One the server called unchanged has no rows, and is as it was. */
type CamePage<Row extends Named> = {
  ids: string[];
  next: string | null;
  etag?: string | undefined;
  list?: ReadList<Row>;
  /** The id after which it begins. */
  before?: string | undefined;
};

/** A list of the server that this device holds page by page. */
export type PagedList<Row extends Named> = {
  store: PublicStore;
  /** The table of its rows, and the document that names them. */
  table: 'tips' | 'tipsters';
  name: string;
  /** Whom it was told; what one person may see is not what the next one may. */
  reader?: string;
  now: () => number;
  ask: (before?: string, etag?: string) => Promise<Answer<unknown[]>>;
  /** The rows of an answer; undefined when something else has answered. */
  read: (reply: unknown[]) => Promise<ReadList<Row> | undefined>;
  /** Writes the rows that came; the document names them already. */
  write: (pages: readonly CamePage<Row>[]) => Promise<void>;
};

/**
 * Reads a list again, as many of its pages as were loaded, or loads one page more. It is replaced
 * whole or not at all. Where another tab was quicker, what it loaded is not cut off again.
 */
export async function refreshPages<Row extends Named>(
  list: PagedList<Row>,
  { more = false }: { more?: boolean | undefined } = {},
): Promise<Freshness> {
  for (;;) {
    const kept = keptFor(list.reader, await list.store.documents.get(list.name));
    if (more && kept?.next === null) return 'unchanged';
    const came = more && kept ? await onePage(list, kept) : await allPages(list, kept);
    if (typeof came === 'string') return came;
    if (await isWritten(list, came, more ? kept : undefined)) {
      return came.some((page) => page.list) ? 'fresh' : 'unchanged';
    }
  }
}

async function onePage<Row extends Named>(
  list: PagedList<Row>,
  { next }: ListValue,
): Promise<CamePage<Row>[] | Freshness> {
  const page = await cameAs(list, next ?? undefined);
  return typeof page === 'string' ? page : [page];
}

async function allPages<Row extends Named>(
  list: PagedList<Row>,
  kept: ListValue | undefined,
): Promise<CamePage<Row>[] | Freshness> {
  const known = kept ? pagesOf(kept) : [];
  const came: CamePage<Row>[] = [];
  const most = Math.min(Math.max(known.length, 1), mostPages);
  let before: string | undefined;
  do {
    // A tag is about a page that begins where it began when the tag was given.
    const mark = known[came.length];
    const page = await cameAs(list, before, mark?.before === before ? mark : undefined);
    if (typeof page === 'string') return page;
    came.push(page);
    before = page.next ?? undefined;
  } while (before !== undefined && came.length < most);
  return came;
}

async function cameAs<Row extends Named>(
  { ask, read }: PagedList<Row>,
  before: string | undefined,
  known?: CamePage<never>,
): Promise<CamePage<Row> | Freshness> {
  const answer = await ask(before, known?.etag);
  if (answer.kind === 'unchanged' && known) return known;
  if (answer.kind !== 'ok') return isUnauthorised(answer) ? 'unauthorised' : 'failed';
  const list = await read(answer.reply);
  if (!list) return 'failed';
  // With a row missing the page must be asked for again whole.
  const etag = list.whole ? answer.etag : undefined;
  const ids = list.rows.map(({ id }) => id);
  return { ids, next: nextPageOf(answer), etag, list, before };
}

/** Writes what came, unless the list has changed meanwhile so that it does not fit any more. */
async function isWritten<Row extends Named>(
  list: PagedList<Row>,
  came: readonly CamePage<Row>[],
  extended: ListValue | undefined,
): Promise<boolean> {
  const { store, table, name, reader } = list;
  return store.transaction('rw', [table, 'documents'], async () => {
    const row = await store.documents.get(name);
    const now = keptFor(reader, row);
    if (extended ? now?.next !== extended.next : isCutOff(now, came)) return false;
    const pages = extended && now ? [...pagesOf(now), ...came] : came;
    const fetchedAt = extended && row ? row.fetchedAt : list.now();
    const value = { ...listOf(pages), ...(reader !== undefined && { reader }) };
    await store.documents.put({ name, value, fetchedAt });
    await list.write(came);
    return true;
  });
}

function isCutOff(now: ListValue | undefined, came: readonly CamePage<Named>[]): boolean {
  const ends = came.at(-1)?.next === null || came.length >= mostPages;
  return !ends && (now?.pages.length ?? 0) > came.length;
}

/** The pages of a list with what is on them and where they begin. */
function pagesOf({ ids, pages }: ListValue): CamePage<never>[] {
  let start = 0;
  let before: string | undefined;
  return pages.map(({ size, next, etag }) => {
    const page = { ids: ids.slice(start, start + size), next, etag, before };
    start += size;
    before = next ?? undefined;
    return page;
  });
}

/** What the document holds. Who moved from one page to the next while both were read is there once. */
function listOf(pages: readonly CamePage<Named>[]): ListValue {
  const ids = new Set<string>();
  const marks = pages.map(({ ids: listed, next, etag }): PageMark => {
    const earlier = ids.size;
    for (const id of listed) ids.add(id);
    const size = ids.size - earlier;
    // Unchanged says nothing of somebody who is told of on an earlier page alone.
    return { size, next, ...(etag !== undefined && size === listed.length && { etag }) };
  });
  return { ids: [...ids], next: pages.at(-1)?.next ?? null, pages: marks };
}

/** What is kept of a list. Tags that were given to somebody else say nothing about one's own. */
function keptFor(reader: string | undefined, row: DocumentRow | undefined): ListValue | undefined {
  const kept = listIn(row?.value);
  if (!kept || readerIn(row?.value) === reader) return kept;
  return { ...kept, pages: kept.pages.map(({ size, next }) => ({ size, next })) };
}

function readerIn(value: unknown): unknown {
  return typeof value === 'object' && value && 'reader' in value ? value.reader : undefined;
}
