import { maxOf, minOf } from '#domain/extremes.ts';
import type { BatchEntry } from './state.ts';
import type { MemberStore } from '../storage/member-store.ts';
import type { FrozenRequest, OperationRow } from '../outbox/operation-row.ts';
import { addSubjects, hasSubjectIn } from '../outbox/subjects.ts';
import { runDurably } from '../storage/trouble.ts';

/** Rows that a drain writes: outcomes, and the operations that it will send next. */
export type DrainWrite = {
  outcomes?: readonly OperationRow[];
  requestBatch?: readonly BatchEntry[];
};

/** Result of storing operations as `sending`; all strings are operation ids. */
export type DrainWriteResult = {
  /** Stored as `sending`, so these may be sent. */
  sendable: readonly BatchEntry[];
  /** Removed by the member or the pull since they were read. */
  removed: readonly string[];
  /** Outcomes made obsolete by another tab, the pull or the member. */
  outdated: readonly string[];
  /**
   * Stored rows of operations that another drain finished, sends or sent differently, and of the
   * operations that wait for such an operation.
   */
  found: readonly OperationRow[];
};

/**
 * Writes outcomes and marks operations as `sending` in one transaction, because each transaction
 * waits for the disk. If the transaction fails, nothing may be sent.
 */
export async function writeDrainRows(
  store: MemberStore,
  { outcomes = [], requestBatch = [] }: DrainWrite,
): Promise<DrainWriteResult> {
  const seqs = [...outcomes, ...requestBatch.map(({ row }) => row)].map(({ seq }) => seq);
  if (seqs.length === 0) return { sendable: [], removed: [], outdated: [], found: [] };
  return runDurably(store, () =>
    store.transaction('rw', store.operations, async () => {
      const storedBySeq = await readStoredRows(store, seqs);
      const changed = new Map<number, OperationRow>();
      const outdated: string[] = [];
      for (const row of outcomes) {
        if (isOutcomeNew(row, storedBySeq.get(row.seq))) changed.set(row.seq, row);
        else outdated.push(row.id);
      }
      const marked = selectSendable(requestBatch, new Map([...storedBySeq, ...changed]));
      for (const { row } of marked.sendable) changed.set(row.seq, row);
      await store.operations.bulkPut([...changed.values()]);
      return { ...marked, outdated };
    }),
  );
}

/**
 * True if an outcome may be written: it replaces neither a final state nor another request, and
 * restores no removed row.
 */
function isOutcomeNew(row: OperationRow, stored: OperationRow | undefined): boolean {
  if (stored?.id !== row.id || wasSentDifferently(stored, row.sent)) return false;
  return !isFinal(stored) || (row.state === 'acked' && stored.state !== 'acked');
}

/** Selects the operations that may be sent; no operation overtakes another of its subject. */
function selectSendable(
  requestBatch: readonly BatchEntry[],
  storedBySeq: ReadonlyMap<number, OperationRow>,
): Omit<DrainWriteResult, 'outdated'> {
  const going: BatchEntry[] = [];
  const removed: string[] = [];
  const found: OperationRow[] = [];
  const halted = new Set<string>();
  for (const entry of requestBatch) {
    const { id, seq } = entry.row;
    const stored = storedBySeq.get(seq);
    const isThere = stored?.id === id;
    if (isThere && !hasSubjectIn(entry.row, halted) && !isTakenByOtherDrain(stored, entry)) {
      going.push(entry);
      continue;
    }
    addSubjects(halted, entry.row);
    if (isThere) found.push(stored);
    else removed.push(id);
  }
  return { sendable: going, removed, found };
}

/** Reads rows by `seq`; adjacent rows as one range, which is faster. */
async function readStoredRows(
  { operations }: MemberStore,
  seqs: readonly number[],
): Promise<Map<number, OperationRow>> {
  const [first, last] = [minOf(seqs), maxOf(seqs)];
  const areNeighbours = last - first < 2 * seqs.length;
  const rows = areNeighbours
    ? await operations.where('seq').between(first, last, true, true).toArray()
    : await operations.bulkGet([...seqs]);
  return new Map(rows.flatMap((row) => (row ? [[row.seq, row] as const] : [])));
}

/**
 * True if another drain sends or sent the operation since it was read: without keys, a second
 * request would create a second tip.
 */
function isTakenByOtherDrain(stored: OperationRow, { row, request }: BatchEntry): boolean {
  const isTaken = stored.state === 'sending' && stored.attempts >= row.attempts;
  return isFinal(stored) || isTaken || wasSentDifferently(stored, request);
}

/** True if the server has acknowledged or refused the operation. */
function isFinal({ state }: OperationRow): boolean {
  return state === 'acked' || state === 'rejected' || state === 'conflict';
}

function wasSentDifferently(stored: OperationRow, request: FrozenRequest | undefined): boolean {
  return stored.sent !== undefined && !isSameRequest(stored.sent, request);
}

/** True if two requests are equal for the server, which accepts only one request per key. */
export function isSameRequest(
  one: FrozenRequest | undefined,
  other: FrozenRequest | undefined,
): boolean {
  return (
    one?.method === other?.method &&
    one?.path === other?.path &&
    one?.body === other?.body &&
    one?.ifMatch === other?.ifMatch
  );
}
