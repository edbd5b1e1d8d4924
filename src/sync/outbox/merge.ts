import { minOf } from '#domain/extremes.ts';
import type { OperationRow } from './operation-row.ts';
import type { MergeOutcome, Operation } from '../operations/operation.ts';
import { operationOf, parseOperation } from '../operations/registry.ts';
import { hasCommonSubject } from './subjects.ts';

export type RowWithoutSeq = Omit<OperationRow, 'seq'>;

/** The rows to remove, and the row to add; undefined if nothing remains. */
export type MergeResult = { removed: OperationRow[]; row: RowWithoutSeq | undefined };

/** A new operation with its payload. */
export type NewChange<Payload> = { operation: Operation<Payload>; payload: Payload };

/**
 * Merges a new operation with earlier unsent ones that share a subject, as far as the earlier ones
 * may move to the end of the queue, and with refused ones that it replaces or undoes. Rows are
 * replaced and never changed, because a drain that has read a row must find it missing. `around`
 * contains all operations that share a subject with one of `sharing`.
 */
export function mergeWithEarlier<Payload>(
  { sharing, around }: { sharing: readonly OperationRow[]; around: readonly OperationRow[] },
  { operation, payload }: NewChange<Payload>,
  row: RowWithoutSeq,
): MergeResult {
  const removed: OperationRow[] = [];
  for (const earlier of sharing.filter(isRefused)) {
    const result = mergePair(operation, earlier, payload);
    if (!isReplacement(result) && !isUndo(result)) continue;
    removed.push(earlier);
    if (isUndo(result)) return { removed, row: reduceOperation(earlier, row.id, result.remaining) };
  }

  let merged = row;
  let latest = payload;
  const apart: OperationRow[] = [];
  for (const earlier of sharing.filter((one) => !removed.includes(one)).toReversed()) {
    const passed = new Set([...removed, ...apart].map(({ seq }) => seq));
    const later = around.filter(({ seq }) => !passed.has(seq));
    const result = mergePair(operation, earlier, latest);
    if (!result || !isUnsent(earlier) || !canMoveToEnd(earlier, later)) break;
    if (result === 'apart') {
      apart.push(earlier);
      continue;
    }
    removed.push(earlier);
    if (result === 'nothing') return { removed, row: undefined };
    if (isUndo(result)) return { removed, row: reduceOperation(earlier, row.id, result.remaining) };
    latest = isReplacement(result) ? result.replacement : result.payload;
    merged = replacementOf(earlier, { ...merged, payload: latest });
  }
  return { removed, row: merged };
}

function mergePair<Payload>(
  operation: Operation<Payload>,
  earlier: OperationRow,
  payload: Payload,
): MergeOutcome<Payload> {
  const parsed = parseOperation(earlier);
  if (typeof parsed !== 'object') return undefined;
  return operation.merge?.({ kind: earlier.kind, payload: parsed.payload }, payload);
}

function isUndo<Payload>(result: MergeOutcome<Payload>): result is { remaining: unknown } {
  return typeof result === 'object' && 'remaining' in result;
}

function isReplacement<Payload>(result: MergeOutcome<Payload>): result is { replacement: Payload } {
  return typeof result === 'object' && 'replacement' in result;
}

/** True if the server refused the operation, so that it has no effect there. */
function isRefused({ state }: OperationRow): boolean {
  return state === 'rejected' || state === 'conflict';
}

/** True if an operation can be undone by removing it, given all rows of the outbox. */
export function canBeCancelled(row: OperationRow, rows: readonly OperationRow[]): boolean {
  return isRefused(row) || (isUnsent(row) && canMoveToEnd(row, rows));
}

function isUnsent({ state, sentEver }: OperationRow): boolean {
  return state === 'pending' && !sentEver;
}

/** True if no unfinished later operation shares a subject. */
function canMoveToEnd(row: OperationRow, rows: readonly OperationRow[]): boolean {
  return !rows.some(
    (other) => other.seq > row.seq && other.state !== 'acked' && hasCommonSubject(other, row),
  );
}

/** Returns the operation without its undone entries, with a new id. */
function reduceOperation(
  { seq: _, ...earlier }: OperationRow,
  id: string,
  remaining: unknown,
): RowWithoutSeq | undefined {
  if (remaining === undefined) return undefined;
  const subjects = operationOf(earlier)?.subjects(remaining) ?? earlier.subjects;
  return { ...earlier, id, payload: remaining, subjects };
}

/** The row that replaces an operation, with the versions and ids that its subject has received. */
function replacementOf(earlier: OperationRow, row: RowWithoutSeq): RowWithoutSeq {
  const versions = [earlier.baseVersion, row.baseVersion].filter((one) => one !== undefined);
  const sameKind = earlier.kind === row.kind && versions.length > 0;
  return {
    ...row,
    subjects: [...new Set([...row.subjects, ...earlier.subjects])],
    // Uses the older of the versions that the member saw: a change in between is a conflict.
    ...(sameKind && { baseVersion: minOf(versions) }),
    ...(earlier.ownVersion !== undefined && { ownVersion: earlier.ownVersion }),
    ...(earlier.entityId !== undefined && { entityId: earlier.entityId }),
  };
}
