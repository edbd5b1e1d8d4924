import { Dexie, liveQuery } from 'dexie';
import * as z from 'zod/mini';
import { coalesce, type Joining, type UnplacedRow } from './coalesce.ts';
import { newId } from './ids.ts';
import {
  type OperationKind,
  operations,
  type PayloadOf,
  understand,
} from './operations/registry.ts';
import { OperationRow } from './operation-row.ts';
import type { MemberStore } from './member-store.ts';
import { durably, type StorageCare } from './storage-trouble.ts';

const TipVersion = z.looseObject({ version: z.int() });

/** A change about to be queued. */
export type NewOperation<Kind extends OperationKind> = {
  memberId: string;
  kind: Kind;
  payload: PayloadOf<Kind>;
  /** An id chosen beforehand, for what already waits for it. */
  id?: string;
  /** The version of the tip the person saw. */
  baseVersion?: number;
  /** Operations that must be answered first, in other lanes. */
  deps?: readonly string[];
  /** Finds the server row it changes; asked only where it and an unsent one may cancel out. */
  serverRow?: () => Promise<unknown>;
  now?: number;
};

/**
 * Queues a change. Resolves once the transaction has completed on disk, in any tab, whoever
 * drains; the same creation queued twice is queued once. What was never sent is joined with it, and
 * `undefined` says that nothing remains to be done. `NotSaved` says that nothing has happened.
 */
export async function enqueue<Kind extends OperationKind>(
  store: MemberStore,
  { now = Date.now(), ...asked }: NewOperation<Kind>,
  care: StorageCare = {},
): Promise<OperationRow | undefined> {
  const { memberId, kind, baseVersion, serverRow } = asked;
  const operation = operations[kind];
  const payload = operation.payload.parse(asked.payload);
  const row: UnplacedRow = {
    id: operation.id?.(payload) ?? asked.id ?? newId(now),
    memberId,
    kind,
    v: operation.v,
    lane: operation.lane(payload, memberId),
    deps: [...(asked.deps ?? [])],
    payload,
    ...(baseVersion !== undefined && { baseVersion }),
    state: 'pending',
    attempts: 0,
    nextAt: 0,
    notBefore: 0,
    sentEver: false,
    queuedAt: new Date(now).toISOString(),
    log: [],
  };
  // Most operations have nothing to look for in their lane: one request to the disk is enough.
  const act =
    operation.coalesce || operation.absolute
      ? placing(store, { operation, payload, serverRow }, row)
      : () => append(store, row);
  return durably(store, act, care);
}

async function append(store: MemberStore, row: UnplacedRow): Promise<OperationRow> {
  try {
    // A copy, because the place it is given belongs to this attempt.
    const seq = await store.operations.add({ ...row });
    return { ...row, seq };
  } catch (error) {
    // The same creation was queued before, or an attempt whose end nobody heard of was completed.
    const taken = error instanceof Error && error.name === 'ConstraintError';
    const queued = taken ? await store.operations.get({ id: row.id }) : undefined;
    if (!queued) throw error;
    return queued;
  }
}

function placing<Payload>(
  store: MemberStore,
  joining: Joining<Payload>,
  row: UnplacedRow,
): () => PromiseLike<OperationRow | undefined> {
  let cancelled = false;
  const join = (isWritten: boolean) =>
    store.transaction('rw', store.operations, async () => {
      // Within one value of an index rows come in the order of their keys.
      const lane = readOperations(await store.operations.where('lane').equals(row.lane).toArray());
      const own = lane.find(({ id }) => id === row.id);
      if (own && !isFreeAndLast(own, lane)) return own;
      // What has gone since it was written is done, or has been joined with a later one.
      if (!own && (isWritten || cancelled)) return undefined;

      const others = lane.filter((one) => one !== own);
      const { gone, row: placed } = await coalesce(store, others, joining, row);
      if (own && gone.length === 0) return own;
      cancelled = !placed;
      const left = [...gone, ...(own ? [own] : [])].map(({ seq }) => seq);
      if (left.length > 0) await store.operations.bulkDelete(left);
      return placed && append(store, placed);
    });

  return async () => {
    if (Dexie.currentTransaction || !store.isOpen()) return join(false);
    // Nearly every lane is empty: the disk is asked and told at once, and a tap waits once. What is
    // written by then is safe, joined or not.
    const wasEmpty = isEmpty(store, row.lane);
    const placed = await append(store, row);
    if (await wasEmpty) return placed;
    return join(true).catch(() => placed);
  };
}

