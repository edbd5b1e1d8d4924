import { maxOf, minOf } from '#domain/extremes.ts';
import type { BatchEntry } from './state.ts';
import type { MemberStore } from '../storage/member-store.ts';
import type { FrozenRequest, OperationRow } from '../outbox/operation-row.ts';
import { addSubjects, hasSubjectIn } from '../outbox/subjects.ts';
import { runDurably } from '../storage/trouble.ts';

/** Rows that a drain writes: outcomes, and the operations it is about to send. */
export type DrainWrite = {
  outcomes?: readonly OperationRow[];
  requestBatch?: readonly BatchEntry[];
};

/** The result of storing operations as `sending`; texts are operation ids. */
export type MarkResult = {
  /** Stored as `sending`: these may be sent. */
  sendable: readonly BatchEntry[];
  /** Removed meanwhile by the member or the pull. */
  removed: readonly string[];
  /** Outcomes made obsolete by another tab, the pull or the member. */
  outdated: readonly string[];
  /**
   * Operations that another drain finished, acquired or sent with other bytes, as stored, and their
   * successors.
   */
  found: readonly OperationRow[];
};

/**
 * Writes outcomes and marks operations as `sending` in one transaction, since each transaction
 * waits for the disk. If it fails, nothing may be sent.
 */
export async function writeDrainRows(
  store: MemberStore,
  { outcomes = [], requestBatch = [] }: DrainWrite,
): Promise<MarkResult> {
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
 * True if an outcome may be written. A drain with outdated knowledge overwrites neither a result
 * nor a sent request, and restores no removed row.
 */
function isOutcomeNew(row: OperationRow, stored: OperationRow | undefined): boolean {
  if (stored?.id !== row.id || wasSentDifferently(stored, row.sent)) return false;
  return !isFinal(stored) || (row.state === 'acked' && stored.state !== 'acked');
}

/** The operations of a request batch that may be sent; none overtakes another with a common subject. */
function selectSendable(
  requestBatch: readonly BatchEntry[],
  storedBySeq: ReadonlyMap<number, OperationRow>,
): Omit<MarkResult, 'outdated'> {
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

/** Reads rows by seq; adjacent ones as one range, which is cheaper. */
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
 * True if another drain has acquired it since it was read, as an attempt that this drain has not
 * counted shows: without keys, a second request would create a second tip.
 */
function isTakenByOtherDrain(stored: OperationRow, { row, request }: BatchEntry): boolean {
  const isTaken = stored.state === 'sending' && stored.attempts >= row.attempts;
  return isFinal(stored) || isTaken || wasSentDifferently(stored, request);
}

/** True if the server has acknowledged or refused it under this key. */
function isFinal({ state }: OperationRow): boolean {
  return state === 'acked' || state === 'rejected' || state === 'conflict';
}

function wasSentDifferently(stored: OperationRow, request: FrozenRequest | undefined): boolean {
  return stored.sent !== undefined && !isSameRequest(stored.sent, request);
}

/** True if two requests are equal for the server, which accepts one request per key. */
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
