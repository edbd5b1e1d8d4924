import { sql } from 'drizzle-orm';

import { limits } from '#server/db/auth-tables.ts';

import type { Api } from './api.ts';

/** What was counted so far becomes older by that, as the machine's own clock would make it. */
export async function countsGrowOld(
  { database }: Pick<Api, 'database'>,
  by: number,
): Promise<void> {
  await database.update(limits).set({ expire: sql`${limits.expire} - ${by}` });
}