/** Whether nobody has taken an operation up since it was written, and nothing came after it. */
function isFreeAndLast(row: OperationRow, lane: readonly OperationRow[]): boolean {
  return row.state === 'pending' && !row.sentEver && lane.at(-1) === row;
}

/** Whether nothing stands in a lane at the moment of asking, before whatever is written next. */
async function isEmpty(store: MemberStore, lane: string): Promise<boolean> {
  try {
    const reading = store.backendDB().transaction('operations');
    const asked = reading.objectStore('operations').index('lane').getKey(lane);
    reading.commit();
    return await new Promise<boolean>((resolve) => {
      asked.addEventListener('success', () => resolve(asked.result === undefined));
      asked.addEventListener('error', () => resolve(false));
      reading.addEventListener('abort', () => resolve(false));
    });
  } catch {
    // The transaction that follows meets the same trouble, and says so.
    return false;
  }
}

/** Every row of the outbox in order, each readable: what cannot be understood says so itself. */
export async function readOutbox(store: MemberStore): Promise<OperationRow[]> {
  const rows: unknown[] = await store.operations.orderBy('seq').toArray();
  return readOperations(rows);
}

/**
 * Calls back with the outbox, at once and after each change; the answer ends it. One that cannot be
 * read counts as empty here: it is shown as unreadable where it matters.
 */
export function watchOutbox(
  store: MemberStore,
  onChange: (operations: OperationRow[]) => void,
): () => void {
  const watching = liveQuery(async () => readOutbox(store).catch(() => [])).subscribe(onChange);
  return () => watching.unsubscribe();
}

/** Reads stored rows; total, so that one bad row never stops the others. */
export function readOperations(rows: readonly unknown[]): OperationRow[] {
  return rows.map(readRow);
}

/**
 * Tries an operation again at once; only the server's own Retry-After still holds it back. What
 * was refused goes out under a new key, since the server keeps its answer to the old one.
 */
export async function retryNow(
  store: MemberStore,
  id: string,
  care: StorageCare = {},
): Promise<void> {
  const act = () =>
    store.transaction('rw', store.operations, async () => {
      const rows = await readOutbox(store);
      const row = rows.find((candidate) => candidate.id === id);
      if (row) await store.operations.bulkPut(triedAgain(row, rows));
    });
  await durably(store, act, care);
}

function triedAgain(row: OperationRow, rows: readonly OperationRow[]): OperationRow[] {
  if (row.state === 'sending' || row.state === 'acked' || row.state === 'unreadable') return [];
  const { blockedBy: _, ...rest } = row;
  // Whether it was sent before still matters to an answer that says it is done already.
  const reset = { ...rest, attempts: Math.min(row.attempts, 1), nextAt: 0 };
  if (row.state === 'rejected' || row.state === 'conflict') return renewed(reset, rows);
  return [{ ...reset, state: row.sentEver ? 'unknown' : 'pending' }];
}

/**
 * Drops an operation because the person says so, with a creation the rest of its lane and all that
 * depends on it. Gives the rows as they lay on disk, for `putBack`; none when it was
 * gone already.
 */
export async function discard(
  store: MemberStore,
  id: string,
  care: StorageCare = {},
): Promise<OperationRow[]> {
  const act = () =>
    store.transaction('rw', store.operations, async () => {
      const stored = await store.operations.orderBy('seq').toArray();
      const rows = readOperations(stored);
      const row = rows.find((candidate) => candidate.id === id);
      if (!row) return [];
      const dropped = withDependants(row, rows);
      await store.operations.bulkDelete([...dropped].map(({ seq }) => seq));
      return stored.filter((_, index) => [...dropped].some((one) => one === rows[index]));
    });
  return durably(store, act, care);
}

/**
 * Undoes `discard`: the same ids, places and bytes, so that what was sent before is still the same
 * operation to the server. What is there again meanwhile stays. Answers how many came back.
 */
export async function putBack(
  store: MemberStore,
  dropped: readonly OperationRow[],
  care: StorageCare = {},
): Promise<number> {
  const act = () =>
    store.transaction('rw', store.operations, async () => {
      const rows = await store.operations.toArray();
      const places = new Set(rows.map(({ seq }) => seq));
      const ids = new Set(readOperations(rows).map(({ id }) => id));
      const missing = dropped.filter(({ seq, id }) => !places.has(seq) && !ids.has(id));
      await store.operations.bulkAdd(missing);
      return missing.length;
    });
  return durably(store, act, care);
}

