import { Dexie } from 'dexie';
import { birthDocument, memberOfDatabase, MemberStore } from './member-store.ts';
import { forgetOwed, type Notes } from './storage-watch.ts';

/** What one member has left unsent on this device. */
export type SealedQueue = { memberId: string; count: number };

/** Whose work waits on this device, whoever is logged in: it is theirs, and nobody else's to send. */
export async function sealedQueues(): Promise<SealedQueue[]> {
  const memberIds = (await Dexie.getDatabaseNames()).flatMap(
    (name) => memberOfDatabase(name) ?? [],
  );
  const queues = await Promise.all(
    memberIds.map(async (memberId) => ({ memberId, count: await pendingOf(memberId) })),
  );
  return queues.filter(({ count }) => count > 0);
}

/** Deletes what a member has left here, because the person at this device says so. */
export async function deleteSealedQueue(memberId: string, notes?: Notes): Promise<void> {
  const store = new MemberStore(memberId);
  await store.operations.clear();
  if (notes) forgetOwed(notes, memberId);
  // A slip that was begun or a time-out that runs stays, and with it the database.
  const documents = await store.documents.toCollection().primaryKeys();
  if (documents.some((name) => name !== birthDocument)) store.close();
  else await store.delete();
}

async function pendingOf(memberId: string): Promise<number> {
  const store = new MemberStore(memberId);
  try {
    return await store.operations.filter(({ state }) => state !== 'acked').count();
  } finally {
    store.close();
  }
}
