import type { Transaction } from 'dexie';
import { convertLaneRows } from '../outbox/lane-rows.ts';

/** Adds subjects to operations queued by earlier builds, and copies their versions. */
export async function upgradeToSubjects(transaction: Transaction): Promise<void> {
  await copyVersions(transaction);
  const operations = transaction.table('operations');
  const rows: unknown[] = await operations.orderBy('seq').toArray();
  if (rows.length === 0) return;
  const tickets: unknown[] = await transaction.table('adminTips').toArray();
  await operations.bulkPut([...convertLaneRows(rows, tickets)]);
}

/** Copies the versions from responses to own operations, which earlier builds stored by lane. */
async function copyVersions(transaction: Transaction): Promise<void> {
  // Some databases of version 1 lack this store.
  if (!transaction.idbtrans.objectStoreNames.contains('laneVersions')) return;
  const rows = await transaction.table<{ lane: string; version: number }>('laneVersions').toArray();
  const versions = rows.map(({ lane, version }) => ({ subject: lane, version }));
  await transaction.table('versions').bulkPut(versions);
}
