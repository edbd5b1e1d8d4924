import { MemberStore } from '#sync/storage/member-store.ts';
import { forgetPendingNote } from '#sync/storage/pending-note.ts';
import {
  forgetRemoval,
  notedRemovals,
  noteRemoval,
  type RemovalExtent,
} from '#client/session/row-removals.ts';
import { siteStorage } from '#client/session/persisted.ts';
import { type Member, storageState } from '../device/device.tsx';
import { clearRows, wipeRows, type Wiped } from '../tips/drafts.ts';

/**
 * Removes a member's rows. A disk that cannot be written now is noted: they are removed from it before its next
 * use.
 */
export async function removeRows({ id, store }: Member, extent: RemovalExtent): Promise<void> {
  noteRemoval(id, extent);
  const isOnDisk = storageState.place.get() === 'device';
  const wiped = await wipeRows(store, extent);
  if (isOnDisk) settleRemoval(id, wiped);
}

/** Removes the noted rows of a member from their database on the disk while it is being opened. */
export async function clearNotedRows(memberId: string, opened: MemberStore): Promise<void> {
  const extent = notedRemovals().get(memberId);
  if (extent !== undefined) settleRemoval(memberId, await clearRows(opened, extent));
}

/** Removes all noted rows from the disk. */
export async function wipeNotedRows(): Promise<void> {
  for (const [memberId, extent] of notedRemovals()) {
    const store = new MemberStore(memberId);
    try {
      settleRemoval(memberId, await wipeRows(store, extent));
    } finally {
      store.close();
    }
  }
}

function settleRemoval(memberId: string, wiped: Wiped): void {
  forgetRemoval(memberId);
  // Deleted operations must not count as lost at the next login.
  if (wiped === 'emptied') forgetPendingNote(siteStorage, memberId);
}
