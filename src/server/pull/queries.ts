import { and, asc, eq, getTableColumns, gt, lte, sql } from 'drizzle-orm';
import { type PgColumn, unionAll } from 'drizzle-orm/pg-core';

import type { Transaction } from '../db/database.ts';
import { follows, members, operations, tips } from '../db/schema.ts';

/** A member's own rows between two values of their cursor: after the first, up to the second. */
export type CursorRange = { memberId: string; since: number; until: number };

/** The member's row without private columns. */
export async function readMemberRow(tx: Transaction, memberId: string) {
  const { passwordHash: _secret, ...columns } = getTableColumns(members);
  const [row] = await tx.select(columns).from(members).where(eq(members.id, memberId));
  return row;
}

/**
 * The cursor at the end of a page. Changes with one value were one transaction and are never split,
 * so a page can be larger than its size.
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

/** The operations that were answered, refusals included. */
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
