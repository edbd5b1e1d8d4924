import { sql } from 'drizzle-orm';

import type { Queryable } from '../db/database.ts';
import { deadLetters, deadLettersKeptSeconds } from '../jobs/job.ts';
import { type CheckResult, resultsAbout } from './check-result.ts';

const { warn } = resultsAbout('jobs');

/** Checks whether jobs were given up, which failed as often as they are tried. */
export async function checkJobs(database: Pick<Queryable, 'execute'>): Promise<CheckResult[]> {
  const { rows } = await database.execute<{ name: string; count: number }>(sql`
    select source_name as name, count(*)::int as count from pgboss.job
    where name = ${deadLetters} and state = 'created' group by source_name order by source_name`);
  if (rows.length === 0) return [];
  const counts = rows.map(({ name, count }) => `${count} of ${name}`).join(', ');
  const days = deadLettersKeptSeconds / (24 * 60 * 60);
  return [
    warn(
      `Jobs were given up: ${counts}. The log says why ("a job failed"); they are shown here for ` +
        `${days} days.`,
    ),
  ];
}
