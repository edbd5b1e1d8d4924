import { and, asc, eq, getTableColumns, gt, lte, sql } from 'drizzle-orm';
import { type PgColumn, unionAll } from 'drizzle-orm/pg-core';

import type { Transaction } from '../db/database.ts';
import { follows, members, operations, tips } from '../db/schema.ts';

/** A member's own rows with a cursor above `since`, up to `until`. */
export type CursorRange = { memberId: string; since: number; until: number };

/** Reads a member's row without the password hash. */
export async function readMemberRow(tx: Transaction, memberId: string) {
  const { passwordHash: _secret, ...columns } = getTableColumns(members);
  const [row] = await tx.select(columns).from(members).where(eq(members.id, memberId));
  return row;
}

/**
 * Returns the last cursor of a page. Changes of one transaction have the same cursor and are never
 * split, so a page can exceed its size.
 */
export async function findPageEnd(
  tx: Transaction,
  { memberId, since, until }: CursorRange,
  size: number,
): Promise<number> {
  const changesIn = (table: typeof tips | typeof follows | typeof operations, owner: PgColumn) =>
    tx
      .select({ cursor: sql`${table.cursor}`.mapWith(Number) })
      .from(table)
      .where(and(eq(owner, memberId), gt(table.cursor, since)))
      .orderBy(asc(table.cursor))
      .limit(size + 1);
  const rows = await unionAll(
    changesIn(tips, tips.ownerId),
    changesIn(follows, follows.memberId),
    changesIn(operations, operations.memberId),
  )
    .orderBy(sql`cursor`)
    .limit(size + 1);

  const [first, beyond] = [rows[0]?.cursor, rows[size]?.cursor];
  if (first === undefined || beyond === undefined) return until;
  return Math.max(first, beyond - 1);
}

export async function readFollowsBetween(tx: Transaction, { memberId, since, until }: CursorRange) {
  return tx
    .select({ tipsterId: follows.tipsterId, following: follows.following })
    .from(follows)
    .where(
      and(eq(follows.memberId, memberId), gt(follows.cursor, since), lte(follows.cursor, until)),
    )
    .orderBy(asc(follows.cursor));
}

/** Reads the operations that have an answer, including refusals. */
export async function readAnswersBetween(tx: Transaction, { memberId, since, until }: CursorRange) {
  return tx
    .select({ id: operations.key, status: operations.status })
    .from(operations)
    .where(
      and(
        eq(operations.memberId, memberId),
        gt(operations.cursor, since),
        lte(operations.cursor, until),
      ),
    )
    .orderBy(asc(operations.cursor));
}
