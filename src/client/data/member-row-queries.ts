import { createContext, use, useCallback, useMemo } from 'react';
import type { Profile } from '#contract/members.ts';
import type { MemberStore } from '#sync/storage/member-store.ts';
import { followSubjectPrefix } from '#sync/outbox/subjects.ts';
import type { OperationRow } from '#sync/outbox/operation-row.ts';
import type { OptimisticFollow, OptimisticProfile } from '#sync/optimistic-rows.ts';
import { useOptimisticQuery, type OptimisticUpdate } from './optimistic-query.ts';
import { profileDocument, timeOutDocument } from '#sync/refresh/document-names.ts';
import { parseTimeOutEnd } from './device/time-out-document.ts';

/** A follow on this device; `pressed` is the tapped state while it is being stored. */
export type ShownFollow = OptimisticFollow & { pressed?: boolean };

/** A member's small rows, with the pending operations applied. */
export type MemberRows = {
  /** The outbox in order, unreadable rows included. */
  operations: readonly OperationRow[];
  /** The followed tipsters by id. */
  follows: ReadonlyMap<string, ShownFollow>;
  /** The own profile; null when this device has none yet. */
  profile: OptimisticProfile | null;
  /** The end of the time-out stored on this device, if any. */
  storedTimeOutEnd?: Date | undefined;
};

const nobody: MemberRows = { operations: [], follows: new Map(), profile: null };

type MemberRowsResult = MemberRows | { failure: unknown } | undefined;

/** Provides these rows from one live query; the hooks throw its failure. */
export const MemberRowsContext = createContext<{
  rows: MemberRowsResult;
  update: OptimisticUpdate<MemberRows>;
}>({ rows: undefined, update: () => undefined });

/** The effects of operations; their code loads with the first operation. */
export async function loadOptimisticViews() {
  return import('./optimistic-views.ts');
}

/**
 * One live query of these rows for the whole page, undefined until the first read, with a function
 * for optimistic updates.
 */
export function useMemberRowsQuery(store: MemberStore | undefined): {
  rows: MemberRowsResult;
  update: OptimisticUpdate<MemberRows>;
} {
  const [read, updateRead] = useOptimisticQuery(async () => {
    const rows = store
      ? await readMemberRows(store).catch((failure: unknown) => {
          // A database that the app has closed has a successor: the live query ends with its last rows.
          if (store.hasBeenClosed()) throw failure;
          return { failure };
        })
      : nobody;
    return { store, rows };
  }, [store]);
  const update = useCallback<OptimisticUpdate<MemberRows>>(
    (change, storing) =>
      updateRead((seen) => ({ ...seen, rows: changeRows(seen.rows, change) }), storing),
    [updateRead],
  );
  // The previous member's rows are returned until the next are read.
  const rows = read?.store === store ? read?.rows : undefined;
  return useMemo(() => ({ rows, update }), [rows, update]);
}

function changeRows<Rows extends MemberRows | { failure: unknown }>(
  rows: Rows,
  change: (rows: MemberRows) => MemberRows,
) {
  return 'failure' in rows ? rows : change(rows);
}

/** Shows a tapped change before it is stored. */
export function useUpdateMemberRows(): OptimisticUpdate<MemberRows> {
  return use(MemberRowsContext).update;
}

/** The rows; undefined until they were read. Throws if they cannot be read. */
export function useMemberRows(): MemberRows | undefined {
  const { rows } = use(MemberRowsContext);
  if (rows && 'failure' in rows) throw rows.failure;
  return rows;
}

async function readMemberRows(store: MemberStore): Promise<MemberRows> {
  const { operations, follows, documents } = store;
  const [pending, following, profile, timeOutEnd] = await store.transaction(
    'r',
    operations,
    follows,
    documents,
    async () =>
      Promise.all([
        operations.orderBy('seq').toArray(),
        follows.toArray(),
        documents.get(profileDocument).then((document) => parseStoredProfile(document?.value)),
        documents.get(timeOutDocument).then((document) => parseTimeOutEnd(document?.value)),
      ]),
  );
  if (pending.length === 0) {
    return {
      operations: [],
      follows: toFollowsByTipster(following),
      profile: profile ?? null,
      storedTimeOutEnd: timeOutEnd,
    };
  }
  const { toOptimisticFollows, toOptimisticProfile, parseOperationRows } =
    await loadOptimisticViews();
  const readable = parseOperationRows(pending);
  return {
    operations: readable,
    follows: toFollowsByTipster(toOptimisticFollows(following, readable)),
    profile: toOptimisticProfile(profile, readable) ?? null,
    storedTimeOutEnd: timeOutEnd,
  };
}

/**
 * Reads the followed tipsters with the pending follows applied. Other operations are not read, so
 * that a live query of this does not run again with each of them.
 */
export async function readFollows({
  follows,
  operations,
}: MemberStore): Promise<MemberRows['follows']> {
  const [following, pending] = await Promise.all([
    follows.toArray(),
    operations.where('subjects').startsWith(followSubjectPrefix).toArray(),
  ]);
  if (pending.length === 0) return toFollowsByTipster(following);
  const { toOptimisticFollows, parseOperationRows } = await loadOptimisticViews();
  return toFollowsByTipster(toOptimisticFollows(following, parseOperationRows(pending)));
}

function toFollowsByTipster(follows: readonly OptimisticFollow[]): MemberRows['follows'] {
  return new Map(follows.map((follow) => [follow.tipsterId, follow]));
}

// Checked against the contract when it was written; another build may have written another document.
function parseStoredProfile(value: unknown): Profile | undefined {
  return isProfile(value) ? value : undefined;
}

function isProfile(value: unknown): value is Profile {
  return (
    typeof value === 'object' && value !== null && 'emailVerified' in value && 'firstName' in value
  );
}

/** The own profile; null when this device has none yet. */
export function useProfile(): OptimisticProfile | null | undefined {
  return useMemberRows()?.profile;
}

/** The followed tipsters by id; undefined until they were read. */
export function useFollows(): ReadonlyMap<string, ShownFollow> | undefined {
  return useMemberRows()?.follows;
}
