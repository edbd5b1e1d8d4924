import { MemberStore } from '#sync/storage/member-store.ts';
import { deletePendingNote } from '#sync/storage/pending-note.ts';
import {
  clearPendingRemoval,
  readPendingRemovals,
  storePendingRemoval,
  type RemovalExtent,
} from '#client/session/pending-removals.ts';
import { siteStorage } from '#client/session/persisted-value.ts';
import { type Member, storageState } from '../device/device.tsx';
import { clearRows, wipeRows, type WipeResult } from '../tips/drafts.ts';

/**
 * Removes a member's rows. localStorage records the removal, so that a removal that the disk does
 * not execute now is completed before the database is used again.
 */
export async function removeRows({ id, store }: Member, extent: RemovalExtent): Promise<void> {
  storePendingRemoval(id, extent);
  const isOnDisk = storageState.location.get() === 'device';
  const wiped = await wipeRows(store, extent);
  if (isOnDisk) endRemoval(id, wiped);
}

/** Removes the rows of a pending removal while the member's database is being opened. */
export async function completeMemberRemoval(memberId: string, opened: MemberStore): Promise<void> {
  const extent = readPendingRemovals().get(memberId);
  if (extent !== undefined) endRemoval(memberId, await clearRows(opened, extent));
}

/** Executes all pending removals. */
export async function completeAllRemovals(): Promise<void> {
  for (const [memberId, extent] of readPendingRemovals()) {
    const store = new MemberStore(memberId);
    try {
      endRemoval(memberId, await wipeRows(store, extent));
    } finally {
      store.close();
    }
  }
}

function endRemoval(memberId: string, wiped: WipeResult): void {
  clearPendingRemoval(memberId);
  // Deleted operations must not be reported as lost at the next login.
  if (wiped === 'emptied') deletePendingNote(siteStorage, memberId);
}
