import type { Transaction } from 'dexie';
import { convertLaneRows } from '../outbox/lane-rows.ts';

/** Gives the operations that earlier builds have queued their subjects, and keeps their versions. */
export async function upgradeToSubjects(transaction: Transaction): Promise<void> {
  await copyVersions(transaction);
  const operations = transaction.table('operations');
  const rows: unknown[] = await operations.orderBy('seq').toArray();
  if (rows.length === 0) return;
  const tickets: unknown[] = await transaction.table('adminTips').toArray();
  await operations.bulkPut([...convertLaneRows(rows, tickets)]);
}

/** Copies the versions in answers to own operations, which were stored by lane. */
async function copyVersions(transaction: Transaction): Promise<void> {
  // Databases of version 1 may lack the store.
  if (!transaction.idbtrans.objectStoreNames.contains('laneVersions')) return;
  const rows = await transaction.table<{ lane: string; version: number }>('laneVersions').toArray();
  const versions = rows.map(({ lane, version }) => ({ subject: lane, version }));
  await transaction.table('versions').bulkPut(versions);
}
