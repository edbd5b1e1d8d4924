import { useObservable } from 'dexie-react-hooks';
import type { Ticket } from '#contract/tickets.ts';
import { observed } from '#sync/observable.ts';
import type { DocumentRow, PublicStore } from '#sync/public-store.ts';
import type { Device } from './device.ts';
import { useDevice } from './device-context.ts';
import { type Folded, foldedQuery } from '#sync/folded-query.ts';
import {
  feedDocument,
  type FeedFilters,
  feedSearchDocument,
  feedSearchKey,
} from '#sync/document-names.ts';
import { partOfNames } from './name-search.ts';
import { type Fetched, useFetched } from './use-document.ts';
import { queueIn } from './use-operations.ts';
import { useServerNow } from './use-server-now.ts';

const newestKept = 100;

/**
 * The newest tips of everybody that match, of those this device holds or was told to match;
 * undefined while it holds none and was never told that there are none.
 */
export function useFeed(filters: FeedFilters, limit = newestKept): Ticket[] | undefined {
  const device = useDevice();
  const key = feedSearchKey(filters);
  // Time only matters to who asks what has not started yet.
  const minute = useServerNow(60_000).getTime();
  const now = filters.open ? minute : 0;
  return useObservable<Ticket[] | undefined>(
    () => {
      let told = false;
      const found = tipsOn(device, async (store) => {
        const tips = await matching(store, { filters, now }, limit);
        told = tips.length > 0 || (await isTold(store, key));
        return tips;
      });
      // That there are none is only known once somebody has been asked.
      return {
        ...found,
        subscribe: (next, error) => found.subscribe((tips) => next(told ? tips : undefined), error),
      };
    },
    // The filters are the same for as long as their key is.
    [device, key, now, limit],
  );
}

/** When these tips were fetched, by this device's clock, and where the server's next page begins. */
export function useFeedPage(filters: FeedFilters): Fetched<FeedPage> | null | undefined {
  const key = feedSearchKey(filters);
  const page = useFetched(key === '' ? feedDocument : feedSearchDocument, isFeedPage);
  return page && (page.value.key ?? '') !== key ? null : page;
}

type FeedPage = { key?: string; next: string | null };

function isFeedPage(value: unknown): value is FeedPage {
  return typeof value === 'object' && value !== null && 'next' in value;
}

/** What this device holds, put through the same filters as the server's, in the same order. */
async function matching(
  store: PublicStore,
  { filters, now }: { filters: FeedFilters; now: number },
  limit: number,
): Promise<Ticket[]> {
  const key = feedSearchKey(filters);
  if (key === '') return newest(store.tips).limit(limit).toArray();
  const { search = '', minOdds = 0, stars = 0, open = false } = filters;
  const isNamed = partOfNames(search);
  const told = await toldToMatch(store, key);
  const starred = stars === 0 ? undefined : await tipstersWith(store, stars);
  return newest(store.tips)
    .filter(
      (tip) =>
        told.has(tip.id) ||
        (isNamed(tip.tipsterName) &&
          tip.totalOdds >= minOdds &&
          (starred?.has(tip.tipsterId) ?? true) &&
          (!open || Date.parse(tip.expiryTime) > now)),
    )
    .limit(limit)
    .toArray();
}

async function isTold({ documents }: PublicStore, key: string): Promise<boolean> {
  if (key === '') return (await documents.get(feedDocument)) !== undefined;
  return searchIn(await documents.get(feedSearchDocument), key) !== undefined;
}

async function toldToMatch(store: PublicStore, key: string): Promise<ReadonlySet<unknown>> {
  const found = searchIn(await store.documents.get(feedSearchDocument), key);
  return new Set(found && 'ids' in found && Array.isArray(found.ids) ? found.ids : []);
}

/** What the last search found, if it was this one. */
function searchIn(document: DocumentRow | undefined, key: string): object | undefined {
  const { value } = document ?? {};
  if (typeof value !== 'object' || value === null) return undefined;
  return 'key' in value && value.key === key ? value : undefined;
}

async function tipstersWith({ tipsters }: PublicStore, stars: number) {
  const found = await tipsters.filter(({ record }) => (record.stars ?? -1) >= stars).primaryKeys();
  return new Set(found);
}

/** The newest tips that hold a leg on a fixture. */
export function useFixtureTips(fixtureId: string): Ticket[] | undefined {
  const device = useDevice();
  return useObservable<Ticket[]>(
    () =>
      tipsOn(device, async ({ tips }) =>
        newest(tips)
          .limit(newestKept)
          .filter(({ options }) => options.some((leg) => leg.fixtureId === fixtureId))
          .toArray(),
      ),
    [device, fixtureId],
  );
}

function newest(tips: PublicStore['tips']) {
  return tips.orderBy('creationTime').reverse();
}

const nothingOwed = observed<readonly unknown[]>([]);
const noRules = observed(true);

/** Tips without those that their own tipster takes back right now. */
export function tipsOn(
  { publicStore, member }: Device,
  read: (store: PublicStore) => Promise<Ticket[]>,
): Folded<Ticket[]> {
  return foldedQuery({
    owed: member ? queueIn(member.outbox) : nothingOwed,
    rules: noRules,
    wanted: () => ({ key: '', read: () => read(publicStore) }),
    show(tips, changes) {
      if (changes === 'none') return tips;
      const gone = new Set(changes.operations.flatMap(withdrawnBy));
      return tips.filter(({ id }) => !gone.has(id));
    },
  });
}

const ended: readonly unknown[] = ['rejected', 'conflict', 'unreadable'];

/** The ticket that an operation takes back, as long as it counts; its lane names it. */
function withdrawnBy(row: unknown): string[] {
  if (typeof row !== 'object' || row === null) return [];
  if (!('kind' in row) || row.kind !== 'tip.withdraw') return [];
  if ('state' in row && ended.includes(row.state)) return [];
  return 'lane' in row && typeof row.lane === 'string' ? [row.lane.slice('tip:'.length)] : [];
}
