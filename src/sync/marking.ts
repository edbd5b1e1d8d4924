import type { ParcelEntry } from './drain-state.ts';
import type { FrozenRequest, OperationRow, OutboxStore } from './outbox-store.ts';
import { durably } from './storage-trouble.ts';

/** What became of the mark that operations are being sent. */
export type Marked = {
  going: readonly ParcelEntry[];
  /** Removed meanwhile, by the person or by the pull. */
  gone: readonly string[];
  /**
   * Finished, taken up, or sent with other bytes, by another drain; and what comes after such a one
   * in its lane.
   */
  found: readonly OperationRow[];
};

/**
 * Marks operations as being sent, in one transaction for all, since each waits for the disk. When
 * it fails, nothing may be sent.
 */
export async function mark(outbox: OutboxStore, parcel: readonly ParcelEntry[]): Promise<Marked> {
  return durably(outbox, () =>
    outbox.transaction('rw', outbox.operations, async () => {
      const stored = await storedOf(
        outbox,
        parcel.map(({ row }) => row.seq),
      );
      const going: ParcelEntry[] = [];
      const gone: string[] = [];
      const found: OperationRow[] = [];
      const halted = new Set<string>();
      for (const entry of parcel) {
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
      await outbox.operations.bulkPut(going.map(({ row }) => row));
      return { going, gone, found };
    }),
  );
}

/**
 * Writes down what became of operations, in one transaction, without those that are gone. What
 * the server has said stays said, and what has been sent stays sent: a drain that knows less takes
 * neither back. Answers how many were there to be written.
 */
export async function keep(outbox: OutboxStore, rows: readonly OperationRow[]): Promise<number> {
  return durably(outbox, () =>
    outbox.transaction('rw', outbox.operations, async () => {
      const stored = await storedOf(
        outbox,
        rows.map(({ seq }) => seq),
      );
      const news = rows.filter((row) => {
        const kept = stored.get(row.seq);
        if (kept?.id !== row.id || hasGoneOtherwise(kept, row.sent)) return false;
        return !isFinal(kept) || (row.state === 'acked' && kept.state !== 'acked');
      });
      await outbox.operations.bulkPut(news);
      return news.length;
    }),
  );
}

/** Rows by their seq; neighbours are read at once, since each reading has its price. */
async function storedOf(
  { operations }: OutboxStore,
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
function isSeenTo(kept: OperationRow, { row, request }: ParcelEntry): boolean {
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
