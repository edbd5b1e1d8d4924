import { Dexie, liveQuery } from 'dexie';
import * as z from 'zod/mini';
import { mayBeCancelled, mergeIntoLane, type NewChange, type UnplacedRow } from './merge.ts';
import { newId } from '../ids.ts';
import { fixtureInProblem } from '../operations/desk.ts';
import { payloadVersion } from '../operations/operation.ts';
import {
  type OperationKind,
  operations,
  type PayloadOf,
  parseOperation,
} from '../operations/registry.ts';
import type { OperationRow } from './operation-row.ts';
import { readOperations } from './read-operations.ts';
import type { MemberStore } from '../storage/member-store.ts';
import { durably, type StorageCare } from '../storage/trouble.ts';

const Versioned = z.looseObject({ version: z.int() });

/** A change to queue. */
export type NewOperation<Kind extends OperationKind> = {
  memberId: string;
  kind: Kind;
  payload: PayloadOf<Kind>;
  /** An id chosen beforehand, if other operations already depend on it. */
  id?: string;
  /** The version of the tip that the member saw. */
  baseVersion?: number;
  /** Operations of other lanes that must be acknowledged first. */
  deps?: readonly string[];
  /** Time in milliseconds during which it is not sent and can be undone. */
  holdMs?: number;
  now?: number;
};

/**
 * Queues a change. Resolves after the transaction has completed on disk. A creation queued twice is
 * queued once; unsent operations are merged with it, and `undefined` means that nothing remains of
 * them. Throws `NotSaved` if nothing was written.
 */
export async function enqueue<Kind extends OperationKind>(
  store: MemberStore,
  { now = Date.now(), ...change }: NewOperation<Kind>,
  care: StorageCare = {},
): Promise<OperationRow | undefined> {
  const { memberId, kind, holdMs = 0 } = change;
  const operation = operations[kind];
  const payload = operation.payload.parse(change.payload);
  const baseVersion = change.baseVersion ?? operation.version?.(payload);
  const row: UnplacedRow = {
    id: operation.id?.(payload) ?? change.id ?? newId(now),
    memberId,
    kind,
    v: payloadVersion,
    lane: operation.lane(payload, memberId),
    deps: [...(change.deps ?? [])],
    payload,
    ...(baseVersion !== undefined && { baseVersion }),
    state: 'pending',
    attempts: 0,
    nextAt: 0,
    notBefore: 0,
    ...(holdMs > 0 && { heldUntil: now + holdMs }),
    sentEver: false,
    queuedAt: new Date(now).toISOString(),
    log: [],
  };
  // Most operations merge with nothing: then one write is enough.
  const work = operation.merge
    ? placing(store, { operation, payload }, row)
    : () => append(store, row);
  return durably(store, work, care);
}

async function append(store: MemberStore, row: UnplacedRow): Promise<OperationRow> {
  try {
    // A copy, because Dexie sets its `seq`.
    const seq = await store.operations.add({ ...row });
    return { ...row, seq };
  } catch (error) {
    // The creation was queued before, or an earlier attempt to write it was completed.
    const taken = error instanceof Error && error.name === 'ConstraintError';
    const queued = taken ? await store.operations.get({ id: row.id }) : undefined;
    if (!queued) throw error;
    return queued;
  }
}

function placing<Payload>(
  store: MemberStore,
  change: NewChange<Payload>,
  row: UnplacedRow,
): () => PromiseLike<OperationRow | undefined> {
  let cancelled = false;
  const join = (isStored: boolean) =>
    store.transaction('rw', store.operations, async () => {
      // Rows with equal index values come in the order of their keys.
      const lane = readOperations(await store.operations.where('lane').equals(row.lane).toArray());
      const own = lane.find(({ id }) => id === row.id);
      if (own && !isFreeAndLast(own, lane)) return own;
      // A row removed since it was written is finished, or was merged with a later one.
      if (!own && (isStored || cancelled)) return undefined;

      const others = lane.filter((one) => one !== own);
      // A drain that has read the stored row must not mistake the merged one for it.
      const renamed = own ? underNewId(row) : row;
      const { removed, row: placed } = await mergeIntoLane(store, others, change, renamed);
      if (own && removed.length === 0) return own;
      cancelled = !placed;
      const seqs = [...removed, ...(own ? [own] : [])].map(({ seq }) => seq);
      if (seqs.length > 0) await store.operations.bulkDelete(seqs);
      return placed && append(store, placed);
    });

  return async () => {
    if (Dexie.currentTransaction || !store.isOpen()) return join(false);
    // Nearly every lane is empty, so the row is written while that is checked: a tap waits for one
    // write only.
    const wasEmpty = isEmpty(store, row.lane);
    const placed = await append(store, row);
    if (await wasEmpty) return placed;
    return join(true).catch(() => placed);
  };
}

/** True if an operation is unsent and the last of its lane. */
function isFreeAndLast(row: OperationRow, lane: readonly OperationRow[]): boolean {
  return row.state === 'pending' && !row.sentEver && lane.at(-1) === row;
}

