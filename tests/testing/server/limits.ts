import { sql } from 'drizzle-orm';

import { limits } from '#server/db/auth-tables.ts';
import { type Limits, defaultLimits } from '#server/limits.ts';

import type { Api } from './api.ts';

/** Limits of a server that accepts any number of requests, for a crowd of few members. */
export const unlimited: Limits = {
  ...defaultLimits,
  requestsPerMember: 1e9,
  requestsPerNetwork: 1e9,
  keysPerDay: 1e9,
  callPermits: 1e9,
  entryPermits: 1e9,
  pagesPerNetwork: 1e9,
  maxEventLoopDelayMs: 0,
  minConstantResponseMs: 0,
};

/** Ages the counters, as the machine's clock would. */
export async function countsGrowOld(
  { database }: Pick<Api, 'database'>,
  by: number,
): Promise<void> {
  await database.update(limits).set({ expire: sql`${limits.expire} - ${by}` });
}
