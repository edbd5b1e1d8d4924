import { useLiveQuery } from 'dexie-react-hooks';
import { mainSubjectOf, tipIdOfSubject, tipSubject } from '#sync/outbox/subjects.ts';
import type { MemberStore, TipRow } from '#sync/storage/member-store.ts';
import type { OperationRow } from '#sync/outbox/operation-row.ts';
import type { OptimisticTip } from '#sync/optimistic-rows.ts';
import { cursorDocument } from '#sync/refresh/document-names.ts';
import { useDevice } from '../device/device.tsx';
import { loadOptimisticViews } from '../member-row-queries.ts';

/** The member's saved or booked tips, newest first, up to `limit`; undefined until read. */
export function useOwnTips({
  booked,
  limit = 20,
}: Pick<OwnTipsQuery, 'booked'> & Partial<OwnTipsQuery>): OptimisticTip[] | undefined {
  const { member } = useDevice();
  return useLiveQuery(
    async () => (member ? readOwnTips(member.store, { booked, limit }) : []),
    [member, booked, limit],
  );
}

/** The numbers of the member's saved and booked tips; undefined until they were read. */
export function useOwnTipCounts(): { saved: number; booked: number } | undefined {
  const { member } = useDevice();
  return useLiveQuery(
    async () => (member ? countOwnTips(member.store) : { saved: 0, booked: 0 }),
    [member],
  );
}

/** The time of the last fetch of own tips by this device's clock, if known. */
export function useOwnTipsFetchedAt(): number | undefined {
  const { member } = useDevice();
  return useLiveQuery(
    async () => (await member?.store.documents.get(cursorDocument))?.fetchedAt,
    [member],
  );
}

/** One tip of the member; null if it does not exist. */
export function useOwnTip(id: string): OptimisticTip | null | undefined {
  const { member } = useDevice();
  return useLiveQuery(async () => (member ? readOwnTip(member.store, id) : null), [member, id]);
}

/** Selects saved or booked own tips, at most `limit`. */
export type OwnTipsQuery = { booked: boolean; limit: number };

/** Reads the member's saved or booked tips, newest first, with the pending operations applied. */
export async function readOwnTips(
  store: MemberStore,
  { booked, limit }: OwnTipsQuery,
): Promise<OptimisticTip[]> {
  const { tips, operations } = await store.transaction('r', store.tips, store.operations, () =>
    readOwnTipsPage(store, { booked, limit }),
  );
  if (operations.length === 0) return tips;
  const { applyPendingToOwnTips } = await loadOptimisticViews();
  const shown = applyPendingToOwnTips(tips, operations);
  return shown.filter(({ IsBooked }) => (IsBooked ?? false) === booked).slice(0, limit);
}

/** Counts own tips with the pending operations applied; reads only rows that operations change. */
async function countOwnTips(store: MemberStore): Promise<{ saved: number; booked: number }> {
  const { counts, touched, operations } = await store.transaction(
    'r',
    store.tips,
    store.operations,
    async () => {
      const operations = await store.operations.orderBy('seq').toArray();
      const ids = new Set(operations.flatMap((row) => tipIdOfSubject(mainSubjectOf(row)) ?? []));
      const [saved, booked, rows] = await Promise.all([
        queryOwnTips(store, false).count(),
        queryOwnTips(store, true).count(),
        store.tips.bulkGet([...ids]),
      ]);
      const touched = rows.filter((tip) => tip !== undefined);
      return { counts: { saved, booked }, touched, operations };
    },
  );
  if (operations.length === 0) return counts;
  const { applyPendingToOwnTips } = await loadOptimisticViews();
  for (const { IsBooked } of touched) counts[IsBooked ? 'booked' : 'saved'] -= 1;
  for (const { IsBooked } of applyPendingToOwnTips(touched, operations)) {
    counts[IsBooked ? 'booked' : 'saved'] += 1;
  }
  return counts;
}

async function readOwnTip(store: MemberStore, id: string): Promise<OptimisticTip | null> {
  const { tip, operations } = await store.transaction(
    'r',
    store.tips,
    store.operations,
    async () => {
      const [tip, operations] = await Promise.all([
        store.tips.get(id),
        store.operations.where('subjects').equals(tipSubject(id)).toArray(),
      ]);
      return { tip, operations };
    },
  );
  if (operations.length === 0) return tip ?? null;
  const { applyPendingToOwnTip } = await loadOptimisticViews();
  return applyPendingToOwnTip(tip, operations, id) ?? null;
}

async function readOwnTipsPage(store: MemberStore, { booked, limit }: OwnTipsQuery) {
  const [operations, newest] = await Promise.all([
    store.operations.orderBy('seq').toArray(),
    readNewestOwnTips(store, booked, limit),
  ]);
  if (operations.length === 0) return { tips: newest, operations };

  const touched = new Set(operations.map(mainSubjectOf));
  const [tips, others] = await Promise.all([
    readRowsUntilLimit(store, { booked, limit }, newest, touched),
    store.tips.bulkGet(findAddedTipIds(operations, booked)),
  ]);
  const listed = new Set(tips.map(({ id }) => id));
  const joined = others.flatMap((tip) => (tip && !listed.has(tip.id) ? [tip] : []));
  return { tips: [...tips, ...joined], operations };
}

/** Reads more rows until `limit` tips certainly remain after the pending operations are applied. */
async function readRowsUntilLimit(
  store: MemberStore,
  { booked, limit }: OwnTipsQuery,
  newest: readonly TipRow[],
  touched: ReadonlySet<string>,
): Promise<readonly TipRow[]> {
  let tips = newest;
  for (let count = limit; tips.length === count;) {
    const staying = tips.filter(({ id }) => !touched.has(tipSubject(id))).length;
    if (staying >= limit) break;
    count += limit - staying;
    tips = await readNewestOwnTips(store, booked, count);
  }
  return tips;
}

async function readNewestOwnTips(
  store: MemberStore,
  booked: boolean,
  limit: number,
): Promise<TipRow[]> {
  return queryOwnTips(store, booked).reverse().limit(limit).toArray();
}

function queryOwnTips(store: MemberStore, booked: boolean) {
  const flag = booked ? 1 : 0;
  return store.tips.where('[booked+creationTime]').between([flag, ''], [flag, '\uffff']);
}

/**
 * Ids of stored tips that pending operations may add to the list of saved or booked tips: a booking
 * adds to the booked tips, and a post that was sent may already have a row. All other operations
 * only remove tips from a list.
 */
function findAddedTipIds(operations: readonly OperationRow[], booked: boolean): string[] {
  const ids = new Set<string>();
  for (const row of operations) {
    const id = tipIdOfSubject(mainSubjectOf(row));
    if (id === undefined) continue;
    if (row.kind === 'tip.post' ? row.sentEver : booked) ids.add(id);
  }
  return [...ids];
}

/** True if the member's rows were ever loaded on this device; undefined until this was read. */
export function useOwnRowsLoaded(): boolean | undefined {
  const { member } = useDevice();
  return useLiveQuery(async () => {
    // A backend without a cursor sends the profile with the tips, so either document is proof.
    const marks = member?.store.documents.where('name').anyOf('cursor', 'profile');
    return marks === undefined || (await marks.count()) > 0;
  }, [member]);
}
