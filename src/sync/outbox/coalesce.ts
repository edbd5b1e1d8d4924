import { minOf } from '#domain/extremes.ts';
import { Dexie } from 'dexie';
import type { OperationRow } from './operation-row.ts';
import type { Coalesced, Operation } from '../operations/operation.ts';
import { operationOf, parseOperation, waitsForLane } from '../operations/registry.ts';
import { readOperations } from './read-operations.ts';
import type { MemberStore } from '../storage/member-store.ts';

/** A row without a `seq` yet. */
export type UnplacedRow = Omit<OperationRow, 'seq'>;

/** The result of merging into a lane: the removed rows, and the added one, if any. */
export type MergeResult = { removed: OperationRow[]; row: UnplacedRow | undefined };

/** The new operation, with a reader of the server row that it changes. */
export type Joining<Payload> = {
  operation: Operation<Payload>;
  payload: Payload;
  serverRow?: (() => Promise<unknown>) | undefined;
};

/**
 * Merges a new operation with the unsent ones before it in its lane, as far as those may be moved
 * after everything queued since, or with a refused one that it undoes. Rows are replaced, never
 * changed: a drain that has read a row must find it missing when it marks it as `sending`.
 */
export async function coalesce<Payload>(
  store: MemberStore,
  lane: readonly OperationRow[],
  { operation, payload, serverRow }: Joining<Payload>,
  row: UnplacedRow,
): Promise<MergeResult> {
  const removed = lane.filter((one) => isReplaced(one, operation.absolute));
  const before = lane.filter((one) => !removed.includes(one));
  for (const earlier of before.filter(isRefused)) {
    const result = joinedWith(operation, earlier, payload);
    if (!isTakenBack(result)) continue;
    return { removed: [...removed, earlier], row: reduced(earlier, row.id, result.remaining) };
  }

  let joined = row;
  let latest = payload;
  for (let earlier = before.pop(); earlier; earlier = before.pop()) {
    if (!(await isFree(store, earlier))) break;
    const result = joinedWith(operation, earlier, latest, await rowBefore(before, serverRow));
    if (!result || !(await mayGoLast(store, earlier))) break;
    if (result === 'apart') continue;
    removed.push(earlier);
    if (result === 'nothing') return { removed, row: undefined };
    if (isTakenBack(result)) return { removed, row: reduced(earlier, row.id, result.remaining) };
    latest = result.payload;
    joined = replacementOf(earlier, { ...joined, payload: latest });
  }
  return { removed, row: joined };
}

function joinedWith<Payload>(
  operation: Operation<Payload>,
  earlier: OperationRow,
  payload: Payload,
  serverRow?: unknown,
): Coalesced<Payload> {
  const parsed = parseOperation(earlier);
  if (typeof parsed !== 'object') return undefined;
  return operation.coalesce?.({ kind: earlier.kind, payload: parsed.payload }, payload, serverRow);
}

function isTakenBack<Payload>(result: Coalesced<Payload>): result is { remaining: unknown } {
  return typeof result === 'object' && 'remaining' in result;
}

/** True for a refused operation that a new one of these kinds replaces. */
function isReplaced(row: OperationRow, kinds: readonly string[] = []): boolean {
  return kinds.includes(row.kind) && isRefused(row);
}

/** True for operations without effect on the server until the member sends them again. */
function isRefused({ state }: OperationRow): boolean {
  return state === 'rejected' || state === 'conflict';
}

/** True if an operation can be undone by not sending it. */
export async function mayBeCancelled(store: MemberStore, row: OperationRow): Promise<boolean> {
  return isRefused(row) || ((await isFree(store, row)) && (await mayGoLast(store, row)));
}

/** True if an operation is unsent and no other depends on it. */
async function isFree(store: MemberStore, row: OperationRow): Promise<boolean> {
  if (row.state !== 'pending' || row.sentEver) return false;
  const names = [row.id, ...(row.formerly ?? [])];
  return (await store.operations.where('deps').anyOf(names).count()) === 0;
}

/**
 * True if an operation may be moved after everything queued since, because no order with those is
 * required.
 */
async function mayGoLast(store: MemberStore, row: OperationRow): Promise<boolean> {
  const later = readOperations(await store.operations.where('seq').above(row.seq).toArray());
  return !later.some((one) => one.state !== 'acked' && haveAnOrder(one, row));
}

/** True if two operations of different lanes must stay in order. */
function haveAnOrder(one: OperationRow, other: OperationRow): boolean {
  // Administrators never change their own tickets.
  const isOwn = operationOf(one)?.rows === 'own' || operationOf(other)?.rows === 'own';
  if (isOwn || one.lane === other.lane) return false;
  return waitsForLane(one, other.lane) || waitsForLane(other, one.lane);
}

/**
 * The row without the unsent operations: as the last acknowledged one left it, even before the pull
 * contains that. Unknown while an outcome is unknown.
 */
async function rowBefore(
  before: readonly OperationRow[],
  serverRow: (() => Promise<unknown>) | undefined,
): Promise<unknown> {
  const last = before.at(-1);
  if (!last) return serverRow && Dexie.waitFor(Dexie.ignoreTransaction(serverRow));
  const parsed = parseOperation(last);
  const isKnown = last.state === 'acked' && typeof parsed === 'object' && parsed.operation.absolute;
  return isKnown ? parsed.payload : undefined;
}

/** The rest of an operation after a partial undo, under a new id. */
function reduced(
  { seq: _, ...earlier }: OperationRow,
  id: string,
  remaining: unknown,
): UnplacedRow | undefined {
  return remaining === undefined ? undefined : { ...earlier, id, payload: remaining };
}

/** The replacement of an operation, with the versions and ids that its lane has received. */
function replacementOf(earlier: OperationRow, row: UnplacedRow): UnplacedRow {
  const versions = [earlier.baseVersion, row.baseVersion].filter((one) => one !== undefined);
  const sameKind = earlier.kind === row.kind && versions.length > 0;
  return {
    ...row,
    deps: [...new Set([...earlier.deps, ...row.deps])],
    // The older of both versions that the member saw, so that a change in between is a conflict.
    ...(sameKind && { baseVersion: minOf(versions) }),
    ...(earlier.laneVersion !== undefined && { laneVersion: earlier.laneVersion }),
    ...(earlier.entityId !== undefined && { entityId: earlier.entityId }),
  };
}
