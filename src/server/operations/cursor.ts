import { eq, sql } from 'drizzle-orm';

import { prepared, type Transaction } from '../db/database.ts';
import { members } from '../db/schema.ts';

const raise = prepared((database) =>
  database
    .update(members)
    .set({ cursor: sql`${members.cursor} + 1` })
    .where(eq(members.id, sql.placeholder('memberId')))
    .returning({ cursor: members.cursor })
    .prepare('raise_cursor'),
);

const raised = new WeakMap<Transaction, Map<string, number>>();

/**
 * Raises a member's counter and gives its new value, once per transaction: whatever one transaction
 * changes becomes visible together, so it carries one value.
 *
 * It takes the lock on the member's row and keeps it to the end, which is what puts the values in
 * commit order. So it comes before anything is read that the change depends on.
 */
export async function raiseCursor(tx: Transaction, memberId: string): Promise<number> {
  const values = raised.get(tx) ?? new Map<string, number>();
  raised.set(tx, values);
  const known = values.get(memberId);
  if (known !== undefined) return known;

  const [row] = await raise(tx).execute({ memberId });
  if (!row) throw new Error('a member whose rows change has no row');
  values.set(memberId, row.cursor);
  return row.cursor;
}

/** Raises several members' counters, always in the same order: nobody waits for a waiting one. */
export async function raiseCursors(tx: Transaction, memberIds: readonly string[]): Promise<void> {
  for (const memberId of [...new Set(memberIds)].toSorted()) await raiseCursor(tx, memberId);
}
