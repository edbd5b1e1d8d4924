import type { Device } from '../../world/device.ts';
import { type StoredRow, storedRows } from '../../world/reading.ts';

/** Operations that only a person can continue, and those that must follow them. */
export function needPerson(rows: readonly StoredRow[]): Set<StoredRow> {
  const needy = new Set<StoredRow>();
  const stopped = new Set<string>();
  for (const row of rows.toSorted((one, other) => one.seq - other.seq)) {
    if (row.state === 'acked') continue;
    if (!needsPersonItself(row) && !row.subjects.some((one) => stopped.has(one))) continue;
    needy.add(row);
    for (const subject of row.subjects) stopped.add(subject);
  }
  return needy;
}

/** True if only a person can continue the operation itself. */
function needsPersonItself({ state, blockedBy }: StoredRow): boolean {
  if (state === 'rejected' || state === 'conflict' || state === 'unreadable') return true;
  return state === 'blocked' && blockedBy === 'person';
}

/** A device's pending operations that need no person. */
export function pendingOf(device: Device, memberId: string): StoredRow[] {
  const rows = storedRows(device.disk.rows(`touchline-member-${memberId}`, 'operations'));
  const needy = needPerson(rows);
  return rows.filter((row) => !needy.has(row));
}
