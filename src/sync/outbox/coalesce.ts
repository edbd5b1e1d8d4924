import { minOf } from '#domain/extremes.ts';
import { Dexie } from 'dexie';
import type { OperationRow } from './operation-row.ts';
import type { Coalesced, Operation } from '../operations/operation.ts';
import { operationOf, understand, waitsForLane } from '../operations/registry.ts';
import { readOperations } from './read-operations.ts';
import type { MemberStore } from '../storage/member-store.ts';

/** A row without a `seq` yet. */
export type UnplacedRow = Omit<OperationRow, 'seq'>;

/** The result of adding to a lane: the rows that are removed, and the one that is added, if any. */
export type Placing = { gone: OperationRow[]; row: UnplacedRow | undefined };

/** The new operation, and how to read the server row it changes. */
export type Joining<Payload> = {
  operation: Operation<Payload>;
  payload: Payload;
  serverRow?: (() => Promise<unknown>) | undefined;
};

/**
 * Joins a new operation with the unsent ones before it in its lane, as far as these may come after all
 * that was queued since, or with a refused one that it takes back. A row is replaced, never changed: a
 * drain that holds it must find it gone when it marks it as sending.
 */
export async function coalesce<Payload>(
  store: MemberStore,
  lane: readonly OperationRow[],
  { operation, payload, serverRow }: Joining<Payload>,
  row: UnplacedRow,
): Promise<Placing> {
  const gone = lane.filter((one) => isReplaced(one, operation.absolute));
  const before = lane.filter((one) => !gone.includes(one));
  for (const earlier of before.filter(isRefused)) {
    const result = joinedWith(operation, earlier, payload);
    if (!isTakenBack(result)) continue;
    return { gone: [...gone, earlier], row: reduced(earlier, row.id, result.left) };
  }

  let joined = row;
  let latest = payload;
  for (let earlier = before.pop(); earlier; earlier = before.pop()) {
    if (!(await isFree(store, earlier))) break;
    const result = joinedWith(operation, earlier, latest, await rowBefore(before, serverRow));
    if (!result || !(await mayGoLast(store, earlier))) break;
    if (result === 'apart') continue;
    gone.push(earlier);
    if (result === 'nothing') return { gone, row: undefined };
    if (isTakenBack(result)) return { gone, row: reduced(earlier, row.id, result.left) };
    latest = result.payload;
    joined = inPlaceOf(earlier, { ...joined, payload: latest });
  }
  return { gone, row: joined };
}

function joinedWith<Payload>(
  operation: Operation<Payload>,
  earlier: OperationRow,
  payload: Payload,
  serverRow?: unknown,
): Coalesced<Payload> {
  const meant = understand(earlier);
  if (typeof meant !== 'object') return undefined;
  return operation.coalesce?.({ kind: earlier.kind, payload: meant.payload }, payload, serverRow);
}

function isTakenBack<Payload>(result: Coalesced<Payload>): result is { left: unknown } {
  return typeof result === 'object' && 'left' in result;
}

/** A refused operation that a new one of these kinds replaces. */
function isReplaced(row: OperationRow, kinds: readonly string[] = []): boolean {
  return kinds.includes(row.kind) && isRefused(row);
}

/** Whether nothing of an operation stands at the server until its person sends it anew. */
function isRefused({ state }: OperationRow): boolean {
  return state === 'rejected' || state === 'conflict';
}

/** Whether an operation can be taken back by not sending it. */
export async function mayBeCancelled(store: MemberStore, row: OperationRow): Promise<boolean> {
  return isRefused(row) || ((await isFree(store, row)) && (await mayGoLast(store, row)));
}

/** Whether an operation is unsent, and no other depends on it. */
async function isFree(store: MemberStore, row: OperationRow): Promise<boolean> {
  if (row.state !== 'pending' || row.sentEver) return false;
  const names = [row.id, ...(row.formerly ?? [])];
  return (await store.operations.where('deps').anyOf(names).count()) === 0;
}

/** Whether an operation may come after all that was queued since: none of that has its place by it. */
async function mayGoLast(store: MemberStore, row: OperationRow): Promise<boolean> {
  const later = readOperations(await store.operations.where('seq').above(row.seq).toArray());
  return !later.some((one) => one.state !== 'acked' && haveAnOrder(one, row));
}

/** Whether it makes a difference which of two operations of different lanes comes first. */
function haveAnOrder(one: OperationRow, other: OperationRow): boolean {
  // Administrators never change tickets of their own.
  const isOwn = operationOf(one)?.rows === 'own' || operationOf(other)?.rows === 'own';
  if (isOwn || one.lane === other.lane) return false;
  return waitsForLane(one, other.lane) || waitsForLane(other, one.lane);
}

/**
 * The row as it is without the unsent operations: as the last acknowledged one left it, though the
 * pull may not have brought it. Unknown while an outcome is unknown.
 */
async function rowBefore(
  before: readonly OperationRow[],
  serverRow: (() => Promise<unknown>) | undefined,
): Promise<unknown> {
  const last = before.at(-1);
  if (!last) return serverRow && Dexie.waitFor(Dexie.ignoreTransaction(serverRow));
  const meant = understand(last);
  const stands = last.state === 'acked' && typeof meant === 'object' && meant.operation.absolute;
  return stands ? meant.payload : undefined;
}

/** What is left of an operation of which a part was taken back, under another id. */
function reduced(
  { seq: _, ...earlier }: OperationRow,
  id: string,
  left: unknown,
): UnplacedRow | undefined {
  return left === undefined ? undefined : { ...earlier, id, payload: left };
}

/** The replacement of an operation, with the versions and ids its lane has given it. */
function inPlaceOf(earlier: OperationRow, row: UnplacedRow): UnplacedRow {
  const versions = [earlier.baseVersion, row.baseVersion].filter((one) => one !== undefined);
  const sameKind = earlier.kind === row.kind && versions.length > 0;
  return {
    ...row,
    deps: [...new Set([...earlier.deps, ...row.deps])],
    // The older of the two versions the person saw, so that a change in between is a conflict.
    ...(sameKind && { baseVersion: minOf(versions) }),
    ...(earlier.laneVersion !== undefined && { laneVersion: earlier.laneVersion }),
    ...(earlier.entityId !== undefined && { entityId: earlier.entityId }),
  };
}
