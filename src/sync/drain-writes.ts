import type { BatchEntry } from './drain-state.ts';
import type { MemberStore } from './member-store.ts';
import type { FrozenRequest, OperationRow } from './operation-row.ts';
import { durably } from './storage-trouble.ts';

/** What a drain has to write down: what became of operations, and what it is about to send. */
export type Writing = { news?: readonly OperationRow[]; requestBatch?: readonly BatchEntry[] };

/** What became of the mark that operations are being sent. */
export type Marked = {
  going: readonly BatchEntry[];
  /** Removed meanwhile, by the person or by the pull. */
  gone: readonly string[];
  /** News that another tab, the pull or the person had been ahead of. */
  outdated: readonly string[];
  /**
   * Finished, taken up, or sent with other bytes, by another drain; and what comes after such a one
   * in its lane.
   */
  found: readonly OperationRow[];
};

/**
 * Writes down what became of operations and marks others as being sent, in one transaction for all,
 * since each waits for the disk. When it fails, nothing may be sent.
 */
export async function writeDown(
  store: MemberStore,
  { news = [], requestBatch = [] }: Writing,
): Promise<Marked> {
  const seqs = [...news, ...requestBatch.map(({ row }) => row)].map(({ seq }) => seq);
  if (seqs.length === 0) return { going: [], gone: [], outdated: [], found: [] };
  return durably(store, () =>
    store.transaction('rw', store.operations, async () => {
      const stored = await storedOf(store, seqs);
      const changed = new Map<number, OperationRow>();
      const outdated: string[] = [];
      for (const row of news) {
        if (isNews(row, stored.get(row.seq))) changed.set(row.seq, row);
        else outdated.push(row.id);
      }
      const marked = markedAmong(requestBatch, new Map([...stored, ...changed]));
      for (const { row } of marked.going) changed.set(row.seq, row);
      await store.operations.bulkPut([...changed.values()]);
      return { ...marked, outdated };
    }),
  );
}

/**
 * Whether what became of an operation is to be kept. What the server has said stays said, and what
 * has been sent stays sent: a drain that knows less takes neither back, and brings nothing back
 * that is gone.
 */
function isNews(row: OperationRow, kept: OperationRow | undefined): boolean {
  if (kept?.id !== row.id || hasGoneOtherwise(kept, row.sent)) return false;
  return !isFinal(kept) || (row.state === 'acked' && kept.state !== 'acked');
}

/** What of a parcel may go. Nothing overtakes what stays behind in its lane. */
function markedAmong(
  requestBatch: readonly BatchEntry[],
  stored: ReadonlyMap<number, OperationRow>,
): Omit<Marked, 'outdated'> {
  const going: BatchEntry[] = [];
  const gone: string[] = [];
  const found: OperationRow[] = [];
  const halted = new Set<string>();
  for (const entry of requestBatch) {
    const { id, seq, lane } = entry.row;
    const kept = stored.get(seq);
    const isThere = kept?.id === id;
    if (isThere && !halted.has(lane) && !isSeenTo(kept, entry)) {
      going.push(entry);
      continue;
    }
    halted.add(lane);
    if (isThere) found.push(kept);
    else gone.push(id);
  }
  return { going, gone, found };
}

/** Rows by their seq; neighbours are read at once, since each reading has its price. */
async function storedOf(
  { operations }: MemberStore,
  seqs: readonly number[],
): Promise<Map<number, OperationRow>> {
  const [first, last] = [Math.min(...seqs), Math.max(...seqs)];
  const areNeighbours = last - first < 2 * seqs.length;
  const rows = areNeighbours
    ? await operations.where('seq').between(first, last, true, true).toArray()
    : await operations.bulkGet([...seqs]);
  return new Map(rows.flatMap((row) => (row ? [[row.seq, row] as const] : [])));
}

/**
 * Whether another drain has been at it since it was read. A try that this one has not counted is
 * one it did not know of: where there are no keys, a second request would be a second tip.
 */
function isSeenTo(kept: OperationRow, { row, request }: BatchEntry): boolean {
  const isTaken = kept.state === 'sending' && kept.attempts >= row.attempts;
  return isFinal(kept) || isTaken || hasGoneOtherwise(kept, request);
}

/** Whether the server has spoken its last word on it under this key. */
function isFinal({ state }: OperationRow): boolean {
  return state === 'acked' || state === 'rejected' || state === 'conflict';
}

/** Whether it has left this device with bytes that are not these. */
function hasGoneOtherwise(kept: OperationRow, request: FrozenRequest | undefined): boolean {
  return kept.sent !== undefined && !isSameRequest(kept.sent, request);
}

/** Whether two requests are the same to the server: only the first bytes may go under a key. */
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