function withDependants(
  row: OperationRow,
  rows: readonly OperationRow[],
  gone: Set<OperationRow> = new Set(),
): Set<OperationRow> {
  gone.add(row);
  // What waited for a change that is dropped may go; without what it is about it has no sense.
  if (!creates(row)) return gone;
  const names = [row.id, ...(row.formerly ?? [])];
  const pointless = rows.filter(
    ({ lane, seq, deps }) =>
      deps.some((dep) => names.includes(dep)) || (lane === row.lane && seq > row.seq),
  );
  for (const dependant of pointless) {
    if (!gone.has(dependant)) withDependants(dependant, rows, gone);
  }
  return gone;
}

/** Whether an operation makes the thing its lane is about. */
export function creates(row: OperationRow): boolean {
  const understood = understand(row);
  return typeof understood === 'object' && understood.operation.id !== undefined;
}

/** A refused operation under a new key, at its old place; with a creation, those that follow it too. */
function renewed(row: OperationRow, rows: readonly OperationRow[]): OperationRow[] {
  const { sent: _sent, problem: _problem, laneVersion: _version, ...rest } = row;
  const current = TipVersion.safeParse(row.problem?.tip);
  const again: OperationRow = {
    ...underNewId(rest),
    state: 'pending',
    sentEver: false,
    ...(current.success && { baseVersion: current.data.version }),
  };
  if (!creates(row)) return [again];

  // A drain that still holds one of them must not write it back as it was: hence new ids for all.
  const followers = rows.filter(
    ({ lane, seq, state }) => lane === row.lane && seq > row.seq && mayGo.has(state),
  );
  return [again, ...followers.map(anew)].map((follower) => retargeted(follower, again.id));
}

/** What nobody has refused yet. */
const mayGo: ReadonlySet<OperationRow['state']> = new Set(['pending', 'unknown', 'blocked']);

/**
 * What follows a refused creation. It may have left in the same request, and cannot have been done:
 * there was nothing to do it to.
 */
function anew({ sent: _sent, ...row }: OperationRow): OperationRow {
  const state = row.state === 'unknown' ? 'pending' : row.state;
  return { ...underNewId(row), state, sentEver: false };
}

/** Others may wait for an operation by any id it ever had. */
function underNewId(row: OperationRow): OperationRow {
  return { ...row, id: newId(), formerly: [...(row.formerly ?? []), row.id] };
}

function retargeted(row: OperationRow, id: string): OperationRow {
  const understood = understand(row);
  if (typeof understood !== 'object') return row;
  const { operation, payload } = understood;
  if (!operation.retarget) return row;
  const about = operation.retarget(payload, id);
  return { ...row, v: operation.v, payload: about, lane: operation.lane(about, row.memberId) };
}

function readRow(raw: unknown): OperationRow {
  const read = OperationRow.safeParse(raw);
  if (!read.success) return unreadableRow(raw);
  return understand(read.data) === 'unreadable' ? unreadableRow(raw) : read.data;
}

/** A row that no longer parses is shown and kept; whatever can be read of it is. */
function unreadableRow(raw: unknown): OperationRow {
  const told = new Map(Object.entries(typeof raw === 'object' && raw ? raw : {}));
  const text = (name: string, otherwise: string) => {
    const value: unknown = told.get(name);
    return typeof value === 'string' ? value : otherwise;
  };
  const number = (name: string) => {
    const value: unknown = told.get(name);
    return typeof value === 'number' && Number.isSafeInteger(value) ? value : 0;
  };
  const seq = number('seq');
  return {
    seq,
    id: text('id', `unreadable:${seq}`),
    memberId: text('memberId', ''),
    kind: text('kind', 'unknown'),
    v: number('v'),
    lane: text('lane', `unreadable:${seq}`),
    deps: [],
    payload: told.get('payload'),
    state: 'unreadable',
    attempts: 0,
    nextAt: 0,
    notBefore: 0,
    sentEver: told.get('sentEver') === true,
    queuedAt: text('queuedAt', new Date(0).toISOString()),
    problem: { code: 'unreadable', message: 'This change can no longer be read.' },
    log: [],
  };
}
