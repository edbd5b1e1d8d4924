import type { EntityTable } from 'dexie';
import { tipListLimit } from '#contract/limits.ts';
import { tipsterTips } from '#contract/records.ts';
import type { Route } from '#contract/route.ts';
import { followedTips, oneTip, publicTip, recentTips, Tip } from '#contract/tips.ts';
import type { CallOptions } from '../backend/api.ts';
import type { MemberStore } from '../storage/member-store.ts';
import type { PublicStore } from '../storage/public-store.ts';
import { documentOf, dropOldest, isMissing, shortOf } from './document.ts';
import {
  feedDocument,
  type FeedFilters,
  feedSearches,
  feedSearchKey,
  fixtureTipLists,
  fixtureTipsDocument,
  followedDocument,
  followedSeenDocument,
  searchedName,
  type TipsterTipFilters,
  tipsterTipLists,
  tipsterTipsDocument,
} from './document-names.ts';
import { type FetchedPage, idsNamedBy, pageAt, refreshPages } from './list-pages.ts';
import { dropUnlisted, withAuthorPicture } from './listed-tips.ts';
import type { Freshness, MemberParts, RefreshParts } from './parts.ts';
import { followedBy } from './tipsters.ts';
import { readList, UnreadList } from './unreadable-rows.ts';

/** A list of tips of the server, as this device stores it. */
type TipList = {
  store: PublicStore | MemberStore;
  table: EntityTable<Tip, 'id'>;
  name: string;
  route: Route;
  query: NonNullable<CallOptions['query']>;
  params?: Record<string, string>;
  /** Set if a tip within a page's range that the page lacks was withdrawn. */
  range?: { fixtureId?: string };
  /** Deletes what is too old, in the transaction of the pages. */
  evict: (pages: readonly FetchedPage<Tip>[]) => Promise<unknown>;
  more?: boolean | undefined;
};

function refreshTips({ api, now }: RefreshParts, list: TipList): Promise<Freshness> {
  const { store, table, name, route, query, params, range, evict, more } = list;
  return refreshPages<Tip>(
    {
      store,
      table: table.name,
      name,
      now,
      request: (before, etag) =>
        api.callAs(route, UnreadList, {
          ...(params && { params }),
          query: { ...query, ...pageAt(before) },
          etag,
        }),
      read: async (reply) => readList(reply, Tip),
      async write(pages) {
        for (const { list, before } of pages) {
          if (!list) continue;
          if (range) await dropUnlisted(table, { list, limit: tipListLimit, before, ...range });
          await table.bulkPut(list.rows.map((tip) => publicTip(withAuthorPicture(api, tip))));
        }
        await evict(pages);
      },
    },
    { more },
  );
}

/** Maximum numbers of stored tips and searches, in addition to tips of the newest lists. */
const maxStoredTips = 500;
const maxStoredSearches = 10;

/** The filters of the feed; `more` loads another page. */
export type FeedQuery = FeedFilters & { more?: boolean };

/**
 * Refreshes the newest tips of all tipsters, or those of a search; with `more` loads another page.
 */
export async function refreshFeed(parts: RefreshParts, feed: FeedQuery): Promise<Freshness> {
  const { publicStore: store } = parts;
  const key = feedSearchKey(feed);
  return refreshTips(parts, {
    store,
    table: store.tips,
    name: feedDocument(key),
    route: recentTips,
    query: { limit: tipListLimit, ...filtersOf(feed) },
    // A tip missing from a search may still exist.
    ...(key === '' && { range: {} }),
    async evict() {
      await dropOldest(store, feedSearches, maxStoredSearches);
      await dropOverflow(store);
    },
    more: feed.more,
  });
}

function filtersOf({ search, minOdds, stars, open }: FeedFilters) {
  const name = searchedName(search);
  return {
    ...(name !== '' && { search: name }),
    ...(minOdds && { minOdds }),
    ...(stars && { stars }),
    ...(open && { open }),
  };
}

/** Maximum number of stored lists: one half for prefetched games, one half for opened games. */
const maxFixtureLists = 40;

