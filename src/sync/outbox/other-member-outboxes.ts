import { Dexie } from 'dexie';
import { databaseIdDocument, memberIdOfDatabase, MemberStore } from '../storage/member-store.ts';
import { deletePendingNote, type NoteStorage } from '../storage/pending-note.ts';

export type MemberOutbox = { memberId: string; count: number };

/** Lists all members with pending operations on this device, logged in or not. */
export async function readMemberOutboxes(): Promise<MemberOutbox[]> {
  const memberIds = (await Dexie.getDatabaseNames()).flatMap(
    (name) => memberIdOfDatabase(name) ?? [],
  );
  const queues = await Promise.all(
    memberIds.map(async (memberId) => ({ memberId, count: await countPending(memberId) })),
  );
  return queues.filter(({ count }) => count > 0);
}

/** Deletes a member's pending operations from this device. */
export async function deleteMemberOutbox(memberId: string, notes?: NoteStorage): Promise<void> {
  const store = new MemberStore(memberId);
  await store.operations.clear();
  if (notes) deletePendingNote(notes, memberId);
  // The database stays if it contains a draft or a running time-out.
  const documents = await store.documents.toCollection().primaryKeys();
  if (documents.some((name) => name !== databaseIdDocument)) store.close();
  else await store.delete();
}

async function countPending(memberId: string): Promise<number> {
  const store = new MemberStore(memberId);
  try {
    return await store.operations.filter(({ state }) => state !== 'acked').count();
  } finally {
    store.close();
  }
}
