import { useLiveQuery } from 'dexie-react-hooks';
import { gameSearchText } from '#client/clubs.ts';
import type { Tip, AdminTipFilter } from '#contract/tips.ts';
import { toSearchWords } from '#domain/names/text-folding.ts';
import {
  addSubjects,
  fixtureIdOfSubject,
  fixtureSubject,
  mainSubjectOf,
  tipIdOfSubject,
  tipSubject,
} from '#sync/outbox/subjects.ts';
import type { MemberStore } from '#sync/storage/member-store.ts';
import type { OperationRow } from '#sync/outbox/operation-row.ts';
import type { OptimisticTip } from '#sync/optimistic-rows.ts';
import { useDevice } from '../device/device.tsx';
import { useKeyedQuery } from '../keyed-query.ts';
import { loadOptimisticViews } from '../member-row-queries.ts';
import { createNameMatcher } from './public-tip-queries.ts';

/**
 * All members' loaded tips, filtered by state and search, with the administrator's own changes
 * applied.
 */
export function useAdminTips(
  { state, search }: AdminTipsFilter,
  limit: number,
): AdminTips | undefined {
  const { member } = useDevice();
  return useLiveQuery(
    async () =>
      member
        ? readAdminTips(member.store, { state, search }, limit)
        : { tips: [], limit, more: false },
    [member, state, search, limit],
  );
}

/** One tip of any member; null if the tip was not loaded or `id` is undefined. */
export function useAdminTip(id: string | undefined): OptimisticTip | null | undefined {
  const { member } = useDevice();
  return useKeyedQuery(
    id,
    async () => (member && id !== undefined ? readAdminTip(member.store, id) : null),
    [member],
  );
}

/** The number of loaded tips that an administrator must price or confirm. */
export function useAdminCounts(): AdminCounts | undefined {
  const { member } = useDevice();
  return useLiveQuery(
    async () => (member ? readAdminCounts(member.store) : { unpriced: 0, unconfirmed: 0 }),
    [member],
  );
}

/** The time of the list's last fetch by this device's clock; null if it was never fetched. */
export function useAdminTipsFetchedAt(): number | null | undefined {
  const { member } = useDevice();
  return useLiveQuery(
    async () => (await member?.store.documents.get('admin-tips'))?.fetchedAt ?? null,
    [member],
  );
}

/** The filters of the administrator's list. */
export type AdminTipsFilter = { state: AdminTipFilter; search: string };

/** Matching tips, newest first, up to `limit`; `more` is true if this device has others. */
export type AdminTips = { tips: OptimisticTip[]; limit: number; more: boolean };

/** The number of loaded tips without odds, and of decided tips that are not confirmed. */
export type AdminCounts = { unpriced: number; unconfirmed: number };

/** Rows read per query, and the maximum number of rows that are counted. */
const adminTipBatchSize = 500;
const maxCountedTips = 2000;

/** Reads all members' loaded tips that match the filters. */
export async function readAdminTips(
  store: MemberStore,
  { state, search }: AdminTipsFilter,
  limit: number,
): Promise<AdminTips> {
  const words = toSearchWords(search).map((word) => createNameMatcher(word, gameSearchText));
  const matches = (tip: Tip) => isInState(tip, state) && matchesSearchWords(tip, words);
  const matching = (await readMatchingTips(store, { matches, count: limit + 1 })).filter(matches);
  return { tips: matching.slice(0, limit), limit, more: matching.length > limit };
}

/** Reads one tip of any member; null if the tip was not loaded. */
export async function readAdminTip(store: MemberStore, id: string): Promise<OptimisticTip | null> {
  const tables = [store.adminTips, store.operations];
  const { tip, operations } = await store.transaction('r', tables, async () => {
    const tip = await store.adminTips.get(id);
    const fixtures = tip?.options.map(({ fixtureId }) => fixtureSubject(fixtureId)) ?? [];
    const subjects = [tipSubject(id), ...fixtures];
    const sharing = store.operations.where('subjects').anyOf(subjects);
    const operations = await sharing.distinct().sortBy('seq');
    return { tip, operations };
  });
  if (!tip || operations.length === 0) return tip ?? null;
  const { applyPendingToAdminTips } = await loadOptimisticViews();
  return applyPendingToAdminTips([tip], operations)[0] ?? null;
}

