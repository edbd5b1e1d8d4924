import { Dexie, liveQuery } from 'dexie';
import * as z from 'zod/mini';
import { canBeCancelled, mergeWithEarlier, type NewChange, type RowWithoutSeq } from './merge.ts';
import { createId } from '../ids.ts';
import { parseProblemFixture } from '../operations/desk.ts';
import { payloadVersion } from '../operations/operation.ts';
import {
  type OperationKind,
  operationsByKind,
  type PayloadOf,
  parseOperation,
} from '../operations/registry.ts';
import type { OperationRow } from './operation-row.ts';
import { mainSubjectOf, tipIdOfSubject, tipSubject } from './subjects.ts';
import { isLaneRow, convertLaneRows } from './lane-rows.ts';
import { parseOperationRows } from './operation-parsing.ts';
import type { MemberStore } from '../storage/member-store.ts';
import { runDurably, type StorageRecovery } from '../storage/trouble.ts';

const VersionedRow = z.looseObject({ version: z.int() });

export type EnqueueRequest<Kind extends OperationKind> = {
  memberId: string;
  kind: Kind;
  payload: PayloadOf<Kind>;
  /** The version of the tip or fixture that the member saw. */
  baseVersion?: number;
  /** Time in milliseconds during which the operation is not sent and can be undone. */
  holdMs?: number;
  now?: number;
};

/**
 * Queues a change, and resolves after it was written to disk. Merges the change with earlier unsent
 * operations; returns undefined if they cancel each other. A creation with the same id is queued
 * only once. Throws `NotSavedError` if nothing was written.
 */