/** True if a lane is empty before the next write. */
async function isEmpty(store: MemberStore, lane: string): Promise<boolean> {
  try {
    const reading = store.backendDB().transaction('operations');
    const lookup = reading.objectStore('operations').index('lane').getKey(lane);
    reading.commit();
    return await new Promise<boolean>((resolve) => {
      lookup.addEventListener('success', () => resolve(lookup.result === undefined));
      lookup.addEventListener('error', () => resolve(false));
      reading.addEventListener('abort', () => resolve(false));
    });
  } catch {
    // The next transaction fails as well, and reports it.
    return false;
  }
}

/** All rows of the outbox in order; an unreadable one has the state `unreadable`. */
export async function readOutbox(store: MemberStore): Promise<OperationRow[]> {
  const rows: unknown[] = await store.operations.orderBy('seq').toArray();
  return readOperations(rows);
}

/**
 * Reads the outbox for a drain. An operation queued after the pull had removed an earlier one of
 * its lane gets the version in that one's response, which its page may not have shown yet.
 */
export async function readForDrain(store: MemberStore): Promise<OperationRow[]> {
  const rows = await readOutbox(store);
  const lanes = new Set(rows.filter(goesByVersion).map(({ lane }) => lane));
  if (lanes.size === 0) return rows;
  // Read after the rows: versions of rows removed in between are included then.
  const found = await store.laneVersions.bulkGet([...lanes]);
  const versions = new Map(found.flatMap((row) => (row ? [[row.lane, row.version]] : [])));
  return rows.map((row) => {
    const version = goesByVersion(row) ? versions.get(row.lane) : undefined;
    if (version === undefined || version <= (row.laneVersion ?? 0)) return row;
    return { ...row, laneVersion: version };
  });
}

function goesByVersion({ baseVersion, sent }: OperationRow): boolean {
  return baseVersion !== undefined && sent === undefined;
}

/**
 * Removes acknowledged operations that the server rows contain, within the caller's transaction,
 * which must include `laneVersions`.
 */
export async function removeDone(store: MemberStore, done: readonly OperationRow[]): Promise<void> {
  const versions = done.flatMap(({ lane, ack }) =>
    ack?.version === undefined ? [] : [{ lane, version: ack.version }],
  );
  // In order of seq, so that the last version of a lane stays.
  await store.laneVersions.bulkPut(versions);
  await store.operations.bulkDelete(done.map(({ seq }) => seq));
}

/**
 * Calls back with the outbox, immediately and after each change; the returned function
 * unsubscribes. An unreadable outbox counts as empty.
 */
export function watchOutbox(
  store: MemberStore,
  onChange: (operations: OperationRow[]) => void,
): () => void {
  const watching = liveQuery(async () => readOutbox(store).catch(() => [])).subscribe(onChange);
  return () => watching.unsubscribe();
}

/**
 * Retries an operation immediately, or after the server's Retry-After. A refused one gets a new
 * key, since the server repeats its response to the old one.
 */
export async function retryNow(store: MemberStore, id: string): Promise<void> {
  await changeOutbox(store, async () => {
    const rows = await readOutbox(store);
    const row = rows.find((candidate) => candidate.id === id);
    if (!row) return;
    // The member has now seen the tip in the server's response.
    if (row.state === 'conflict') await store.laneVersions.delete(row.lane);
    await store.operations.bulkPut(triedAgain(row, rows));
  });
}

async function changeOutbox<Value>(store: MemberStore, work: () => Promise<Value>): Promise<Value> {
  return durably(store, () => store.transaction('rw', store.operations, store.laneVersions, work));
}

function triedAgain(row: OperationRow, rows: readonly OperationRow[]): OperationRow[] {
  if (row.state === 'sending' || row.state === 'acked' || row.state === 'unreadable') return [];
  const { blockedBy: _, heldUntil: _hold, ...rest } = row;
  // The handling of "already done" depends on whether it was sent before.
  const reset = { ...rest, attempts: Math.min(row.attempts, 1), nextAt: 0 };
  if (row.state === 'rejected' || row.state === 'conflict') return renewed(reset, rows);
  return [{ ...reset, state: row.sentEver ? 'unknown' : 'pending' }];
}

/**
 * Discards an operation; a creation with the rest of its lane and its dependants. Returns the
 * removed rows, for `putBack`; none if it no longer exists, or was sent and `unsent` was requested.
 */
export async function discard(
  store: MemberStore,
  id: string,
  which: 'any' | 'unsent' = 'any',
): Promise<OperationRow[]> {
  return changeOutbox(store, async () => {
    const stored = await store.operations.orderBy('seq').toArray();
    const rows = readOperations(stored);
    const row = rows.find((candidate) => candidate.id === id);
    if (!row || (which === 'unsent' && row.sentEver)) return [];
    const dropped = withDependants(row, rows);
    await store.operations.bulkDelete([...dropped].map(({ seq }) => seq));
    return stored.filter((_, index) => [...dropped].some((one) => one === rows[index]));
  });
}

