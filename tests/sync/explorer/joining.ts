import type { OperationRow } from '#sync/outbox/operation-row.ts';
import { rows } from './pool.ts';
import { everything, sortIds, type Setting, type State, words } from './setting.ts';
import { operations } from '#sync/operations/registry.ts';

// Models placing() of src/sync/outbox/outbox.ts and coalesce() of src/sync/outbox/coalesce.ts: a
// new operation is appended, which is safe by itself, and merged in a second transaction if an
// earlier one may exist.

/** Appends an operation, as a tap does. */
export function append(state: State, operation: OperationRow): State {
  const { store, joining, promised } = state;
  const sharesLane = everything.some(
    ({ id, lane }) => promised.includes(id) && lane === operation.lane,
  );
  const mayJoin = sharesLane && operation.kind === 'follow.set';
  return {
    ...state,
    store: inOrder([...store, operation]),
    promised: sortIds([...promised, operation.id]),
    joining: mayJoin ? sortIds([...joining, operation.id]) : joining,
  };
}

/** Leaves an operation unmerged: its process ended, or the disk failed. */
export function leaveAlone(state: State, id: string): State {
  return { ...state, joining: state.joining.filter((one) => one !== id) };
}

/** The second transaction of an enqueue. */
export function join(before: State, setting: Setting, id: string): State {
  const state = leaveAlone(before, id);
  const asQueued = everything.find((one) => one.id === id);
  if (!asQueued) return state;
  const lane = state.store.filter((one) => one.lane === asQueued.lane);
  const own = lane.find((one) => one.id === id);
  if (own && !(isFree(state, own) && lane.at(-1) === own)) return state;
  if (!own && setting.joining === 'what is its own') return state;

  const { removed, placed } = coalesced(
    state,
    lane.filter((one) => one !== own),
    asQueued,
  );
  if (own && removed.length === 0) return state;
  const remaining = state.store.filter((one) => one !== own && !removed.includes(one));
  const taken = [...removed.map((one) => one.id), ...(placed ? [] : [id])];
  return {
    ...state,
    store: inOrder([...remaining, ...(placed ? [placed] : [])]),
    joined: sortIds([...new Set([...state.joined, ...taken])]),
  };
}

function coalesced(
  state: State,
  lane: readonly OperationRow[],
  operation: OperationRow,
): { removed: OperationRow[]; placed: OperationRow | undefined } {
  const before = lane.filter((one) => !isRefused(one));
  const removed = lane.filter(isRefused);
  let latest = operations['follow.set'].payload.parse(operation.payload);
  for (let earlier = before.pop(); earlier; earlier = before.pop()) {
    if (!isFree(state, earlier)) break;
    const known = { kind: earlier.kind, payload: earlier.payload };
    const result = operations['follow.set'].coalesce?.(known, latest, baseBefore(state, before));
    if (result !== 'nothing' && !(typeof result === 'object' && 'payload' in result)) break;
    removed.push(earlier);
    if (result === 'nothing') return { removed, placed: undefined };
    latest = result.payload;
  }
  // The position after all rows: a merged operation is appended anew.
  const seq = Math.max(operation.seq, ...state.store.map((one) => one.seq)) + 1;
  return { removed, placed: rows.of({ ...operation, seq, payload: latest }) };
}

function isRefused({ kind, state }: OperationRow): boolean {
  const isReplaceable = operations['follow.set'].absolute?.includes(kind) ?? false;
  return isReplaceable && (state === 'rejected' || state === 'conflict');
}

function isFree({ store }: State, { id, state, sentEver }: OperationRow): boolean {
  return state === 'pending' && !sentEver && !store.some(({ deps }) => deps.includes(id));
}

function baseBefore(state: State, before: readonly OperationRow[]): unknown {
  const last = before.at(-1);
  if (last) return last.state === 'acked' ? last.payload : undefined;
  return {
    ...operations['follow.set'].payload.parse(words.at(-1)?.payload),
    following: baseFollowing(state),
  };
}

/** True if the server rows contain the follow. */
export function baseFollowing({ base, decisions }: Pick<State, 'base' | 'decisions'>): boolean {
  const last = decisions.findLast(
    ({ id, taken }) => taken && base.contains.includes(id) && wordOf(id) !== undefined,
  );
  return last ? wordOf(last.id) === true : false;
}

/** The value of a follow operation; undefined for other operations. */
export function wordOf(id: string): boolean | undefined {
  const read = operations['follow.set'].payload.safeParse(
    everything.find((one) => one.id === id)?.payload,
  );
  return read.success ? read.data.following : undefined;
}

function inOrder(operations: readonly OperationRow[]): OperationRow[] {
  return operations.toSorted((one, other) => one.seq - other.seq);
}
