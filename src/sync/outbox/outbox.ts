import { Dexie, liveQuery } from 'dexie';
import * as z from 'zod/mini';
import { mayBeCancelled, mergeWithEarlier, type NewChange, type UnplacedRow } from './merge.ts';
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
import { mainSubjectOf, tipInSubject, tipSubject } from './subjects.ts';
import { lacksSubjects, withSubjects } from './lane-rows.ts';
import { readOperations } from './read-operations.ts';
import type { MemberStore } from '../storage/member-store.ts';
import { durably, type StorageCare } from '../storage/trouble.ts';

const Versioned = z.looseObject({ version: z.int() });

/** A change to queue. */
export type NewOperation<Kind extends OperationKind> = {
  memberId: string;
  kind: Kind;
  payload: PayloadOf<Kind>;
  /** The version of the tip that the member saw. */
  baseVersion?: number;
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
    id: operation.id?.(payload) ?? newId(now),
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
      const sharing = await readSharing(store, row.subjects);
      const own = sharing.find(({ id }) => id === row.id);
      if (own && !isFreeAndLast(own, sharing)) return own;
      // A row removed since it was written is finished, or was merged with a later one.
      if (!own && (isStored || cancelled)) return undefined;

      const others = sharing.filter((one) => one !== own);
      // A drain that has read the stored row must not mistake the merged one for it.
      const renamed = own ? underNewId(row) : row;
      const around = await readSharing(
        store,
        others.flatMap(({ subjects }) => subjects),
      );
      const queue = { sharing: others, around: around.filter(({ seq }) => seq !== own?.seq) };
      const { removed, row: placed } = mergeWithEarlier(queue, change, renamed);
      if (own && removed.length === 0) return own;
      cancelled = !placed;
      const seqs = [...removed, ...(own ? [own] : [])].map(({ seq }) => seq);
      if (seqs.length > 0) await store.operations.bulkDelete(seqs);
      return placed && append(store, placed);
    });

  return async () => {
    if (Dexie.currentTransaction || !store.isOpen()) return join(false);
    // Nearly always nothing shares a subject, so the row is written while that is checked: a tap
    // waits for one write only.
    const wasEmpty = isAlone(store, row.subjects);
    const placed = await append(store, row);
    if (await wasEmpty) return placed;
    return join(true).catch(() => placed);
  };
}

/** The operations that have one of the subjects, in order. */
async function readSharing(
  { operations }: MemberStore,
  subjects: readonly string[],
): Promise<OperationRow[]> {
  return readOperations(
    await operations.where('subjects').anyOf(subjects).distinct().sortBy('seq'),
  );
}

/** True if an operation is unsent and the last of those that share a subject. */
function isFreeAndLast(row: OperationRow, sharing: readonly OperationRow[]): boolean {
  return row.state === 'pending' && !row.sentEver && sharing.at(-1) === row;
}

