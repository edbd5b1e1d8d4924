import * as z from 'zod/mini';
import { OperationRow } from '#sync/outbox/operation-row.ts';

/** True if a value has named properties. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** An outbox row, reduced to what the checks need. */
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

// A stored row is never mutated, and most are read many times.
const known = new WeakMap<object, StoredRow | undefined>();

/** The readable rows of an outbox. */
export function storedRows(rows: readonly Record<string, unknown>[]): StoredRow[] {
  return rows.flatMap((row) => {
    if (!known.has(row)) known.set(row, StoredRow.safeParse(row).data);
    return known.get(row) ?? [];
  });
}
