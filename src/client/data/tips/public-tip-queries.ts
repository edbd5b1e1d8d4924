import { useLiveQuery } from 'dexie-react-hooks';
import { isInPlay } from '#client/ui/tip/tip-progress.ts';
import type { Tip } from '#contract/tips.ts';
import { foldText } from '#domain/names/text-folding.ts';
import { minStarsFor } from '#domain/record.ts';
import { feedDocument, feedSearchKey, type FeedFilters } from '#sync/refresh/document-names.ts';
import { parseStoredList, type StoredList } from '#sync/refresh/stored-list.ts';
import type { PublicStore } from '#sync/storage/public-store.ts';
import { type Device, useDevice } from '../device/device.tsx';
import { useKeyedQuery } from '../keyed-query.ts';
import { loadOptimisticViews } from '../member-row-queries.ts';
import { useServerNow } from '../device/server-time.ts';

const publicTipsLimit = 100;

/** A view of the feed: `in-play`, or the key of a league whose games are in the tips. */
export type FeedView = 'in-play' | (string & {});

/**
 * The newest public tips that match by this device's check of the filters or by the server's list;
 * undefined if there are none and the list was never loaded.
 */
export function useFeed(
  filters: FeedFilters,
  limit = publicTipsLimit,
  view?: FeedView,
): Tip[] | undefined {
  const device = useDevice();
  const key = feedSearchKey(filters);
  // Only the filters for open and in-play tips depend on the time and need a query per minute.
  const minute = useServerNow(60_000).getTime();
  const now = filters.open || view === 'in-play' ? minute : 0;
  return useLiveQuery(async () => {
    let isLoaded = false;
    const tips = await readPublicTips(device, async (store) => {
      const list = parseStoredList((await store.documents.get(feedDocument(key)))?.value);
      const found = await readMatchingFeedTips(store, { filters, now, limit, view }, list);
      isLoaded = found.length > 0 || list !== undefined;
      return found;
    });
    // An empty result is shown only after the list was loaded.
    return isLoaded ? tips : undefined;
    // `filters` is not a dependency, because `key` changes with it.
  }, [device, key, now, limit, view]);
}

/** Reads tips on this device, filtered and ordered by the server's rules. */
async function readMatchingFeedTips(
  store: PublicStore,
  { limit, view, ...query }: FeedQuery & { limit: number; view: FeedView | undefined },
  list: StoredList | undefined,
): Promise<Tip[]> {
  const tips = queryNewestTips(store.tips);
  if (view === undefined && feedSearchKey(query.filters) === '') return tips.limit(limit).toArray();
  const matches = await createFeedFilter(store, query, list);
  return tips
    .filter((tip) => matches(tip) && isInView(tip, view, query.now))
    .limit(limit)
    .toArray();
}

type FeedQuery = { filters: FeedFilters; now: number };

/** Returns a predicate for tips that match by this device's rows or by the server's list. */
export async function createFeedFilter(
  store: PublicStore,
  { filters, now }: FeedQuery,
  list?: StoredList,
): Promise<(tip: Tip) => boolean> {
  const { search = '', minOdds = 0, stars = 0, open = false } = filters;
  const isNamed = createNameMatcher(search);
  const listed = new Set(list?.ids);
  const starred = stars === 0 ? undefined : await findTipstersWithStars(store, stars);
  return (tip) =>
    // The server's list decides on names and stars; odds and times are in the tip itself.
    (listed.has(tip.id) || (isNamed(tip.tipsterName) && (starred?.has(tip.tipsterId) ?? true))) &&
    tip.totalOdds >= minOdds &&
    (!open || Date.parse(tip.expiryTime) > now);
}

function isInView(tip: Tip, view: FeedView | undefined, now: number): boolean {
  if (view === undefined) return true;
  if (view === 'in-play') return isInPlay(tip, new Date(now));
  return tip.options.some(({ sportKey }) => sportKey === view);
}

/** The leagues of the tips on this device, the most frequent first. */
export function useTippedLeagues(): string[] | undefined {
  const { publicStore } = useDevice();
  return useLiveQuery(async () => {
    const counts = new Map<string, number>();
    const tips = await queryNewestTips(publicStore.tips).limit(publicTipsLimit).toArray();
    for (const { sportKey } of tips.flatMap(({ options }) => options)) {
      if (sportKey !== undefined) counts.set(sportKey, (counts.get(sportKey) ?? 0) + 1);
    }
    const byCount = [...counts].toSorted(([, one], [, other]) => other - one);
    return byCount.map(([sportKey]) => sportKey);
  }, [publicStore]);
}

async function findTipstersWithStars({ tipsters }: PublicStore, stars: number) {
  const minStars = minStarsFor(stars);
  const found = await tipsters
    .filter(({ record }) => (record.stars ?? -1) >= minStars)
    .primaryKeys();
  return new Set(found);
}

/** The newest tips with a leg on a fixture. */
export function useFixtureTips(fixtureId: string): Tip[] | undefined {
  const device = useDevice();
  return useLiveQuery(
    async () =>
      readPublicTips(device, async ({ tips }) =>
        queryNewestTips(tips)
          .filter(({ options }) => options.some((leg) => leg.fixtureId === fixtureId))
          .limit(publicTipsLimit)
          .toArray(),
      ),
    [device, fixtureId],
  );
}

function queryNewestTips(tips: PublicStore['tips']) {
  return tips.orderBy('creationTime').reverse();
}

/** Reads public tips, without withdrawn tips and texts that an operation of this device erased. */
export async function readPublicTips(
  { publicStore, member }: Device,
  read: (store: PublicStore) => Promise<Tip[]>,
): Promise<Tip[]> {
  const [tips, pending] = await Promise.all([
    read(publicStore),
    member ? member.store.operations.toArray() : [],
  ]);
  if (pending.length === 0) return tips;
  const { listWithdrawnTipIds, removeErasedTexts } = await loadOptimisticViews();
  const withdrawnIds = listWithdrawnTipIds(pending);
  const shown = tips.filter(({ id }) => !withdrawnIds.has(id));
  return removeErasedTexts(shown, pending);
}

/** A public tip; null if this device does not have it, undefined until it was read. */
export function useTip(id: string): Tip | null | undefined {
  const device = useDevice();
  const read = async () => {
    const [tip = null] = await readPublicTips(device, async ({ tips }) => {
      const own = device.member?.store;
      const found =
        (await tips.get(id)) ?? (await own?.followedTips.get(id)) ?? (await own?.tips.get(id));
      return found ? [found] : [];
    });
    return tip;
  };
  return useKeyedQuery(id, read, [device]);
}

/** Returns a predicate for names that contain the text, compared as the server compares them. */
export function createNameMatcher(text: string, textOf = foldText): (name: string) => boolean {
  const part = foldText(text);
  const known = new Map<string, boolean>();
  return (name) => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const found = textOf(name).includes(part);
    known.set(name, found);
    return found;
  };
}
