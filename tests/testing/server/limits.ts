import { sql } from 'drizzle-orm';

import { limits } from '#server/db/auth-tables.ts';
import { type Limits, defaultLimits } from '#server/limits.ts';

import type { Api } from './api.ts';

/** Limits that are never reached, for tests in which few members send many requests. */
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

/** Moves the rate limit counters into the past by this many milliseconds. */
export async function ageRateLimits(
  { database }: Pick<Api, 'database'>,
  by: number,
): Promise<void> {
  await database.update(limits).set({ expire: sql`${limits.expire} - ${by}` });
}
