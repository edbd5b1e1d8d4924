import { sql } from 'drizzle-orm';

import type { Database } from '#server/db/database.ts';

/** Whether a statement on this database waits for what another one holds. */
export async function somebodyWaits({ database }: { database: Database }): Promise<boolean> {
  const { rows } = await database.execute(sql`
    select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' limit 1`);
  return rows.length > 0;
}