/** Counts tips that need an administrator among the newest `maxCountedTips` loaded tips. */
export async function readAdminCounts(store: MemberStore): Promise<AdminCounts> {
  const matches = (tip: Tip) => isInState(tip, 'unpriced') || isInState(tip, 'decided');
  const shown = await readMatchingTips(store, {
    matches,
    count: maxCountedTips,
    maxRows: maxCountedTips,
  });
  const count = (state: AdminTipFilter) => shown.filter((tip) => isInState(tip, state)).length;
  return { unpriced: count('unpriced'), unconfirmed: count('decided') };
}

type TipRowSearch = { matches: (tip: Tip) => boolean; count: number; maxRows?: number };

/** Reads rows that match the search or that an operation changes, with the operations applied. */
async function readMatchingTips(
  store: MemberStore,
  search: TipRowSearch,
): Promise<OptimisticTip[]> {
  const tables = [store.adminTips, store.operations];
  const { tips, operations } = await store.transaction('r', tables, async () => {
    const operations = await store.operations.orderBy('seq').toArray();
    // A pending operation may change whether a tip matches, so all tips that it changes are read.
    const tips = await findCandidateTips(store, search, createTouchedTipCheck(operations));
    return { tips, operations };
  });
  if (operations.length === 0) return tips;
  const { applyPendingToAdminTips } = await loadOptimisticViews();
  return applyPendingToAdminTips(tips, operations);
}

/** Reads rows that match the search and rows that an operation may change, newest first. */
async function findCandidateTips(
  store: MemberStore,
  { matches, count, maxRows = Infinity }: TipRowSearch,
  isTouched: TouchedTipCheck | undefined,
): Promise<Tip[]> {
  const byId = new Map<string, Tip>();
  const seen = new Set<string>();
  let sure = 0;
  let until = '\uffff';
  for (;;) {
    const rows = await store.adminTips
      .where('creationTime')
      .belowOrEqual(until)
      .reverse()
      .limit(adminTipBatchSize)
      .toArray();
    const fresh = rows.filter(({ id }) => !seen.has(id));
    for (const row of fresh) {
      seen.add(row.id);
      const mayChange = isTouched?.(row) === true;
      if (matches(row) && !mayChange) sure += 1;
      if (mayChange || matches(row)) byId.set(row.id, row);
    }
    const last = fresh.at(-1);
    if (!last || rows.length < adminTipBatchSize || sure >= count || seen.size >= maxRows) break;
    until = last.creationTime;
  }
  if (isTouched && isTouched.ids.length > 0) {
    for (const row of await store.adminTips.bulkGet(isTouched.ids)) if (row) byId.set(row.id, row);
  }
  return [...byId.values()].toSorted(compareByNewest);
}

function compareByNewest(one: Tip, other: Tip): number {
  if (one.creationTime === other.creationTime) return one.id < other.id ? 1 : -1;
  return one.creationTime < other.creationTime ? 1 : -1;
}

/** True if an operation may change the tip; `ids` are the tip ids that the operations contain. */
type TouchedTipCheck = ((tip: Tip) => boolean) & { ids: string[] };

function createTouchedTipCheck(operations: readonly OperationRow[]): TouchedTipCheck | undefined {
  if (operations.length === 0) return undefined;
  const subjects = new Set<string>();
  for (const row of operations) addSubjects(subjects, row);
  const ids = new Set([...subjects].flatMap((subject) => tipIdOfSubject(subject) ?? []));
  const fixtures = new Set(
    operations.flatMap((row) => fixtureIdOfSubject(mainSubjectOf(row)) ?? []),
  );
  const isTouched = ({ id, options }: Tip) =>
    ids.has(id) || options.some(({ fixtureId }) => fixtures.has(fixtureId));
  return Object.assign(isTouched, { ids: [...ids] });
}

function isInState({ options, IsGameSuccessful }: Tip, state: AdminTipFilter): boolean {
  switch (state) {
    case 'all':
      return true;
    case 'treated':
      return IsGameSuccessful;
    case 'unpriced':
      return !IsGameSuccessful && options.some(({ odd, result }) => odd === 0 && result !== 'void');
    case 'undecided':
      return !IsGameSuccessful && options.some(({ result }) => result === 'pending');
    case 'decided':
      return !IsGameSuccessful && options.every(({ result }) => result !== 'pending');
  }
}

/** True if each word of the search occurs in the id, the tipster's name or a game's name. */
function matchesSearchWords(
  { id, tipsterName, options }: Tip,
  words: readonly ((text: string) => boolean)[],
): boolean {
  const texts = [id, tipsterName, ...options.map(({ game }) => game)];
  return words.every((isIn) => texts.some(isIn));
}