/** True if no operation has one of the subjects before the next write. */
async function isAlone(store: MemberStore, subjects: readonly string[]): Promise<boolean> {
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
 * its subject gets the version in that one's response, which its page may not have shown yet.
 */
export async function readForDrain(store: MemberStore): Promise<OperationRow[]> {
  const stored: unknown[] = await store.operations.orderBy('seq').toArray();
  const rows = readOperations(stored.some(lacksSubjects) ? await storeSubjects(store) : stored);
  const subjects = new Set(rows.filter(goesByVersion).map(mainSubjectOf));
  if (subjects.size === 0) return rows;
  // Read after the rows: versions of rows removed in between are included then.
  const found = await store.versions.bulkGet([...subjects]);
  const versions = new Map(found.flatMap((row) => (row ? [[row.subject, row.version]] : [])));
  return rows.map((row) => {
    const version = goesByVersion(row) ? versions.get(mainSubjectOf(row)) : undefined;
    if (version === undefined || version <= (row.ownVersion ?? 0)) return row;
    return { ...row, ownVersion: version };
  });
}

/** Stores the subjects of rows that an open page of an earlier build has written; returns all rows. */
async function storeSubjects(store: MemberStore): Promise<readonly unknown[]> {
  const operations = store.table<unknown>('operations');
  return store.transaction('rw', operations, store.adminTips, async () => {
    const stored = await operations.orderBy('seq').toArray();
    const rows = withSubjects(stored, await store.adminTips.toArray());
    await operations.bulkPut(rows.filter((_, at) => lacksSubjects(stored[at])));
    return rows;
  });
}

function goesByVersion({ baseVersion, sent }: OperationRow): boolean {
  return baseVersion !== undefined && sent === undefined;
}

/**
 * Removes acknowledged operations that the server rows contain, within the caller's transaction,
 * which must include `versions`.
 */
export async function removeDone(store: MemberStore, done: readonly OperationRow[]): Promise<void> {
  const versions = done.flatMap((row) =>
    row.ack?.version === undefined
      ? []
      : [{ subject: mainSubjectOf(row), version: row.ack.version }],
  );
  // In order of seq, so that the last version of a subject stays.
  await store.versions.bulkPut(versions);
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
    if (row.state === 'conflict') await store.versions.delete(mainSubjectOf(row));
    await store.operations.bulkPut(triedAgain(row, rows));
  });
}

async function changeOutbox<Value>(store: MemberStore, work: () => Promise<Value>): Promise<Value> {
  return durably(store, () => store.transaction('rw', store.operations, store.versions, work));
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
 * Discards an operation; a creation with the later ones on its subject. Returns the removed rows, for
 * `putBack`; none if it no longer exists, or was sent and `unsent` was requested.
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
    const seqs = new Set([row, ...goesWith(row, rows)].map(({ seq }) => seq));
    await store.operations.bulkDelete([...seqs]);
    return stored.filter(({ seq }) => seqs.has(seq));
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
    if (!row || !mayBeCancelled(row, rows)) return false;
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

/** The operations that `discard` removes together with this one: without it they have no object. */
export function goesWith(row: OperationRow, rows: readonly OperationRow[]): OperationRow[] {
  return creates(row) ? followersOf(row, rows) : [];
}

/** Later operations with the same main subject. */
function followersOf(row: OperationRow, rows: readonly OperationRow[]): OperationRow[] {
  const subject = mainSubjectOf(row);
  return rows.filter((other) => other.seq > row.seq && mainSubjectOf(other) === subject);
}

/** True if an operation creates its main subject. */
export function creates(row: OperationRow): boolean {
  const parsed = parseOperation(row);
  return typeof parsed === 'object' && parsed.operation.id !== undefined;
}

/** A refused operation under a new key, at its old position; a creation with its followers. */
function renewed(row: OperationRow, rows: readonly OperationRow[]): OperationRow[] {
  const { sent: _sent, problem: _problem, ownVersion: _version, ...rest } = row;
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
  const followers = followersOf(row, rows).filter(({ state }) => mayGo.has(state));
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

/** Assigns a new id, and keeps the earlier ones. */
function underNewId<Row extends UnplacedRow>(row: Row): Row {
  return { ...row, id: newId(), formerly: [...(row.formerly ?? []), row.id] };
}

/** Maps the ids of the tips that an operation names. */
function withTipIds(row: OperationRow, toId: (id: string) => string): OperationRow {
  const parsed = parseOperation(row);
  if (typeof parsed !== 'object' || !parsed.operation.mapTipIds) return row;
  const payload = parsed.operation.mapTipIds(parsed.payload, toId);
  const subjects = row.subjects.map((subject) => {
    const tipId = tipInSubject(subject);
    return tipId === undefined ? subject : tipSubject(toId(tipId));
  });
  // Operations that wait for this one may still name its former subject.
  return { ...row, payload, subjects: [...new Set([...subjects, ...row.subjects])] };
}
