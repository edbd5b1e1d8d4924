import { databaseNameOf, MemberStore, toTipRow } from '#sync/storage/member-store.ts';
import type { Tip } from '#contract/tips.ts';
import { createId } from '#sync/ids.ts';
import { queueOperation } from '#sync/outbox/outbox.ts';
import { aTip, queueMany } from './changes.ts';
import { firstShown } from './own-screen.ts';
import { memberWith } from './people.ts';
import { newestRaw, openRaw } from './raw.ts';

/** Ids of the first rows, and the time from opening the databases in milliseconds. */
export type FirstRows = { ms: number; ids: string[] };

const perWrite = 5000;

/** Fills a member's databases with tips and pending bookings. */
export async function fillTips(count: number, pending: number): Promise<void> {
  const memberId = memberWith(count);
  const store = new MemberStore(memberId);
  for (let done = 0; done < count; done += perWrite) {
    const rows = Array.from({ length: Math.min(perWrite, count - done) }, (_, index) =>
      toTipRow(aServerTip(memberId, done + index)),
    );
    await store.tips.bulkPut(rows);
  }
  await queueMany(store, memberId, pending / 2);
  await bookSome(store, memberId, pending / 2);
  store.close();
}

/** Queues bookings of tips from all parts of the list. */
async function bookSome(store: MemberStore, memberId: string, count: number): Promise<void> {
  const saved = await store.tips
    .where('[booked+creationTime]')
    .between([0, ''], [0, '\uffff'])
    .primaryKeys();
  const apart = Math.floor(saved.length / count);
  for (let index = 0; index < count; index += 1) {
    const tipId = saved[index * apart];
    if (tipId === undefined) throw new Error('There are too few tickets to book.');
    const payload = { tipId };
    await queueOperation(store, { memberId, kind: 'tip.book', payload, baseVersion: 1 });
  }
}

/** Opens the databases as a start does, and reads the rows of the first screen. */
export async function firstRows(count: number): Promise<FirstRows> {
  const memberId = memberWith(count);
  const started = performance.now();
  const shown = await firstShown(new MemberStore(memberId));
  return { ms: performance.now() - started, ids: shown.map(({ id }) => id) };
}

/** Opens only the database of tips through raw IndexedDB, and reads the newest tips. */
export async function firstRowsRaw(count: number): Promise<FirstRows> {
  const started = performance.now();
  const database = await openRaw(databaseNameOf(memberWith(count)));
  const rows = await newestRaw(database, {
    table: 'tips',
    index: '[booked+creationTime]',
    range: IDBKeyRange.bound([0, ''], [0, '\uffff']),
    count: 20,
  });
  return { ms: performance.now() - started, ids: rows.map(idOf) };
}

export function aServerTip(memberId: string, index: number): Tip {
  const { options, ...tip } = aTip();
  // Ids are UUIDv7 as on a device, so they increase with time.
  const at = Date.UTC(2024, 0, 1) + index * 60_000;
  return {
    id: createId(),
    tipsterId: memberId,
    tipsterName: tip.tipsterName,
    options: options.map((leg) => ({ ...leg, status: false, result: 'pending' })),
    totalOdds: 15.63,
    creationTime: new Date(at).toISOString(),
    expiryTime: options[0]?.startDateOfGame ?? '',
    IsBooked: index % 4 === 0,
    IsGameSuccessful: false,
    outcome: 'open',
    totalGamesWon: 0,
    totalGamesLost: 0,
    gameRankPercentage: 0,
    version: 1,
    stake: tip.stake,
  };
}

function idOf(row: unknown): string {
  return typeof row === 'object' && row !== null && 'id' in row ? String(row.id) : '';
}
