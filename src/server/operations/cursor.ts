import { eq, sql } from 'drizzle-orm';

import { prepared, type Transaction } from '../db/database.ts';
import { members } from '../db/schema.ts';
import { named } from '../members/names.ts';

/** What is read of a member whose counter is raised, after everything that was done before. */
export const raisedColumns = {
  cursor: members.cursor,
  ...named,
  former: named.former.as('former'),
  timeOutFrom: members.timeOutFrom,
  timeOutUntil: members.timeOutUntil,
  timeOutSpared: members.timeOutSpared,
};

const raise = prepared((database) =>
  database
    .update(members)
    .set({ cursor: sql`${members.cursor} + 1` })
    .where(eq(members.id, sql.placeholder('memberId')))
    .returning(raisedColumns)
    .prepare('raise_cursor'),
);

/** A member as their counter was raised. */
export type RaisedMember = Awaited<ReturnType<ReturnType<typeof raise>['execute']>>[number];

const raised = new WeakMap<Transaction, Map<string, Promise<RaisedMember>>>();

/**
 * Raises a member's counter and gives its new value, once per transaction: whatever one transaction
 * changes becomes visible together, so it carries one value.
 *
 * It takes the lock on the member's row and keeps it to the end, which is what puts the values in
 * commit order. So it comes before anything is read that the change depends on.
 */
export async function raiseCursor(tx: Transaction, memberId: string): Promise<number> {
  const { cursor } = await raisedMember(tx, memberId);
  return cursor;
}

/** The same, and what the member's row says under that lock. */
export async function raisedMember(tx: Transaction, memberId: string): Promise<RaisedMember> {
  return raisedBy(tx, memberId, async () => raiseNow(tx, memberId));
}

/** The same by whoever raises it as a part of something else. */
export async function raisedBy(
  tx: Transaction,
  memberId: string,
  raising: () => Promise<RaisedMember>,
): Promise<RaisedMember> {
  const values = raised.get(tx) ?? new Map<string, Promise<RaisedMember>>();
  raised.set(tx, values);
  const value = values.get(memberId) ?? raising();
  values.set(memberId, value);
  return value;
}

async function raiseNow(tx: Transaction, memberId: string): Promise<RaisedMember> {
  const [row] = await raise(tx).execute({ memberId });
  if (!row) throw new Error('a member whose rows change has no row');
  return row;
}

/** Raises several members' counters, always in the same order: nobody waits for a waiting one. */
export async function raiseCursors(tx: Transaction, memberIds: readonly string[]): Promise<void> {
  for (const memberId of [...new Set(memberIds)].toSorted()) await raiseCursor(tx, memberId);
}
