import { createContext, use, useCallback, useMemo } from 'react';
import type { Profile } from '#contract/members.ts';
import type { MemberStore } from '#sync/storage/member-store.ts';
import { subjectOf } from '#sync/outbox/subjects.ts';
import type { OperationRow } from '#sync/outbox/operation-row.ts';
import type { OptimisticFollow, OptimisticProfile } from '#sync/optimistic-rows.ts';
import { useOptimisticQuery, type OptimisticUpdate } from './optimistic-query.ts';
import { profileDocument, timeOutDocument } from '#sync/refresh/document-names.ts';
import { parseTimeOutEnd } from './device/time-out-document.ts';

/** A follow with pending operations applied; `pressed` is the tapped state until it is stored. */
export type ShownFollow = OptimisticFollow & { pressed?: boolean };

/** The member's rows that many screens need, with the pending operations applied. */
export type MemberRows = {
  /** All operations of the outbox in order, including rows that this build cannot read. */
  operations: readonly OperationRow[];
  /** The followed tipsters by id. */
  follows: ReadonlyMap<string, ShownFollow>;
  /** The member's own profile; null if this device has none yet. */
  profile: OptimisticProfile | null;
  /** The end of the time-out stored on this device, if any. */
  storedTimeOutEnd?: Date | undefined;
};

const emptyMemberRows: MemberRows = { operations: [], follows: new Map(), profile: null };

type MemberRowsResult = MemberRows | { failure: unknown } | undefined;

/** The result of one live query, which all screens share, and a function for optimistic updates. */
export const MemberRowsContext = createContext<{
  rows: MemberRowsResult;
  update: OptimisticUpdate<MemberRows>;
}>({ rows: undefined, update: () => undefined });

/** Loads the code that applies operations to rows; it is needed from the first operation on. */
export async function loadOptimisticViews() {
  return import('./optimistic-views.ts');
}

/**
 * Starts the page's only live query of the member's rows. Returns the rows, undefined until the
 * first read, and a function for optimistic updates.
 */
export function useMemberRowsQuery(store: MemberStore | undefined): {
  rows: MemberRowsResult;
  update: OptimisticUpdate<MemberRows>;
} {
  const [read, updateRead] = useOptimisticQuery(async () => {
    const rows = store
      ? await readMemberRows(store).catch((failure: unknown) => {
          // The app closed this database and opened another, so the query ends with its last rows.
          if (store.hasBeenClosed()) throw failure;
          return { failure };
        })
      : emptyMemberRows;
    return { store, rows };
  }, [store]);
  const update = useCallback<OptimisticUpdate<MemberRows>>(
    (change, storing) =>
      updateRead((seen) => ({ ...seen, rows: changeRows(seen.rows, change) }), storing),
    [updateRead],
  );
  // The live query returns the previous member's rows until it has read again.
  const rows = read?.store === store ? read?.rows : undefined;
  return useMemo(() => ({ rows, update }), [rows, update]);
}

function changeRows<Rows extends MemberRows | { failure: unknown }>(
  rows: Rows,
  change: (rows: MemberRows) => MemberRows,
) {
  return 'failure' in rows ? rows : change(rows);
}

/** Returns a function that shows a tapped change before it is stored. */
export function useUpdateMemberRows(): OptimisticUpdate<MemberRows> {
  return use(MemberRowsContext).update;
}

/** The member's rows; undefined until they were read. Throws if they cannot be read. */
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
  const { toOptimisticFollows, toOptimisticRow, parseOperationRows } = await loadOptimisticViews();
  const readable = parseOperationRows(pending);
  return {
    operations: readable,
    follows: toFollowsByTipster(toOptimisticFollows(following, readable)),
    profile: toOptimisticRow('profile', profile, readable) ?? null,
    storedTimeOutEnd: timeOutEnd,
  };
}

/**
 * Reads the followed tipsters with pending follows applied. Reads no other operations, so that they
 * do not run the caller's live query again.
 */
export async function readFollows({
  follows,
  operations,
}: MemberStore): Promise<MemberRows['follows']> {
  const [following, pending] = await Promise.all([
    follows.toArray(),
    operations.where('subjects').startsWith(subjectOf('follow', '')).toArray(),
  ]);
  if (pending.length === 0) return toFollowsByTipster(following);
  const { toOptimisticFollows, parseOperationRows } = await loadOptimisticViews();
  return toFollowsByTipster(toOptimisticFollows(following, parseOperationRows(pending)));
}

function toFollowsByTipster(follows: readonly OptimisticFollow[]): MemberRows['follows'] {
  return new Map(follows.map((follow) => [follow.tipsterId, follow]));
}

// The profile was validated when it was written, but another build may have stored another shape.
function parseStoredProfile(value: unknown): Profile | undefined {
  return isProfile(value) ? value : undefined;
}

function isProfile(value: unknown): value is Profile {
  return (
    typeof value === 'object' && value !== null && 'emailVerified' in value && 'firstName' in value
  );
}

/** The member's own profile; null if this device has none yet. */
export function useProfile(): OptimisticProfile | null | undefined {
  return useMemberRows()?.profile;
}

/** The followed tipsters by id; undefined until they were read. */
export function useFollows(): ReadonlyMap<string, ShownFollow> | undefined {
  return useMemberRows()?.follows;
}
