import { minOf } from '#domain/extremes.ts';
import type { OperationRow } from './operation-row.ts';
import type { Merged, Operation } from '../operations/operation.ts';
import { operationOf, parseOperation, waitsForLane } from '../operations/registry.ts';
import { readOperations } from './read-operations.ts';
import type { MemberStore } from '../storage/member-store.ts';

/** A row without a `seq` yet. */
export type UnplacedRow = Omit<OperationRow, 'seq'>;

/** The result of merging into a lane: the removed rows, and the added one, if any. */
export type MergeResult = { removed: OperationRow[]; row: UnplacedRow | undefined };

/** A new operation with its payload. */
export type NewChange<Payload> = { operation: Operation<Payload>; payload: Payload };

/**
 * Merges a new operation with the unsent ones before it in its lane, as far as those may be moved
 * after everything queued since, and with refused ones that it replaces or undoes. Rows are
 * replaced, never changed: a drain that has read a row must find it missing when it marks it as
 * `sending`.
 */
export async function mergeIntoLane<Payload>(
  store: MemberStore,
  lane: readonly OperationRow[],
  { operation, payload }: NewChange<Payload>,
  row: UnplacedRow,
): Promise<MergeResult> {
  const removed: OperationRow[] = [];
  for (const earlier of lane.filter(isRefused)) {
    const result = mergedWith(operation, earlier, payload);
    if (!isReplacement(result) && !isUndo(result)) continue;
    removed.push(earlier);
    if (isUndo(result)) return { removed, row: reduced(earlier, row.id, result.remaining) };
  }

  let merged = row;
  let latest = payload;
  for (const earlier of lane.filter((one) => !removed.includes(one)).toReversed()) {
    if (!(await isFree(store, earlier))) break;
    const result = mergedWith(operation, earlier, latest);
    if (!result || !(await mayGoLast(store, earlier))) break;
    if (result === 'apart') continue;
    removed.push(earlier);
    if (result === 'nothing') return { removed, row: undefined };
    if (isUndo(result)) return { removed, row: reduced(earlier, row.id, result.remaining) };
    latest = isReplacement(result) ? result.replacement : result.payload;
    merged = replacementOf(earlier, { ...merged, payload: latest });
  }
  return { removed, row: merged };
}

function mergedWith<Payload>(
  operation: Operation<Payload>,
  earlier: OperationRow,
  payload: Payload,
): Merged<Payload> {
  const parsed = parseOperation(earlier);
  if (typeof parsed !== 'object') return undefined;
  return operation.merge?.({ kind: earlier.kind, payload: parsed.payload }, payload);
}

function isUndo<Payload>(result: Merged<Payload>): result is { remaining: unknown } {
  return typeof result === 'object' && 'remaining' in result;
}

function isReplacement<Payload>(result: Merged<Payload>): result is { replacement: Payload } {
  return typeof result === 'object' && 'replacement' in result;
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
