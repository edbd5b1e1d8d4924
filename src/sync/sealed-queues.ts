import { Dexie } from 'dexie';
import { readOutbox } from './outbox.ts';
import { OutboxStore, outboxName } from './outbox-store.ts';
import { forgetOwed, type Notes } from './storage-watch.ts';

/** What one member has left unsent on this device. */
export type SealedQueue = { memberId: string; count: number };

/** Whose work waits on this device, whoever is logged in: it is theirs, and nobody else's to send. */
export async function sealedQueues(): Promise<SealedQueue[]> {
  const prefix = outboxName('');
  const names = (await Dexie.getDatabaseNames()).filter((name) => name.startsWith(prefix));
  const queues = await Promise.all(
    names.map(async (name) => {
      const memberId = name.slice(prefix.length);
      return { memberId, count: await owedBy(memberId) };
    }),
  );
  return queues.filter(({ count }) => count > 0);
}

/** Deletes what a member has left here, because the person at this device says so. */
export async function deleteSealedQueue(memberId: string, kept?: Notes): Promise<void> {
  const outbox = new OutboxStore(memberId);
  // Another tab may hold the database open and its deletion up; what lies in it goes at once.
  await outbox.operations.clear();
  if (kept) forgetOwed(kept, memberId);
  await outbox.delete();
}

async function owedBy(memberId: string): Promise<number> {
  const outbox = new OutboxStore(memberId);
  try {
    const rows = await readOutbox(outbox);
    return rows.filter(({ state }) => state !== 'acked').length;
  } finally {
    outbox.close();
  }
}
