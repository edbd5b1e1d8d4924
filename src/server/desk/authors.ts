import { and, desc, eq, inArray, type SQL } from 'drizzle-orm';

import type { Queryable } from '../db/database.ts';
import { audit, members } from '../db/schema.ts';
import { nameOf } from '../members/names.ts';

/** What administrators do to tickets and games. */
export const treatments = [
  'leg.price',
  'leg.settle',
  'leg.correct',
  'tip.confirm',
  'tip.reopen',
  'fixture.result',
  'correction.propose',
  'correction.withdraw',
];

/** Who did something to it, and when; without a name where no person did. */
export type Author = { by?: string; at: string };

/** Who changed one of these things last, as it was written down; `about` says which of its parts it was. */
export async function lastAuthor(
  database: Queryable,
  actions: readonly string[],
  subjects: readonly string[],
  about?: SQL,
): Promise<Author | undefined> {
  if (subjects.length === 0) return undefined;
  const [entry] = await database
    .select({ at: audit.at, actorId: audit.actorId })
    .from(audit)
    .where(and(inArray(audit.subject, [...subjects]), inArray(audit.action, [...actions]), about))
    .orderBy(desc(audit.id))
    .limit(1);
  return entry && authorOf(database, entry.actorId, entry.at);
}

/** Somebody's name beside the moment of what they did. */
export async function authorOf(
  database: Queryable,
  memberId: string | null,
  at: Date,
): Promise<Author> {
  const [names] = memberId
    ? await database.select().from(members).where(eq(members.id, memberId))
    : [];
  return { ...(names && { by: nameOf(names) }), at: at.toISOString() };
}
