import type { OperationRow } from '#sync/outbox-store.ts';
import { waitsFor } from '#sync/status.ts';

/** What has to be through before an operation: what holds it up for good first, then whose turn it is. */
export function isAfter(
  row: OperationRow,
  operations: readonly OperationRow[],
): OperationRow | undefined {
  const owed = operations.filter(({ state }) => state !== 'acked');
  const idsOf = ({ id, formerly = [] }: OperationRow) => [id, ...formerly];
  return (
    waitsFor(row, operations) ??
    owed.find((other) => idsOf(other).some((id) => row.deps.includes(id))) ??
    owed.findLast(({ lane, seq }) => lane === row.lane && seq < row.seq)
  );
}
