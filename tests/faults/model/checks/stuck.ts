import type { Device } from '../../world/device.ts';
import { type StoredRow, storedRows } from '../../world/reading.ts';

/** Operations that only their person can continue, and those that wait for them. */
export function needPerson(rows: readonly StoredRow[]): Set<StoredRow> {
  const needy = new Set<StoredRow>();
  const stoppedLanes = new Set<string>();
  const stoppedIds = new Set<string>();
  const stop = (row: StoredRow) => {
    needy.add(row);
    stoppedLanes.add(row.lane);
    for (const id of [row.id, ...(row.formerly ?? [])]) stoppedIds.add(id);
  };
  const inOrder = rows.toSorted((one, other) => one.seq - other.seq);
  // An operation waits for earlier ones, except after a retry as a new one: that needs another
  // round.
  for (let known = -1; known < needy.size;) {
    known = needy.size;
    stoppedLanes.clear();
    for (const row of inOrder) {
      if (needsPersonItself(row)) stop(row);
      else if (row.state === 'acked') continue;
      else if (stoppedLanes.has(row.lane) || row.deps.some((id) => stoppedIds.has(id))) stop(row);
    }
  }
  return needy;
}

/** True if only its person can continue the operation, regardless of earlier ones. */
export function needsPersonItself({ state, blockedBy }: StoredRow): boolean {
  if (state === 'rejected' || state === 'conflict' || state === 'unreadable') return true;
  return state === 'blocked' && blockedBy === 'person';
}

/** A device's pending operations that need no person's decision. */
export function pendingOf(device: Device, memberId: string): StoredRow[] {
  const rows = storedRows(device.disk.rows(`touchline-member-${memberId}`, 'operations'));
  const needy = needPerson(rows);
  return rows.filter((row) => !needy.has(row));
}