export async function queueOperation<Kind extends OperationKind>(
  store: MemberStore,
  { now = Date.now(), ...change }: EnqueueRequest<Kind>,
  care: StorageRecovery = {},
): Promise<OperationRow | undefined> {
  const { memberId, kind, holdMs = 0 } = change;
  const operation = operationsByKind[kind];
  const payload = operation.payload.parse(change.payload);
  const baseVersion = change.baseVersion ?? operation.version?.(payload);
  const row: RowWithoutSeq = {
    id: operation.id?.(payload) ?? createId(now),
    memberId,
    kind,
    v: payloadVersion,
    subjects: [...new Set(operation.subjects(payload))],
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
  // Operations that merge with nothing need only one write.
  const work = operation.merge
    ? createMergingWrite(store, { operation, payload }, row)
    : () => appendRow(store, row);
  return runDurably(store, work, care);
}

async function appendRow(store: MemberStore, row: RowWithoutSeq): Promise<OperationRow> {
  try {
    // Adds a copy, because Dexie sets `seq` on the object.
    const seq = await store.operations.add({ ...row });
    return { ...row, seq };
  } catch (error) {
    // The creation is already queued, or an earlier attempt to write it succeeded.
    const taken = error instanceof Error && error.name === 'ConstraintError';
    const queued = taken ? await store.operations.get({ id: row.id }) : undefined;
    if (!queued) throw error;
    return queued;
  }
}

function createMergingWrite<Payload>(
  store: MemberStore,
  change: NewChange<Payload>,
  row: RowWithoutSeq,
): () => PromiseLike<OperationRow | undefined> {
  let cancelled = false;
  const join = (isStored: boolean) =>
    store.transaction('rw', store.operations, async () => {
      const sharing = await readRelatedRows(store, row.subjects);
      const own = sharing.find(({ id }) => id === row.id);
      if (own && !isUnsentAndLast(own, sharing)) return own;
      // A row that is gone after its write was acknowledged, or merged with a later row.
      if (!own && (isStored || cancelled)) return undefined;

      const others = sharing.filter((one) => one !== own);
      // Assigns a new id: a drain that has read the stored row must not send the merged row.
      const renamed = own ? assignNewId(row) : row;
      const around = await readRelatedRows(
        store,
        others.flatMap(({ subjects }) => subjects),
      );
      const queue = { sharing: others, around: around.filter(({ seq }) => seq !== own?.seq) };
      const { removed, row: placed } = mergeWithEarlier(queue, change, renamed);
      if (own && removed.length === 0) return own;
      cancelled = !placed;
      const seqs = [...removed, ...(own ? [own] : [])].map(({ seq }) => seq);
      if (seqs.length > 0) await store.operations.bulkDelete(seqs);
      return placed && appendRow(store, placed);
    });

  return async () => {
    if (Dexie.currentTransaction || !store.isOpen()) return join(false);
    // Usually no row shares a subject, so the row is written during the check, and a tap waits for
    // one write only.
    const wasEmpty = areSubjectsUnused(store, row.subjects);
    const placed = await appendRow(store, row);
    if (await wasEmpty) return placed;
    return join(true).catch(() => placed);
  };
}

/** Operations with at least one of the subjects, in order. */
async function readRelatedRows(
  { operations }: MemberStore,
  subjects: readonly string[],
): Promise<OperationRow[]> {
  return parseOperationRows(
    await operations.where('subjects').anyOf(subjects).distinct().sortBy('seq'),
  );
}

/** True if an operation is unsent and no later operation shares a subject. */
function isUnsentAndLast(row: OperationRow, sharing: readonly OperationRow[]): boolean {
  return row.state === 'pending' && !row.sentEver && sharing.at(-1) === row;
}

/** True if no operation had one of the subjects before the next write. */
async function areSubjectsUnused(
  store: MemberStore,
  subjects: readonly string[],
): Promise<boolean> {
  try {
    const reading = store.backendDB().transaction('operations');
    const index = reading.objectStore('operations').index('subjects');
    const lookups = subjects.map((subject) => index.getKey(subject));
    reading.commit();
    return await new Promise<boolean>((resolve) => {
      reading.addEventListener('complete', () =>
        resolve(lookups.every(({ result }) => result === undefined)),
      );
      reading.addEventListener('abort', () => resolve(false));
    });
  } catch {
    // The write that follows fails as well, and reports the error.
    return false;
  }
}

/** All operations in order; an invalid row gets the state `unreadable`. */
export async function readOutbox(store: MemberStore): Promise<OperationRow[]> {
  const rows: unknown[] = await store.operations.orderBy('seq').toArray();
  return parseOperationRows(rows);
}

/**
 * Reads the outbox for a drain. An unsent operation gets the version in the server's answer to
 * the last removed operation on its subject, because the page may have displayed an older version.
 */
export async function readOutboxForDrain(store: MemberStore): Promise<OperationRow[]> {
  const stored: unknown[] = await store.operations.orderBy('seq').toArray();
  const rows = parseOperationRows(stored.some(isLaneRow) ? await storeSubjects(store) : stored);
  const subjects = new Set(rows.filter(needsVersion).map(mainSubjectOf));
  if (subjects.size === 0) return rows;
  // Read after the rows, so that versions of rows removed in between are included.
  const found = await store.versions.bulkGet([...subjects]);
  const versions = new Map(found.flatMap((row) => (row ? [[row.subject, row.version]] : [])));
  return rows.map((row) => {
    const version = needsVersion(row) ? versions.get(mainSubjectOf(row)) : undefined;
    if (version === undefined || version <= (row.ownVersion ?? 0)) return row;
    return { ...row, ownVersion: version };
  });
}

/** Adds subjects to rows that an open page of an earlier build wrote; returns all rows. */
async function storeSubjects(store: MemberStore): Promise<readonly unknown[]> {
  const operations = store.table<unknown>('operations');
  return store.transaction('rw', operations, store.adminTips, async () => {
    const stored = await operations.orderBy('seq').toArray();
    const rows = convertLaneRows(stored, await store.adminTips.toArray());
    await operations.bulkPut(rows.filter((_, at) => isLaneRow(stored[at])));
    return rows;
  });
}

function needsVersion({ baseVersion, sent }: OperationRow): boolean {
  return baseVersion !== undefined && sent === undefined;
}

/**
 * Removes acknowledged operations after the server rows contain their changes. Runs in the caller's
 * transaction, which must include `versions`.
 */
export async function removeAcknowledged(
  store: MemberStore,
  done: readonly OperationRow[],
): Promise<void> {
  const versions = done.flatMap((row) =>
    row.ack?.version === undefined
      ? []
      : [{ subject: mainSubjectOf(row), version: row.ack.version }],
  );
  // `done` is in order of `seq`, so that the last version of a subject remains.
  await store.versions.bulkPut(versions);
  await store.operations.bulkDelete(done.map(({ seq }) => seq));
}

/**
 * Calls back with the outbox, immediately and after each change; the returned function
 * unsubscribes. An unreadable outbox is reported as empty.
 */
export function watchOutbox(
  store: MemberStore,
  onChange: (operations: OperationRow[]) => void,
): () => void {
  const watching = liveQuery(async () => readOutbox(store).catch(() => [])).subscribe(onChange);
  return () => watching.unsubscribe();
}

/**
 * Retries an operation immediately or after the server's Retry-After. A refused operation gets a
 * new key, because the server repeats its response to the old key.
 */
export async function retryOperation(store: MemberStore, id: string): Promise<void> {
  await changeOutbox(store, async () => {
    const rows = await readOutbox(store);
    const row = rows.find((candidate) => candidate.id === id);
    if (!row) return;
    // A retry means that the member has seen the version in the server's response.
    if (row.state === 'conflict') await store.versions.delete(mainSubjectOf(row));
    await store.operations.bulkPut(resetForRetry(row, rows));
  });
}

async function changeOutbox<Value>(store: MemberStore, work: () => Promise<Value>): Promise<Value> {
  return runDurably(store, () => store.transaction('rw', store.operations, store.versions, work));
}

function resetForRetry(row: OperationRow, rows: readonly OperationRow[]): OperationRow[] {
  if (row.state === 'sending' || row.state === 'acked' || row.state === 'unreadable') return [];
  const { blockedBy: _, heldUntil: _hold, ...rest } = row;
  // Retains one attempt, so that an "already done" refusal of the retry is accepted as success.
  const reset = { ...rest, attempts: Math.min(row.attempts, 1), nextAt: 0 };
  if (row.state === 'rejected' || row.state === 'conflict') return renewOperation(reset, rows);
  return [{ ...reset, state: row.sentEver ? 'unknown' : 'pending' }];
}

/**
 * Discards an operation, and with a creation all later operations on its subject. Returns the
 * removed rows for `restoreDiscarded`; none if the operation does not exist, or was sent and
 * `which` is `unsent`.
 */
export async function discardOperation(
  store: MemberStore,
  id: string,
  which: 'any' | 'unsent' = 'any',
): Promise<OperationRow[]> {
  return changeOutbox(store, async () => {
    const stored = await store.operations.orderBy('seq').toArray();
    const rows = parseOperationRows(stored);
    const row = rows.find((candidate) => candidate.id === id);
    if (!row || (which === 'unsent' && row.sentEver)) return [];
    const seqs = new Set([row, ...findDependents(row, rows)].map(({ seq }) => seq));
    await store.operations.bulkDelete([...seqs]);
    return stored.filter(({ seq }) => seqs.has(seq));
  });
}

/**
 * Undoes an operation by removing it while it is unsent or refused. Returns false if it may have
 * been executed, or if later operations depend on its position.
 */
export async function cancelOperation(store: MemberStore, id: string): Promise<boolean> {
  return changeOutbox(store, async () => {
    const rows = await readOutbox(store);
    const row = rows.find((each) => each.id === id || each.formerly?.includes(id));
    if (!row || !canBeCancelled(row, rows)) return false;
    await store.operations.delete(row.seq);
    return true;
  });
}

/**
 * Undoes `discardOperation` with identical rows, so that the server recognizes a sent operation by
 * its key. Existing rows do not change. Returns the number of restored rows.
 */
export async function restoreDiscarded(
  store: MemberStore,
  dropped: readonly OperationRow[],
): Promise<number> {
  return changeOutbox(store, async () => {
    const rows = await store.operations.toArray();
    const seqs = new Set(rows.map(({ seq }) => seq));
    const ids = new Set(parseOperationRows(rows).map(({ id }) => id));
    const missing = dropped.filter(({ seq, id }) => !seqs.has(seq) && !ids.has(id));
    await store.operations.bulkAdd(missing);
    return missing.length;
  });
}

/** Later operations on the object that `row` creates, which are discarded together with `row`. */
export function findDependents(row: OperationRow, rows: readonly OperationRow[]): OperationRow[] {
  return isCreation(row) ? findLaterOfSameSubject(row, rows) : [];
}

/** Operations after `row` with the same main subject. */
function findLaterOfSameSubject(row: OperationRow, rows: readonly OperationRow[]): OperationRow[] {
  const subject = mainSubjectOf(row);
  return rows.filter((other) => other.seq > row.seq && mainSubjectOf(other) === subject);
}

/** True if an operation creates its main subject. */
export function isCreation(row: OperationRow): boolean {
  const parsed = parseOperation(row);
  return typeof parsed === 'object' && parsed.operation.id !== undefined;
}

/** Gives a new key to a refused operation and, if it creates its subject, to later ones on it. */
function renewOperation(row: OperationRow, rows: readonly OperationRow[]): OperationRow[] {
  const { sent: _sent, problem: _problem, ownVersion: _version, ...rest } = row;
  const current = VersionedRow.safeParse(row.problem?.tip ?? row.problem?.fixture);
  const again: OperationRow = {
    ...assignNewId(rest),
    ...rebuildPayload(row),
    state: 'pending',
    sentEver: false,
    ...(current.success && { baseVersion: current.data.version }),
  };
  if (!isCreation(row)) return [again];

  // All rows get new ids, so that a drain that has read a row does not write that row again.
  const followers = findLaterOfSameSubject(row, rows).filter(({ state }) =>
    sendableStates.has(state),
  );
  const toId = (id: string) => (id === row.id ? again.id : id);
  return [again, ...followers.map(resetDependent)].map((follower) =>
    mapOperationTipIds(follower, toId),
  );
}

/** Rebuilds a payload that contains the displayed state from the fixture in the conflict. */
function rebuildPayload(row: OperationRow): Pick<OperationRow, 'payload'> | undefined {
  const fixture = parseProblemFixture(row.problem);
  const parsed = parseOperation(row);
  if (!fixture || typeof parsed !== 'object') return undefined;
  const { operation, payload } = parsed;
  if (operation.about !== 'desk' || !operation.rebasePayload) return undefined;
  return { payload: operation.rebasePayload(payload, fixture) };
}

const sendableStates: ReadonlySet<OperationRow['state']> = new Set([
  'pending',
  'unknown',
  'blocked',
]);

/**
 * Resets an operation on the subject of a refused creation: the operation may have been sent in the
 * same request, but cannot have been executed.
 */
function resetDependent({ sent: _sent, ...row }: OperationRow): OperationRow {
  const state = row.state === 'unknown' ? 'pending' : row.state;
  return { ...assignNewId(row), state, sentEver: false };
}

/** Assigns a new id and adds the old one to `formerly`. */
function assignNewId<Row extends RowWithoutSeq>(row: Row): Row {
  return { ...row, id: createId(), formerly: [...(row.formerly ?? []), row.id] };
}

/** Replaces the tip ids in an operation's payload and subjects. */
function mapOperationTipIds(row: OperationRow, toId: (id: string) => string): OperationRow {
  const parsed = parseOperation(row);
  if (typeof parsed !== 'object' || !parsed.operation.mapTipIds) return row;
  const payload = parsed.operation.mapTipIds(parsed.payload, toId);
  const subjects = row.subjects.map((subject) => {
    const tipId = tipIdOfSubject(subject);
    return tipId === undefined ? subject : tipSubject(toId(tipId));
  });
  // Keeps the former subjects, because operations that wait for this one may contain them.
  return { ...row, payload, subjects: [...new Set([...subjects, ...row.subjects])] };
}
