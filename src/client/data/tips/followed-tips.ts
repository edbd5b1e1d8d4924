import { useLiveQuery } from 'dexie-react-hooks';
import type { Tip } from '#contract/tips.ts';
import {
  feedSearchKey,
  followedTipsDocument,
  followedTipsSeenDocument,
  type FeedFilters,
} from '#sync/refresh/document-names.ts';
import { readNoticeState, laterInstant, advanceNoticeState } from '#sync/refresh/notice-state.ts';
import type { MemberStore } from '#sync/storage/member-store.ts';
import { useDevice } from '../device/device.tsx';
import { useServerNow } from '../device/server-time.ts';
import { readFollows } from '../member-row-queries.ts';
import { createFeedFilter, readPublicTips } from './public-tip-queries.ts';

const followedTipsLimit = 100;

/**
 * The newest tips of followed tipsters on this device; undefined if there are none and the list was
 * never loaded.
 */
export function useFollowedTips(
  limit = followedTipsLimit,
  filters: FeedFilters = {},
): Tip[] | undefined {
  const device = useDevice();
  const key = feedSearchKey(filters);
  const minute = useServerNow(60_000).getTime();
  const now = filters.open ? minute : 0;
  return useLiveQuery(async () => {
    const store = device.member?.store;
    if (!store) return [];
    const tips = await readPublicTips(device, async (publicStore) => {
      const [matches, isFollowed] = await Promise.all([
        createFeedFilter(publicStore, { filters, now }),
        createFollowedCheck(store),
      ]);
      return readNewest(store, limit, (tip) => isFollowed(tip) && matches(tip));
    });
    const isLoaded =
      tips.length > 0 || (await store.documents.get(followedTipsDocument)) !== undefined;
    return isLoaded ? tips : undefined;
    // `filters` is not a dependency, because `key` changes with it.
  }, [device, limit, key, now]);
}

/** New tips of followed tipsters on this device. */
export type UnreadFollowedTips = {
  count: number;
  /** Tips posted after this time are new. */
  since: string;
  /** Marks all current tips as seen. */
  markSeen: () => Promise<void>;
};

/** Counts followed tipsters' tips posted since the member last saw the list, if known. */
export function useUnreadFollowedTips(): UnreadFollowedTips | undefined {
  const { member } = useDevice();
  return useLiveQuery(async () => {
    const store = member?.store;
    if (!store) return undefined;
    const seen = await readSeenTime(store);
    // Before the first fetch, no tip is new.
    if (seen === undefined) return { count: 0, since: '', markSeen: async () => undefined };
    // A tip is not new if its notice in the inbox was read.
    const since = laterInstant((await readNoticeState(store)).known.read, seen) ?? '';
    const newer = store.followedTips.where('creationTime').above(since);
    const count = await newer.filter(await createFollowedCheck(store)).count();
    return { count, since, markSeen: async () => markAllSeen(store) };
  }, [member]);
}

/** Returns a predicate for tips of tipsters whom the member follows. */
async function createFollowedCheck(store: MemberStore): Promise<(tip: Tip) => boolean> {
  const follows = await readFollows(store);
  return ({ tipsterId }) => follows.get(tipsterId)?.following ?? false;
}

/**
 * Reads the newest tips that match. The filter runs on arrays, because Dexie's `filter` needs an
 * event-loop task for each row.
 */
async function readNewest(
  { followedTips }: MemberStore,
  limit: number,
  matches: (tip: Tip) => boolean,
): Promise<Tip[]> {
  for (let count = limit; ; count *= 2) {
    const tips = await followedTips.orderBy('creationTime').reverse().limit(count).toArray();
    const found = tips.filter(matches);
    if (found.length >= limit || tips.length < count) return found.slice(0, limit);
  }
}

async function readSeenTime({ documents }: MemberStore): Promise<string | undefined> {
  const value = (await documents.get(followedTipsSeenDocument))?.value;
  return typeof value === 'string' ? value : undefined;
}

/**
 * Stores the time of the newest tip as seen, never an earlier time than another tab stored; also
 * marks notices about these tips as read.
 */
async function markAllSeen(store: MemberStore): Promise<void> {
  await store.transaction('rw', store.documents, store.followedTips, async () => {
    const last = await store.followedTips.orderBy('creationTime').last();
    const seen = (await readSeenTime(store)) ?? '';
    if (!last || last.creationTime <= seen) return;
    await store.documents.put({
      name: followedTipsSeenDocument,
      value: last.creationTime,
      fetchedAt: 0,
    });
    await advanceNoticeState(store, { seen: last.creationTime });
  });
}
