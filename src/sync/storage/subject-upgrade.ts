import type { Transaction } from 'dexie';
import {
  fixtureInSubject,
  fixtureSubject,
  profileSubject,
  tipSubject,
} from '../outbox/subjects.ts';

/** A row of the builds that ordered operations by a lane and by the ids they depend on. */
type LaneRow = Record<string, unknown>;

/**
 * Gives operations of earlier builds their subjects: those of their payload, and those of the
 * operations that they depended on. Ids, keys and sent requests stay as they are.
 */
export async function addSubjectsToRows(transaction: Transaction): Promise<void> {
  const table = transaction.table<LaneRow, number>('operations');
  const rows = await table.orderBy('seq').toArray();
  if (rows.length === 0) return;
  const tips = await transaction.table<Record<string, unknown>>('adminTips').toArray();
  const fixturesByTip = new Map(tips.map(({ id, options }) => [id, fixturesOf(options)]));
  const queuedFixtures = rows.map(laneOf).filter((lane) => fixtureInSubject(lane) !== undefined);
  const subjectsById = new Map<unknown, readonly string[]>();
  for (const row of rows) {
    const { lane, deps, laneVersion, ...rest } = row;
    const own = ownSubjects(row, (id) => [...(fixturesByTip.get(id) ?? []), ...queuedFixtures]);
    const earlier = listOf(deps).flatMap((id) => subjectsById.get(id) ?? []);
    const subjects = [...new Set([...own, ...earlier])];
    for (const id of [row['id'], ...listOf(row['formerly'])]) subjectsById.set(id, own);
    await table.put({
      ...rest,
      subjects,
      ...(laneVersion !== undefined && { ownVersion: laneVersion }),
    });
  }
}

function ownSubjects(row: LaneRow, fixturesOfTip: (id: unknown) => readonly string[]): string[] {
  const lane = laneOf(row);
  const payload = recordOf(row['payload']);
  if (lane === 'confirmations') {
    const ids = listOf(payload['ids']);
    return [...ids.map((id) => tipSubject(String(id))), ...ids.flatMap(fixturesOfTip)];
  }
  if (row['kind'] === 'tip.confirm') return [lane, ...fixturesOfTip(payload['tipId'])];
  if (lane.startsWith('profile:')) return [profileSubject];
  if (lane.startsWith('time-out:')) return ['time-out'];
  return [lane, ...fixturesOf(payload['legs'])];
}

function laneOf(row: LaneRow): string {
  const { lane, seq } = row;
  return typeof lane === 'string' ? lane : `unreadable:${String(seq)}`;
}

function fixturesOf(legs: unknown): string[] {
  return listOf(legs).map((leg) => fixtureSubject(String(recordOf(leg)['fixtureId'])));
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function recordOf(value: unknown): LaneRow {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
