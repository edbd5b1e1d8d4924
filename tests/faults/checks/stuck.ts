import type { Device } from '../world/device.ts';
import { type StoredRow, storedRows } from '../world/reading.ts';

/** Operations that only their person can bring on, and whatever waits behind them. */
export function needsPerson(row: StoredRow, rows: readonly StoredRow[]): boolean {
  const own = row.state === 'rejected' || row.state === 'conflict' || row.state === 'unreadable';
  if (own || (row.state === 'blocked' && row.blockedBy === 'person')) return true;
  if (row.state === 'acked') return false;
  return rows.some(
    (other) =>
      other.id !== row.id &&
      ((other.lane === row.lane && other.seq < row.seq) ||
        [other.id, ...(other.formerly ?? [])].some((id) => row.deps.includes(id))) &&
      needsPerson(other, rows),
  );
}

/** A device's pending operations that need no person's decision. */
export function pendingOf(device: Device, memberId: string): StoredRow[] {
  const rows = storedRows(device.disk.rows(`touchline-member-${memberId}`, 'operations'));
  return rows.filter((row) => !needsPerson(row, rows));
}
