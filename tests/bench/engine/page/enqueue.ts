import { MemberStore } from '#sync/storage/member-store.ts';
import { type Kind, queueOne } from './changes.ts';
import { memberWith } from './people.ts';
import { deleteDatabase, openRawOutbox, timed, writeRaw } from './raw.ts';

const memberId = memberWith(1);
const inARow = 50;

/** Durations in milliseconds, in the order of measurement. */
export type Enqueued = { ours: number[]; raw: number[] };

/**
 * Queues changes one by one, and writes equal rows with equal indexes through raw IndexedDB.
 * Alternates in groups of fifty, so that other load affects both.
 */
export async function enqueueDurably(count: number, kind: Kind): Promise<Enqueued> {
  const rows = await rowsOf(count, kind);
  const store = new MemberStore(memberId);
  await store.open();
  const database = await openRawOutbox();
  const found: Enqueued = { ours: [], raw: [] };
  for (let done = 0; done < count; done += inARow) {
    for (let index = done; index < done + inARow; index += 1) {
      found.ours.push(await timed(async () => queueOne(store, memberId, kind)));
    }
    for (let index = done; index < done + inARow; index += 1) {
      const row = rows[index];
      found.raw.push(await timed(async () => writeRaw(database, 'operations', row, 'strict')));
    }
  }
  store.close();
  database.close();
  await deleteDatabase(store.name);
  await deleteDatabase(database.name);
  return found;
}

async function rowsOf(count: number, kind: Kind): Promise<object[]> {
  const store = new MemberStore(memberId);
  for (let index = 0; index < count; index += 1) await queueOne(store, memberId, kind);
  const rows = await store.operations.toArray();
  store.close();
  await deleteDatabase(store.name);
  return rows.map(({ seq: _, ...row }) => row);
}