/** Refreshes the newest tips with a leg on a fixture. */
export async function refreshFixtureTips(
  parts: RefreshParts,
  { fixtureId }: { fixtureId: string },
): Promise<Freshness> {
  const { publicStore: store } = parts;
  return refreshTips(parts, {
    store,
    table: store.tips,
    name: fixtureTipsDocument(fixtureId),
    route: recentTips,
    query: { limit: tipListLimit, fixtureId },
    range: { fixtureId },
    async evict() {
      await dropOldest(store, fixtureTipLists, maxFixtureLists);
      await dropOverflow(store);
    },
  });
}

/** The filters of a tipster's tips; `more` loads another page. */
export type TipsterTipQuery = TipsterTipFilters & { id: string; more?: boolean };

/** Page size of a tipster's tips. */
const pageSize = 20;

/** Maximum number of stored lists, in addition to unfiltered ones of followed tipsters. */
export const maxTipsterLists = 40;

/** Refreshes the settled or open tips of a tipster; with `more` loads another page. */
export async function refreshTipsterTips(
  parts: RefreshParts,
  { id, more, ...filters }: TipsterTipQuery,
): Promise<Freshness> {
  const { publicStore: store } = parts;
  const followed = await followedBy(parts);
  const reserved = followed.flatMap((tipster) =>
    (['settled', 'open'] as const).map((state) => tipsterTipsDocument(tipster, { state })),
  );
  return refreshTips(parts, {
    store,
    table: store.tips,
    name: tipsterTipsDocument(id, filters),
    route: tipsterTips,
    params: { id },
    query: queryOf(filters),
    async evict() {
      await dropOldest(store, tipsterTipLists, maxTipsterLists, reserved);
      await dropOverflow(store);
    },
    more,
  });
}

function queryOf({ state, league, option, month, at, figure }: TipsterTipFilters) {
  // An instant has few tips, and a point of the chart shows all of them.
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
  parts: MemberParts,
  { more }: { more?: boolean },
): Promise<Freshness> {
  const { memberStore: store, now } = parts;
  const { followedTips: table, documents } = store;
  return refreshTips(parts, {
    store,
    table,
    name: followedDocument,
    route: followedTips,
    query: { limit: tipListLimit },
    range: {},
    async evict(pages) {
      await dropUnrefreshed(table, pages);
      const oldest = await table.orderBy('creationTime').primaryKeys();
      await table.bulkDelete(oldest.slice(0, Math.max(0, oldest.length - maxFollowedTips)));
      // Tips posted before the member's first visit do not count as new.
      if (await documents.get(followedSeenDocument)) return;
      const newest = await table.orderBy('creationTime').last();
      const seen = newest?.creationTime ?? '';
      await documents.put(documentOf(followedSeenDocument, seen, undefined, now()));
    },
    more,
  });
}

/**
 * Deletes tips beyond the refreshed pages: they would not be refreshed any more, and could keep a
 * removed text.
 */
async function dropUnrefreshed(
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
  { api, publicStore: store, backend }: RefreshParts,
  { id }: { id: string },
): Promise<Freshness> {
  const answer = await api.callAs(oneTip, backend.shapes().tip, { params: { id } });
  if (isMissing(answer)) {
    await store.tips.delete(id);
    return 'fresh';
  }
  if (answer.kind !== 'ok') return shortOf(answer);
  await store.tips.put(publicTip(withAuthorPicture(api, answer.reply)));
  return 'fresh';
}

/** Deletes the oldest tips above the limit, except those in a stored list. */
async function dropOverflow(store: PublicStore): Promise<void> {
  const tooMany = (await store.tips.count()) - maxStoredTips;
  if (tooMany <= 0) return;
  const lists = [feedDocument(''), tipsterTipLists, fixtureTipLists];
  const named = await Promise.all(lists.map((kind) => idsNamedBy(store, kind)));
  const oldest = await store.tips.orderBy('creationTime').primaryKeys();
  await store.tips.bulkDelete(
    oldest.filter((id) => !named.some((ids) => ids.has(id))).slice(0, tooMany),
  );
}
