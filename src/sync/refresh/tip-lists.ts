import type { EntityTable } from 'dexie';
import { tipListLimit } from '#contract/limits.ts';
import { tipsterTips } from '#contract/records.ts';
import type { Route } from '#contract/route.ts';
import { followedTips, oneTip, removePrivateFields, recentTips, Tip } from '#contract/tips.ts';
import type { CallOptions } from '../backend/api.ts';
import type { MemberStore } from '../storage/member-store.ts';
import type { PublicStore } from '../storage/public-store.ts';
import { toDocumentRow, deleteOldestDocuments, isNotFound, toRefreshOutcome } from './document.ts';
import {
  feedDocument,
  type FeedFilters,
  feedSearchPrefix,
  feedSearchKey,
  fixtureTipsPrefix,
  fixtureTipsDocument,
  followedTipsDocument,
  followedTipsSeenDocument,
  normalizeSearchName,
  type TipsterTipFilters,
  tipsterTipsPrefix,
  tipsterTipsDocument,
} from './document-names.ts';
import { type FetchedPage, readListedIds, toCursorQuery, refreshPagedList } from './list-pages.ts';
import { deleteUnlistedTips, resolveAuthorPicture } from './listed-tips.ts';
import type {
  RefreshOutcome,
  MemberRefreshDependencies,
  RefreshDependencies,
} from './refresh-dependencies.ts';
import { readFollowedIds } from './tipsters.ts';
import { parseList, UnparsedList } from './unreadable-rows.ts';

/** A list of tips that this device stores. */
type TipListRefresh = {
  store: PublicStore | MemberStore;
  table: EntityTable<Tip, 'id'>;
  name: string;
  route: Route;
  query: NonNullable<CallOptions['query']>;
  params?: Record<string, string>;
  /** Set if the list is complete: a missing tip within a page's range was withdrawn. */
  range?: { fixtureId?: string };
  /** Deletes rows above the limits, in the transaction that writes the pages. */
  evict: (pages: readonly FetchedPage<Tip>[]) => Promise<unknown>;
  more?: boolean | undefined;
};

function refreshTipList(
  { api, now }: RefreshDependencies,
  list: TipListRefresh,
): Promise<RefreshOutcome> {
  const { store, table, name, route, query, params, range, evict, more } = list;
  return refreshPagedList<Tip>(
    {
      store,
      table: table.name,
      name,
      now,
      request: (before, etag) =>
        api.callWithSchema(route, UnparsedList, {
          ...(params && { params }),
          query: { ...query, ...toCursorQuery(before) },
          etag,
        }),
      read: async (reply) => parseList(reply, Tip),
      async write(pages) {
        for (const { list, before } of pages) {
          if (!list) continue;
          if (range)
            await deleteUnlistedTips(table, { list, limit: tipListLimit, before, ...range });
          await table.bulkPut(
            list.rows.map((tip) => removePrivateFields(resolveAuthorPicture(api, tip))),
          );
        }
        await evict(pages);
      },
    },
    { more },
  );
}

/** Numbers of stored tips above which unlisted tips are deleted, and of stored searches. */
const maxStoredTips = 500;
const maxStoredSearches = 10;

/** The filters of the feed; `more` loads another page. */
export type FeedQuery = FeedFilters & { more?: boolean };

/**
 * Refreshes the newest tips of all tipsters, or the tips of a search; with `more` loads another
 * page.
 */
export async function refreshFeed(
  parts: RefreshDependencies,
  feed: FeedQuery,
): Promise<RefreshOutcome> {
  const { publicStore: store } = parts;
  const key = feedSearchKey(feed);
  return refreshTipList(parts, {
    store,
    table: store.tips,
    name: feedDocument(key),
    route: recentTips,
    query: { limit: tipListLimit, ...toFeedParameters(feed) },
    // A tip missing from a search result may still exist.
    ...(key === '' && { range: {} }),
    async evict() {
      await deleteOldestDocuments(store, feedSearchPrefix, maxStoredSearches);
      await deleteOverflowTips(store);
    },
    more: feed.more,
  });
}

function toFeedParameters({ search, minOdds, stars, open }: FeedFilters) {
  const name = normalizeSearchName(search);
  return {
    ...(name !== '' && { search: name }),
    ...(minOdds && { minOdds }),
    ...(stars && { stars }),
    ...(open && { open }),
  };
}

/** Maximum number of stored lists of fixtures' tips: half for prefetched games. */
const maxFixtureLists = 40;

/** Refreshes the newest tips with a leg on a fixture. */
export async function refreshFixtureTips(
  parts: RefreshDependencies,
  { fixtureId }: { fixtureId: string },
): Promise<RefreshOutcome> {
  const { publicStore: store } = parts;
  return refreshTipList(parts, {
    store,
    table: store.tips,
    name: fixtureTipsDocument(fixtureId),
    route: recentTips,
    query: { limit: tipListLimit, fixtureId },
    range: { fixtureId },
    async evict() {
      await deleteOldestDocuments(store, fixtureTipsPrefix, maxFixtureLists);
      await deleteOverflowTips(store);
    },
  });
}

