import type { OperationRow } from '../outbox/operation-row.ts';
import type { DrainState } from './state.ts';

/** Ends the flight of operations and replaces their rows by the result of `judge`. */
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

/** Restores the row's state before sending but keeps its request: the server did not execute it. */
export function restoreUnsent(row: OperationRow, before: OperationRow): OperationRow {
  return { ...row, state: before.state, attempts: before.attempts };
}
