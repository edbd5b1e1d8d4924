import * as z from 'zod/mini';
import { noticeListLimit } from '#contract/limits.ts';
import { Notice, noticeList, readNotices } from '#contract/notices.ts';
import type { MemberStore } from '../storage/member-store.ts';
import { noticesDocument } from './document-names.ts';
import { nextPageOf, pageAt } from './list-pages.ts';
import { knownNotices, later, type NoticesKnown, noteMoments } from './notice-state.ts';
import { confirmStored, documentOf } from './document.ts';
import type { Freshness, MemberParts } from './parts.ts';
import { readList, type ReadList, UnreadList } from './unreadable-rows.ts';

/** Maximum number of stored notices. */
const maxNotices = 300;

/** Interval of full fetches in milliseconds, which find notices removed after a withdrawal. */
const fullFetchIntervalMs = 24 * 60 * 60 * 1000;

const UnreadNotices = z.extend(noticeList.reply, { notices: UnreadList });

/** Reports what was read here, then fetches new notices. */
export async function refreshNotices(parts: MemberParts): Promise<Freshness> {
  const { api, memberStore: store, now } = parts;
  await reportReadNotices(parts);
  const { known, etag } = await knownNotices(store);
  const whole = !(now() - (known.wholeAt ?? -Infinity) < fullFetchIntervalMs);
  const since = whole ? undefined : known.since;
  const pages: NoticePage[] = [];
  let before: string | undefined;
  do {
    const query = { ...(since !== undefined && { since }), ...pageAt(before) };
    const tag = before === undefined ? etag : undefined;
    const answer = await api.callAs(noticeList, UnreadNotices, { query, etag: tag });
    if (answer.kind !== 'ok') return confirmStored(store, noticesDocument, answer, now());
    const list = readList(answer.reply.notices, Notice);
    if (!list) return 'failed';
    pages.push({ ...answer.reply, list, etag: answer.etag });
    // One page is enough for a full fetch.
    before = since === undefined ? undefined : (nextPageOf(answer) ?? undefined);
  } while (before !== undefined && rowsIn(pages).length < maxNotices);
  await write(parts, known, whole, pages);
  return 'fresh';
}

type NoticePage = Pick<z.infer<typeof noticeList.reply>, 'since' | 'readUntil'> & {
  list: ReadList<Notice>;
  etag: string | undefined;
};

function rowsIn(pages: readonly NoticePage[]): Notice[] {
  return pages.flatMap(({ list }) => list.rows);
}

/** Reports up to when notices were read; a failed report is repeated at the next refresh. */
async function reportReadNotices({ api, memberStore: store }: MemberParts): Promise<void> {
  const { read, told: reported } = (await knownNotices(store)).known;
  if (read === undefined || read <= (reported ?? '')) return;
  const answer = await api.call(readNotices, { body: { until: read } });
  if (answer.kind === 'ok') await noteMoments(store, { told: read });
}

async function write(
  { memberStore: store, now }: MemberParts,
  before: NoticesKnown,
  whole: boolean,
  pages: readonly NoticePage[],
): Promise<void> {
  const [first] = pages;
  const { notices, documents, follows } = store;
  await store.transaction('rw', notices, documents, follows, async () => {
    const { known } = await knownNotices(store);
    const unfollowed = await follows.filter(({ following }) => !following).primaryKeys();
    await notices.where('tipsterId').anyOf(unfollowed).delete();
    // Notices fetched by another tab meanwhile are not in this response.
    if (first && whole && known.since === before.since) await dropUnlisted(store, first.list);
    await notices.bulkPut(rowsIn(pages));
    const newest = await notices.orderBy('at').primaryKeys();
    await notices.bulkDelete(newest.slice(0, Math.max(0, newest.length - maxNotices)));
    const value: NoticesKnown = {
      ...known,
      since: later(known.since, first?.since),
      read: later(known.read, first?.readUntil),
      told: later(known.told, first?.readUntil),
      ...(whole && { wholeAt: now() }),
    };
    // Without a tag, a newer build fetches again what this build cannot read.
    const tag = pages.every(({ list }) => list.whole) ? first?.etag : undefined;
    await documents.put(documentOf(noticesDocument, value, tag, now()));
  });
}

/** Deletes stored notices in the range of the newest page that it does not contain. */
async function dropUnlisted(
  { notices }: MemberStore,
  { rows, listed }: ReadList<Notice>,
): Promise<void> {
  const ids = new Set(rows.map(({ id }) => id));
  const oldest = listed.size < noticeListLimit ? '' : (rows.at(-1)?.at ?? '');
  const within = await notices.where('at').aboveOrEqual(oldest).toArray();
  const unlisted = within.filter(({ id, at }) => at > oldest && !ids.has(id));
  await notices.bulkDelete(unlisted.map(({ id }) => id));
}