/**
 * Undoes an operation by not sending it, or by discarding a refused one. Returns false if it may
 * have been executed, or if others must stay in order with it.
 */
export async function cancel(store: MemberStore, id: string): Promise<boolean> {
  return changeOutbox(store, async () => {
    const rows = await readOutbox(store);
    const row = rows.find((each) => each.id === id || each.formerly?.includes(id));
    if (!row || !(await mayBeCancelled(store, row))) return false;
    await store.operations.delete(row.seq);
    return true;
  });
}

/**
 * Undoes `discard` with identical rows, so that a sent operation keeps its identity for the server.
 * Existing rows are unchanged. Returns the number of restored rows.
 */
export async function putBack(
  store: MemberStore,
  dropped: readonly OperationRow[],
): Promise<number> {
  return changeOutbox(store, async () => {
    const rows = await store.operations.toArray();
    const seqs = new Set(rows.map(({ seq }) => seq));
    const ids = new Set(readOperations(rows).map(({ id }) => id));
    const missing = dropped.filter(({ seq, id }) => !seqs.has(seq) && !ids.has(id));
    await store.operations.bulkAdd(missing);
    return missing.length;
  });
}

/** The operations that `discard` removes together with this one. */
export function goesWith(row: OperationRow, rows: readonly OperationRow[]): OperationRow[] {
  return [...withDependants(row, rows)].filter((one) => one !== row);
}

function withDependants(
  row: OperationRow,
  rows: readonly OperationRow[],
  removed: Set<OperationRow> = new Set(),
): Set<OperationRow> {
  removed.add(row);
  // Only a creation removes its dependants too, whose subject would never exist.
  if (!creates(row)) return removed;
  const names = [row.id, ...(row.formerly ?? [])];
  const pointless = rows.filter(
    ({ lane, seq, deps }) =>
      deps.some((dep) => names.includes(dep)) || (lane === row.lane && seq > row.seq),
  );
  for (const dependant of pointless) {
    if (!removed.has(dependant)) withDependants(dependant, rows, removed);
  }
  return removed;
}

/** True if an operation creates the subject of its lane. */
export function creates(row: OperationRow): boolean {
  const parsed = parseOperation(row);
  return typeof parsed === 'object' && parsed.operation.id !== undefined;
}

/** A refused operation under a new key, at its old position; a creation with its followers. */
function renewed(row: OperationRow, rows: readonly OperationRow[]): OperationRow[] {
  const { sent: _sent, problem: _problem, laneVersion: _version, ...rest } = row;
  const current = Versioned.safeParse(row.problem?.tip ?? row.problem?.fixture);
  const again: OperationRow = {
    ...underNewId(rest),
    ...payloadAgain(row),
    state: 'pending',
    sentEver: false,
    ...(current.success && { baseVersion: current.data.version }),
  };
  if (!creates(row)) return [again];

  // All get new ids, so that a drain that has read one of them cannot write it back.
  const followers = rows.filter(
    ({ lane, seq, state }) => lane === row.lane && seq > row.seq && mayGo.has(state),
  );
  const toId = (id: string) => (id === row.id ? again.id : id);
  return [again, ...followers.map(anew)].map((follower) => withTipIds(follower, toId));
}

/** Rebuilds payloads that contain the displayed state, after the member saw the current one. */
function payloadAgain(row: OperationRow): Pick<OperationRow, 'payload'> | undefined {
  const fixture = fixtureInProblem(row.problem);
  const parsed = parseOperation(row);
  if (!fixture || typeof parsed !== 'object') return undefined;
  const { operation, payload } = parsed;
  if (operation.about !== 'desk' || !operation.again) return undefined;
  return { payload: operation.again(payload, fixture) };
}

const mayGo: ReadonlySet<OperationRow['state']> = new Set(['pending', 'unknown', 'blocked']);

/**
 * Resets a follower of a refused creation. It may have been sent in the same request, but cannot
 * have been executed.
 */
function anew({ sent: _sent, ...row }: OperationRow): OperationRow {
  const state = row.state === 'unknown' ? 'pending' : row.state;
  return { ...underNewId(row), state, sentEver: false };
}

/** Assigns a new id; others may depend on the operation by any earlier one. */
function underNewId<Row extends UnplacedRow>(row: Row): Row {
  return { ...row, id: newId(), formerly: [...(row.formerly ?? []), row.id] };
}

/** Maps the ids of the tips that an operation names. */
function withTipIds(row: OperationRow, toId: (id: string) => string): OperationRow {
  const parsed = parseOperation(row);
  if (typeof parsed !== 'object' || !parsed.operation.mapTipIds) return row;
  const payload = parsed.operation.mapTipIds(parsed.payload, toId);
  return { ...row, payload, lane: parsed.operation.lane(payload, row.memberId) };
}
