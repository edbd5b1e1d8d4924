import * as z from 'zod/mini';
import { noticeListLimit } from '#contract/limits.ts';
import { Notice, noticeList, markNoticesAsRead } from '#contract/notices.ts';
import type { MemberStore } from '../storage/member-store.ts';
import { noticesDocument } from './document-names.ts';
import { nextCursorOf, toCursorQuery } from './list-pages.ts';
import {
  readNoticeState,
  laterInstant,
  type NoticeState,
  advanceNoticeState,
} from './notice-state.ts';
import { renewStoredDocument, toDocumentRow } from './document.ts';
import type { RefreshOutcome, MemberRefreshDependencies } from './refresh-dependencies.ts';
import { parseList, type ParsedList, UnparsedList } from './unreadable-rows.ts';

/** Maximum number of stored notices. */
const maxNotices = 300;

/** Interval of full fetches in milliseconds: only these show that a notice was removed. */
const fullFetchIntervalMs = 24 * 60 * 60 * 1000;

const UnparsedNotices = z.extend(noticeList.reply, { notices: UnparsedList });

/** Reports notices read on this device, then fetches new ones. */
export async function refreshNotices(parts: MemberRefreshDependencies): Promise<RefreshOutcome> {
  const { api, memberStore: store, now } = parts;
  await reportReadNotices(parts);
  const { known, etag } = await readNoticeState(store);
  const whole = !(now() - (known.wholeAt ?? -Infinity) < fullFetchIntervalMs);
  const since = whole ? undefined : known.since;
  const pages: NoticePage[] = [];
  let before: string | undefined;
  do {
    const query = { ...(since !== undefined && { since }), ...toCursorQuery(before) };
    const tag = before === undefined ? etag : undefined;
    const answer = await api.callWithSchema(noticeList, UnparsedNotices, { query, etag: tag });
    if (answer.kind !== 'ok') return renewStoredDocument(store, noticesDocument, answer, now());
    const list = parseList(answer.reply.notices, Notice);
    if (!list) return 'failed';
    pages.push({ ...answer.reply, list, etag: answer.etag });
    // One page is enough for a full fetch.
    before = since === undefined ? undefined : (nextCursorOf(answer) ?? undefined);
  } while (before !== undefined && noticeRowsOf(pages).length < maxNotices);
  await writeNotices(parts, known, whole, pages);
  return 'fresh';
}

type NoticePage = Pick<z.infer<typeof noticeList.reply>, 'since' | 'readUntil'> & {
  list: ParsedList<Notice>;
  etag: string | undefined;
};

function noticeRowsOf(pages: readonly NoticePage[]): Notice[] {
  return pages.flatMap(({ list }) => list.rows);
}

/** Reports up to which instant notices were read; the next refresh repeats a failed report. */
async function reportReadNotices({
  api,
  memberStore: store,
}: MemberRefreshDependencies): Promise<void> {
  const { read, told: reported } = (await readNoticeState(store)).known;
  if (read === undefined || read <= (reported ?? '')) return;
  const answer = await api.call(markNoticesAsRead, { body: { until: read } });
  if (answer.kind === 'ok') await advanceNoticeState(store, { told: read });
}

async function writeNotices(
  { memberStore: store, now }: MemberRefreshDependencies,
  before: NoticeState,
  whole: boolean,
  pages: readonly NoticePage[],
): Promise<void> {
  const [first] = pages;
  const { notices, documents, follows } = store;
  await store.transaction('rw', notices, documents, follows, async () => {
    const { known } = await readNoticeState(store);
    const unfollowed = await follows.filter(({ following }) => !following).primaryKeys();
    await notices.where('tipsterId').anyOf(unfollowed).delete();
    // If another tab has fetched notices meanwhile, this response may lack them.
    if (first && whole && known.since === before.since)
      await deleteUnlistedNotices(store, first.list);
    await notices.bulkPut(noticeRowsOf(pages));
    const newest = await notices.orderBy('at').primaryKeys();
    await notices.bulkDelete(newest.slice(0, Math.max(0, newest.length - maxNotices)));
    const value: NoticeState = {
      ...known,
      since: laterInstant(known.since, first?.since),
      read: laterInstant(known.read, first?.readUntil),
      told: laterInstant(known.told, first?.readUntil),
      ...(whole && { wholeAt: now() }),
    };
    // Stores no ETag if a notice is unreadable, so that a newer build fetches it again.
    const tag = pages.every(({ list }) => list.isComplete) ? first?.etag : undefined;
    await documents.put(toDocumentRow(noticesDocument, value, tag, now()));
  });
}

/** Deletes stored notices that the newest page should contain but does not. */
async function deleteUnlistedNotices(
  { notices }: MemberStore,
  { rows, listedIds }: ParsedList<Notice>,
): Promise<void> {
  const ids = new Set(rows.map(({ id }) => id));
  const oldest = listedIds.size < noticeListLimit ? '' : (rows.at(-1)?.at ?? '');
  const within = await notices.where('at').aboveOrEqual(oldest).toArray();
  const unlisted = within.filter(({ id, at }) => at > oldest && !ids.has(id));
  await notices.bulkDelete(unlisted.map(({ id }) => id));
}
