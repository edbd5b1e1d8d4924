import type { OperationRow } from '#sync/outbox/operation-row.ts';
import { mainSubjectOf, tipIdOfSubject, tipSubject } from '#sync/outbox/subjects.ts';
import type { MemberStore } from '#sync/storage/member-store.ts';

/**
 * The subject of an operation's messages; a new message replaces an earlier one with the same
 * subject. For an operation on several tickets the subject is the operation's id.
 */
export function messageSubjectOf(row: OperationRow): string {
  const tickets = row.subjects.filter((subject) => tipIdOfSubject(subject) !== undefined);
  const subject = mainSubjectOf(row);
  // A post also lists the withdrawals that it waits for, but its subject is its own tip.
  return tickets.length > 1 && subject !== tipSubject(row.id) ? row.id : subject;
}

/** Reads the names of the games of a subject, as far as this device has them. */
export async function readGamesOfSubject(store: MemberStore, subject: string): Promise<string[]> {
  const sharing = await store.operations.where('subjects').equals(subject).toArray();
  const rows: { payload: unknown }[] = sharing.filter((row) => mainSubjectOf(row) === subject);
  const queued = collectGameNames(rows.map(({ payload }) => payload));
  const tipId = tipIdOfSubject(subject);
  if (queued.length > 0 || tipId === undefined) return queued;
  const tip = (await store.tips.get(tipId)) ?? (await store.adminTips.get(tipId));
  return collectGameNames(tip?.options);
}

/** Collects all game names in a payload, at any depth and without its schema. */
function collectGameNames(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'game' in value && typeof value.game === 'string' ? [value.game] : [];
  return [...new Set([...own, ...Object.values(value).flatMap(collectGameNames)])];
}
