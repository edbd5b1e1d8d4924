import { useLiveQuery } from 'dexie-react-hooks';
import type { Tip } from '#contract/tips.ts';
import {
  feedSearchKey,
  followedDocument,
  followedSeenDocument,
  type FeedFilters,
} from '#sync/refresh/document-names.ts';
import { knownNotices, later, noteMoments } from '#sync/refresh/notice-state.ts';
import type { MemberStore } from '#sync/storage/member-store.ts';
import { useDevice } from '../device/device.tsx';
import { useServerNow } from '../device/server-time.ts';
import { useFollows } from '../member-row-queries.ts';
import { matchOf, readPublicTips } from './public-tip-queries.ts';

const newestLimit = 100;

/** The currently followed tipsters as text, so that an equal set starts no new query. */
function useFollowedIds(): string | undefined {
  const follows = useFollows();
  if (follows === undefined) return undefined;
  const followed = [...follows.values()].filter(({ following }) => following);
  return followed
    .map(({ tipsterId }) => tipsterId)
    .toSorted()
    .join(' ');
}

/**
 * The newest tips of followed tipsters on this device; undefined while there are none and the list
 * was never loaded.
 */
export function useFollowedTips(limit = newestLimit, filters: FeedFilters = {}): Tip[] | undefined {
  const device = useDevice();
  const ids = useFollowedIds();
  const key = feedSearchKey(filters);
  const minute = useServerNow(60_000).getTime();
  const now = filters.open ? minute : 0;
  return useLiveQuery(async () => {
    const store = device.member?.store;
    if (!store) return [];
    if (ids === undefined) return undefined;
    const matches = await matchOf(device.publicStore, { filters, now });
    const tips = await readPublicTips(device, async () =>
      newest(store, ids).filter(matches).limit(limit).toArray(),
    );
    const isLoaded = tips.length > 0 || (await store.documents.get(followedDocument)) !== undefined;
    return isLoaded ? tips : undefined;
    // The filters are equal as long as their key is.
  }, [device, ids, limit, key, now]);
}

/** New tips of followed tipsters on this device. */
export type Unread = {
  count: number;
  /** Tips posted later than this are new. */
  since: string;
  /** Marks all current tips as seen. */
  see: () => Promise<void>;
};

/** Counts followed tipsters' tips since the member last looked; undefined until it was read. */
export function useUnread(): Unread | undefined {
  const { member } = useDevice();
  const ids = useFollowedIds();
  return useLiveQuery(async () => {
    const store = member?.store;
    if (!store || ids === undefined) return undefined;
    const seen = await seenIn(store);
    // Nothing is new before the first fetch.
    if (seen === undefined) return { count: 0, since: '', see: async () => undefined };
    // Tips read about in the inbox are not new either.
    const since = later((await knownNotices(store)).known.read, seen) ?? '';
    const count = await newest(store, ids, since).count();
    return { count, since, see: async () => seeAll(store) };
  }, [member, ids]);
}

function newest({ followedTips }: MemberStore, ids: string, since = '') {
  const followed = new Set(ids.split(' '));
  return followedTips
    .where('creationTime')
    .above(since)
    .reverse()
    .filter(({ tipsterId }) => followed.has(tipsterId));
}

async function seenIn({ documents }: MemberStore): Promise<string | undefined> {
  const value = (await documents.get(followedSeenDocument))?.value;
  return typeof value === 'string' ? value : undefined;
}

/**
 * The mark only moves forward, whatever another tab has stored; notices about these tips count as
 * read.
 */
async function seeAll(store: MemberStore): Promise<void> {
  await store.transaction('rw', store.documents, store.followedTips, async () => {
    const last = await store.followedTips.orderBy('creationTime').last();
    const seen = (await seenIn(store)) ?? '';
    if (!last || last.creationTime <= seen) return;
    await store.documents.put({
      name: followedSeenDocument,
      value: last.creationTime,
      fetchedAt: 0,
    });
    await noteMoments(store, { seen: last.creationTime });
  });
}
