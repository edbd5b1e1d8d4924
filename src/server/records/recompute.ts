import { sql } from 'drizzle-orm';

import type { Transaction } from '../db/database.ts';

/**
 * Works out anew what a member's confirmed tickets add up to. It belongs in the transaction that
 * changes which tickets these are, under the lock on the member's row.
 */
export async function recomputeRecord(tx: Transaction, memberId: string): Promise<void> {
  await tx.execute(sql`select recompute_record(${memberId})`);
}
