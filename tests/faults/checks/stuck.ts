import type { Device } from '../world/device.ts';
import { type KeptRow, keptRows } from '../world/reading.ts';

/** Operations that only their person can bring on, and whatever waits behind them. */
export function needsPerson(row: KeptRow, rows: readonly KeptRow[]): boolean {
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

/** What a device still owes that nobody has to decide about. */
export function owedBy(device: Device, memberId: string): KeptRow[] {
  const rows = keptRows(device.disk.rows(`touchline-member-${memberId}`, 'operations'));
  return rows.filter((row) => !needsPerson(row, rows));
}
