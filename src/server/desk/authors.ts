import { and, desc, eq, inArray, type SQL } from 'drizzle-orm';

import type { Queryable } from '../db/database.ts';
import { audit, members } from '../db/schema.ts';
import { toDisplayName } from '../members/names.ts';

/** Author and time of the last change; `by` is missing if no person made the change. */
export type ChangeAuthor = { by?: string; at: string };

/** Reads the author of the latest matching audit event; `about` is a further SQL condition. */
export async function readLastAuthor(
  database: Queryable,
  actions: readonly string[],
  subjects: readonly string[],
  about?: SQL,
): Promise<ChangeAuthor | undefined> {
  if (subjects.length === 0) return undefined;
  const [entry] = await database
    .select({ at: audit.at, actorId: audit.actorId })
    .from(audit)
    .where(and(inArray(audit.subject, [...subjects]), inArray(audit.action, [...actions]), about))
    .orderBy(desc(audit.id))
    .limit(1);
  return entry && readChangeAuthor(database, entry.actorId, entry.at);
}

/** Reads a member's name and adds the time of their change. */
export async function readChangeAuthor(
  database: Queryable,
  memberId: string | null,
  at: Date,
): Promise<ChangeAuthor> {
  const [names] = memberId
    ? await database.select().from(members).where(eq(members.id, memberId))
    : [];
  return { ...(names && { by: toDisplayName(names) }), at: at.toISOString() };
}
