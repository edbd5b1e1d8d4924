import { eq, sql } from 'drizzle-orm';

import { createPreparedQuery, type Transaction } from '../db/database.ts';
import { members } from '../db/schema.ts';
import { displayNameColumns } from '../members/names.ts';

/** Columns that are returned when a member's cursor (the version of their own rows) is raised. */
export const memberWithCursorColumns = {
  cursor: members.cursor,
  ...displayNameColumns,
  former: displayNameColumns.former.as('former'),
  timeOutFrom: members.timeOutFrom,
  timeOutUntil: members.timeOutUntil,
  timeOutSpared: members.timeOutSpared,
};

const raiseCursorQuery = createPreparedQuery((database) =>
  database
    .update(members)
    .set({ cursor: sql`${members.cursor} + 1` })
    .where(eq(members.id, sql.placeholder('memberId')))
    .returning(memberWithCursorColumns)
    .prepare('raise_cursor'),
);

/** A member's row after the cursor was raised. */
export type MemberWithCursor = Awaited<
  ReturnType<ReturnType<typeof raiseCursorQuery>['execute']>
>[number];

const membersByTransaction = new WeakMap<Transaction, Map<string, Promise<MemberWithCursor>>>();

/**
 * Raises a member's cursor and returns the new value. All changes of a transaction share one value,
 * because they become visible together. Locks the member's row until the commit, so that the values
 * have the order of commits. Must run before any read that the change depends on.
 */
export async function raiseCursor(tx: Transaction, memberId: string): Promise<number> {
  const { cursor } = await raiseAndReadMember(tx, memberId);
  return cursor;
}

/**
 * Raises the member's cursor once per transaction, locks the member's row until the commit, and
 * returns the row.
 */
export async function raiseAndReadMember(
  tx: Transaction,
  memberId: string,
): Promise<MemberWithCursor> {
  return raiseCursorOnce(tx, memberId, async () => incrementCursor(tx, memberId));
}

/** Runs `raising`, a statement that raises the member's cursor, once per transaction. */
export async function raiseCursorOnce(
  tx: Transaction,
  memberId: string,
  raising: () => Promise<MemberWithCursor>,
): Promise<MemberWithCursor> {
  const values = membersByTransaction.get(tx) ?? new Map<string, Promise<MemberWithCursor>>();
  membersByTransaction.set(tx, values);
  const value = values.get(memberId) ?? raising();
  values.set(memberId, value);
  return value;
}

async function incrementCursor(tx: Transaction, memberId: string): Promise<MemberWithCursor> {
  const [row] = await raiseCursorQuery(tx).execute({ memberId });
  if (!row) throw new Error('a member whose rows change has no row');
  return row;
}

/**
 * Raises the cursors of several members, always in the order of their ids, to prevent deadlocks.
 */
export async function raiseCursors(tx: Transaction, memberIds: readonly string[]): Promise<void> {
  for (const memberId of [...new Set(memberIds)].toSorted()) await raiseCursor(tx, memberId);
}