/** The filters of a tipster's tips; `more` loads another page. */
export type TipsterTipQuery = TipsterTipFilters & { id: string; more?: boolean };

/** Page size of a tipster's tips. */
const pageSize = 20;

/** Maximum number of stored lists besides the unfiltered lists of followed tipsters. */
export const maxTipsterTipLists = 40;

/** Refreshes the settled or open tips of a tipster; with `more` loads another page. */
export async function refreshTipsterTips(
  parts: RefreshDependencies,
  { id, more, ...filters }: TipsterTipQuery,
): Promise<RefreshOutcome> {
  const { publicStore: store } = parts;
  const followed = await readFollowedIds(parts);
  const reserved = followed.flatMap((tipster) =>
    (['settled', 'open'] as const).map((state) => tipsterTipsDocument(tipster, { state })),
  );
  return refreshTipList(parts, {
    store,
    table: store.tips,
    name: tipsterTipsDocument(id, filters),
    route: tipsterTips,
    params: { id },
    query: toTipsterTipParameters(filters),
    async evict() {
      await deleteOldestDocuments(store, tipsterTipsPrefix, maxTipsterTipLists, reserved);
      await deleteOverflowTips(store);
    },
    more,
  });
}

function toTipsterTipParameters({ state, league, option, month, at, figure }: TipsterTipFilters) {
  // A point of the chart shows all tips of its instant, which are few.
  const limit = at === undefined ? pageSize : tipListLimit;
  return {
    state,
    limit,
    ...(league !== undefined && { league }),
    ...(option !== undefined && { option }),
    ...(month !== undefined && { month }),
    ...(at !== undefined && { at }),
    ...(figure !== undefined && { figure }),
  };
}

/** Maximum number of stored tips of followed tipsters. */
const maxFollowedTips = 500;

/** Refreshes the newest tips of followed tipsters; with `more` loads another page. */
export async function refreshFollowedTips(
  parts: MemberRefreshDependencies,
  { more }: { more?: boolean },
): Promise<RefreshOutcome> {
  const { memberStore: store, now } = parts;
  const { followedTips: table, documents } = store;
  return refreshTipList(parts, {
    store,
    table,
    name: followedTipsDocument,
    route: followedTips,
    query: { limit: tipListLimit },
    range: {},
    async evict(pages) {
      await deleteUnrefreshedTips(table, pages);
      const oldest = await table.orderBy('creationTime').primaryKeys();
      await table.bulkDelete(oldest.slice(0, Math.max(0, oldest.length - maxFollowedTips)));
      // Tips posted before the member's first visit are not displayed as new.
      if (await documents.get(followedTipsSeenDocument)) return;
      const newest = await table.orderBy('creationTime').last();
      const seen = newest?.creationTime ?? '';
      await documents.put(toDocumentRow(followedTipsSeenDocument, seen, undefined, now()));
    },
    more,
  });
}

/**
 * Deletes tips older than the refreshed pages, which might contain a text that was removed since.
 */
async function deleteUnrefreshedTips(
  table: MemberStore['followedTips'],
  pages: readonly FetchedPage<Tip>[],
): Promise<void> {
  const [first, last] = [pages[0], pages.at(-1)?.ids.at(-1)];
  if (first?.before !== undefined || last === undefined) return;
  const end = await table.get(last);
  if (end) await table.where('creationTime').below(end.creationTime).delete();
}

/** Refreshes one public tip. */
export async function refreshTip(
  { api, publicStore: store, backend }: RefreshDependencies,
  { id }: { id: string },
): Promise<RefreshOutcome> {
  const answer = await api.callWithSchema(oneTip, backend.rowSchemas().tip, { params: { id } });
  if (isNotFound(answer)) {
    await store.tips.delete(id);
    return 'fresh';
  }
  if (answer.kind !== 'ok') return toRefreshOutcome(answer);
  await store.tips.put(removePrivateFields(resolveAuthorPicture(api, answer.reply)));
  return 'fresh';
}

/** Deletes the oldest tips above the limit, except those in a stored list. */
async function deleteOverflowTips(store: PublicStore): Promise<void> {
  const tooMany = (await store.tips.count()) - maxStoredTips;
  if (tooMany <= 0) return;
  const lists = [feedDocument(''), tipsterTipsPrefix, fixtureTipsPrefix];
  const named = await Promise.all(lists.map((kind) => readListedIds(store, kind)));
  const oldest = await store.tips.orderBy('creationTime').primaryKeys();
  await store.tips.bulkDelete(
    oldest.filter((id) => !named.some((ids) => ids.has(id))).slice(0, tooMany),
  );
}
