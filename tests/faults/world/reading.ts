import * as z from 'zod/mini';
import { OperationRow } from '#sync/outbox/operation-row.ts';

/** True if a value has named properties. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** An outbox row, reduced to the fields that checks use. */
export type StoredRow = z.infer<typeof StoredRow>;

const StoredRow = z.pick(OperationRow, {
  seq: true,
  id: true,
  memberId: true,
  kind: true,
  subjects: true,
  payload: true,
  state: true,
  blockedBy: true,
  attempts: true,
  nextAt: true,
  notBefore: true,
  queuedAt: true,
  sentEver: true,
  sent: true,
  problem: true,
  ack: true,
  baseVersion: true,
  formerly: true,
});

// Caches parsed rows: a stored row never changes, and most are read many times.
const known = new WeakMap<object, StoredRow | undefined>();

/** Parses the rows of an outbox, and leaves out those that cannot be read. */
export function storedRows(rows: readonly Record<string, unknown>[]): StoredRow[] {
  return rows.flatMap((row) => {
    if (!known.has(row)) known.set(row, StoredRow.safeParse(row).data);
    return known.get(row) ?? [];
  });
}
