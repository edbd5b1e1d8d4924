import { sql, TransactionRollbackError } from 'drizzle-orm';
import * as z from 'zod/mini';

import type { Database } from '#server/db/database.ts';

const Rows = z.array(z.object({ kept: z.string() }));

/** Every record that is kept, and is not what the stored tickets make of it. */
export async function differingRecords(database: Database): Promise<string[]> {
  const { kept, again } = await bothRecords(database);
  return [
    ...kept.filter((row) => !again.includes(row)),
    ...again.filter((row) => !kept.includes(row)).map((row) => `missing ${row}`),
  ];
}

/** Every record as it is kept, and as the stored tickets make it. */
export async function bothRecords(
  database: Database,
): Promise<{ kept: string[]; again: string[] }> {
  const kept = await read(database);
  let again: string[] = [];
  try {
    await database.transaction(async (tx) => {
      await tx.execute(sql`select recompute_record(id) from members
        where id in (select member_id from tipster_records union
          select owner_id from tips where confirmed_at is not null and withdrawn_at is null)`);
      again = await read(tx);
      tx.rollback();
    });
  } catch (error) {
    if (!(error instanceof TransactionRollbackError)) throw error;
  }
  return { kept, again };
}

async function read(from: Pick<Database, 'execute'>): Promise<string[]> {
  const { rows } = await from.execute(sql`
    select to_jsonb(tipster_records)::text as kept from tipster_records
    union all select to_jsonb(record_slices)::text from record_slices`);
  // Numbers that are the same may be written otherwise.
  const plain = z.parse(Rows, rows).map(({ kept }) => JSON.stringify(JSON.parse(kept)));
  return plain.toSorted();
}
