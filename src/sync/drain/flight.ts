import type { OperationRow } from '../outbox/operation-row.ts';
import type { DrainState } from './state.ts';

/** Removes operations from the request in flight; `judge` returns their new rows. */
export function endFlight(
  state: DrainState,
  ids: readonly string[],
  judge: (row: OperationRow, before: OperationRow) => OperationRow,
): DrainState {
  const flight = new Map(state.flight);
  for (const id of ids) flight.delete(id);
  const ended = new Set(ids);
  const operations = state.operations.map((row) => {
    const before = ended.has(row.id) ? state.flight.get(row.id) : undefined;
    return before ? judge(row, before) : row;
  });
  return { ...state, flight, operations };
}

/** Restores the state before sending and retains `sent`; the server executed nothing. */
export function restoreUnsent(row: OperationRow, before: OperationRow): OperationRow {
  return { ...row, state: before.state, attempts: before.attempts };
}
