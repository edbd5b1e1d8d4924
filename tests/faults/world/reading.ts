import * as z from 'zod/mini';
import { OperationRow } from '#sync/outbox/operation-row.ts';

/** Whether something has named values that can be looked at. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** A row of an outbox as the checks look at it: what they need of it, and no more. */
export type StoredRow = z.infer<typeof StoredRow>;

const StoredRow = z.pick(OperationRow, {
  seq: true,
  id: true,
  memberId: true,
  kind: true,
  lane: true,
  deps: true,
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

// A stored row is never changed in place, and most of them are looked at many times.
const known = new WeakMap<object, StoredRow | undefined>();

/** The rows of an outbox that can be read. */
export function storedRows(rows: readonly Record<string, unknown>[]): StoredRow[] {
  return rows.flatMap((row) => {
    if (!known.has(row)) known.set(row, StoredRow.safeParse(row).data);
    return known.get(row) ?? [];
  });
}
