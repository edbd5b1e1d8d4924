import type { OperationRow } from '#sync/outbox/operation-row.ts';
import { rows } from './pool.ts';
import { everything, merged, sortIds, type Setting, type State } from './setting.ts';
import { operationsByKind } from '#sync/operations/registry.ts';
import { hasCommonSubject } from '#sync/outbox/subjects.ts';

// Models queueOperation() of src/sync/outbox/: the new operation is written first, and merged in a
// second transaction if an earlier one may share a subject.

/** Appends an operation, as a tap of the member does. */
export function append(state: State, operation: OperationRow): State {
  const { store, joining, promised } = state;
  const isAlone = !everything.some(
    (other) => promised.includes(other.id) && hasCommonSubject(other, operation),
  );
  const mayJoin = !isAlone && operation.kind === 'follow.set';
  return {
    ...state,
    store: inOrder([...store, operation]),
    promised: sortIds([...promised, operation.id]),
    joining: mayJoin ? sortIds([...joining, operation.id]) : joining,
  };
}

/** Leaves an operation unmerged, because its process was killed or the disk failed. */
export function leaveAlone(state: State, id: string): State {
  return { ...state, joining: state.joining.filter((one) => one !== id) };
}

/** Runs the second transaction of queueOperation(), which merges the new operation. */
export function join(before: State, setting: Setting, id: string): State {
  const state = leaveAlone(before, id);
  const asQueued = everything.find((one) => one.id === id);
  if (!asQueued) return state;
  const sharing = state.store.filter((one) => hasCommonSubject(one, asQueued));
  const own = sharing.find((one) => one.id === id);
  if (own && !(isFree(own) && sharing.at(-1) === own)) return state;
  if (!own && setting.joining === 'what is its own') return state;

  const removed = replacedBy(
    asQueued,
    sharing.filter((one) => one !== own),
  );
  if (own && removed.length === 0) return state;
  // A merged operation is appended after all rows.
  const seq = Math.max(asQueued.seq, ...state.store.map((one) => one.seq)) + 1;
  const placed = own ? merged(asQueued) : asQueued;
  const gone = own ? [...removed, own] : removed;
  const remaining = state.store.filter((one) => !gone.includes(one));
  return {
    ...state,
    store: inOrder([...remaining, rows.of({ ...placed, seq })]),
    promised: sortIds([...state.promised, placed.id]),
    joined: sortIds([...state.joined, ...gone.map((one) => one.id)]),
  };
}

/** The operations that a new one replaces: the refused ones, and the unsent ones at the end. */
function replacedBy({ payload }: OperationRow, sharing: readonly OperationRow[]): OperationRow[] {
  const follow = operationsByKind['follow.set'];
  const latest = follow.payload.parse(payload);
  const replaceable = sharing.filter((one) => follow.merge?.(one, latest) !== undefined);
  const refused = replaceable.filter(isRefused);
  const others = sharing.filter((one) => !refused.includes(one));
  const last = others.findLastIndex((one) => !replaceable.includes(one) || !isFree(one));
  return [...refused, ...others.slice(last + 1)];
}

function isRefused({ state }: OperationRow): boolean {
  return state === 'rejected' || state === 'conflict';
}

function isFree({ state, sentEver }: OperationRow): boolean {
  return state === 'pending' && !sentEver;
}

/** True if the follow is set in the server rows on the phone. */
export function baseFollowing({ base, decisions }: Pick<State, 'base' | 'decisions'>): boolean {
  const last = decisions.findLast(
    ({ id, taken }) => taken && base.contains.includes(id) && wordOf(id) !== undefined,
  );
  return last ? wordOf(last.id) === true : false;
}

/** The value that a follow operation sets; undefined for other operations. */
export function wordOf(id: string): boolean | undefined {
  const read = operationsByKind['follow.set'].payload.safeParse(
    everything.find((one) => one.id === id)?.payload,
  );
  return read.success ? read.data.following : undefined;
}

function inOrder(operations: readonly OperationRow[]): OperationRow[] {
  return operations.toSorted((one, other) => one.seq - other.seq);
}
