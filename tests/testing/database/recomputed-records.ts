import { sql, TransactionRollbackError } from 'drizzle-orm';
import * as z from 'zod/mini';

import type { Database } from '#server/db/database.ts';

const Rows = z.array(z.object({ record: z.string() }));

/** Stored records that differ from the recomputed ones, or are missing. */
export async function differingRecords(database: Database): Promise<string[]> {
  const { stored, recomputed } = await bothRecords(database);
  return [
    ...stored.filter((row) => !recomputed.includes(row)),
    ...recomputed.filter((row) => !stored.includes(row)).map((row) => `missing ${row}`),
  ];
}

/** All records as stored and as recomputed from the tickets. */
export async function bothRecords(
  database: Database,
): Promise<{ stored: string[]; recomputed: string[] }> {
  const stored = await read(database);
  let recomputed: string[] = [];
  try {
    await database.transaction(async (tx) => {
      await tx.execute(sql`select recompute_record(id) from members
        where id in (select member_id from tipster_records union
          select owner_id from tips where confirmed_at is not null and withdrawn_at is null)`);
      recomputed = await read(tx);
      tx.rollback();
    });
  } catch (error) {
    if (!(error instanceof TransactionRollbackError)) throw error;
  }
  return { stored, recomputed };
}

async function read(from: Pick<Database, 'execute'>): Promise<string[]> {
  const { rows } = await from.execute(sql`
    select to_jsonb(tipster_records)::text as record from tipster_records
    union all select to_jsonb(record_slices)::text from record_slices`);
  // Equal numbers may have different texts.
  const plain = z.parse(Rows, rows).map(({ record }) => JSON.stringify(JSON.parse(record)));
  return plain.toSorted();
}
