import * as z from 'zod/mini';
import { noticeListLimit } from '#contract/limits.ts';
import { Notice, noticeList, readNotices } from '#contract/notices.ts';
import type { Api } from '../backend/api.ts';
import type { Backend } from '../backend/backend.ts';
import type { MemberStore } from '../storage/member-store.ts';
import { noticesDocument } from './document-names.ts';
import { knownNotices, later, type NoticesKnown, noteMoments } from './notice-state.ts';
import { confirmStored, documentOf, type Freshness } from './pull.ts';
import { readList } from './unreadable-rows.ts';

type NoticeParts = { api: Api; store: MemberStore; backend: Backend; now: () => number };

/** Maximum number of stored notices. */
const maxNotices = 300;

/** Interval of full fetches in milliseconds, which find notices removed after a withdrawal. */
const fullFetchIntervalMs = 24 * 60 * 60 * 1000;

const UnreadNotices = z.extend(noticeList.reply, { notices: z.array(z.unknown()) });

/** Reports what was read here, then fetches new notices. */
export async function refreshNotices(parts: NoticeParts): Promise<Freshness> {
  const { api, store, backend, now } = parts;
  if (!backend.can.extensions) return 'failed';
  await reportReadNotices(parts);
  const { known, etag } = await knownNotices(store);
  const whole = !(now() - (known.wholeAt ?? -Infinity) < fullFetchIntervalMs);
  const since = whole ? undefined : known.since;
  // One page is enough for a full fetch.
  const rowLimit = since === undefined ? 1 : maxNotices;

  const fetched: FetchedNotices = { rows: [], listed: 0, readable: true };
  let before: string | undefined;
  do {
    const query = {
      ...(since !== undefined && { since }),
      ...(before !== undefined && { before }),
    };
    const tag = before === undefined ? etag : undefined;
    const answer = await api.callAs(noticeList, UnreadNotices, { query, etag: tag });
    if (answer.kind !== 'ok') return confirmStored(store, noticesDocument, answer, now());
    const list = readList(answer.reply.notices, Notice);
    if (!list) return 'failed';
    for (const row of list.rows) fetched.rows.push(row);
    fetched.listed += list.listed.size;
    fetched.readable &&= list.whole;
    if (before === undefined) Object.assign(fetched, { first: answer.reply, etag: answer.etag });
    before = new URLSearchParams(answer.next?.split('?')[1] ?? '').get('before') ?? undefined;
  } while (before !== undefined && fetched.rows.length < rowLimit);
  await write(parts, known, whole, fetched);
  return 'fresh';
}

type FetchedNotices = {
  rows: Notice[];
  /** Number of notices in the response, readable or not. */
  listed: number;
  /** True if this build can read all of them. */
  readable: boolean;
  first?: Pick<z.infer<typeof noticeList.reply>, 'since' | 'readUntil'>;
  etag?: string | undefined;
};

/** Reports up to when notices were read; a failed report is repeated at the next refresh. */
async function reportReadNotices({ api, store }: NoticeParts): Promise<void> {
  const { read, told: reported } = (await knownNotices(store)).known;
  if (read === undefined || read <= (reported ?? '')) return;
  const answer = await api.call(readNotices, { body: { until: read } });
  if (answer.kind === 'ok') await noteMoments(store, { told: read });
}

async function write(
  { store, now }: NoticeParts,
  before: NoticesKnown,
  whole: boolean,
  fetched: FetchedNotices,
): Promise<void> {
  const { rows, readable, first, etag } = fetched;
  const { notices, documents, follows } = store;
  await store.transaction('rw', notices, documents, follows, async () => {
    const { known } = await knownNotices(store);
    const unfollowed = await follows.filter(({ following }) => !following).primaryKeys();
    await notices.where('tipsterId').anyOf(unfollowed).delete();
    // Notices fetched by another tab meanwhile are not in this response.
    if (whole && known.since === before.since) await dropUnlisted(store, fetched);
    await notices.bulkPut(rows);
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
    const tag = readable ? etag : undefined;
    await documents.put(documentOf(noticesDocument, value, tag, now()));
  });
}

/** Deletes stored notices in the range of the newest page that it does not contain. */
async function dropUnlisted(
  { notices }: MemberStore,
  { rows, listed }: FetchedNotices,
): Promise<void> {
  const ids = new Set(rows.map(({ id }) => id));
  const oldest = listed < noticeListLimit ? '' : (rows.at(-1)?.at ?? '');
  const within = await notices.where('at').aboveOrEqual(oldest).toArray();
  const unlisted = within.filter(({ id, at }) => at > oldest && !ids.has(id));
  await notices.bulkDelete(unlisted.map(({ id }) => id));
}
