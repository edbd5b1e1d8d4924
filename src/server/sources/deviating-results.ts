import { eq, sql } from 'drizzle-orm';

import type { Database } from '../db/database.ts';
import { resultReports } from '../db/source-tables.ts';
import type { Goals } from '../fixtures/presenter.ts';
import type { FixtureRow } from '../fixtures/queries.ts';

/** A source's result that differs from the stored one. */
export type DeviatingResult = {
  fixtureId: string;
  source: string;
  result: Pick<FixtureRow, 'status'> & Goals;
  at: Date;
};

const goals = ['half_time_home', 'half_time_away', 'full_time_home', 'full_time_away'];
const columnsOf = (table: string) =>
  sql.raw(`(${['status', ...goals].map((name) => `${table}.${name}`).join(', ')})`);

/** Stores it for an administrator, unless one has seen this result; returns whether it is new. */
export async function saveDeviatingResult(
  database: Database,
  { fixtureId, source, result, at: reportedAt }: DeviatingResult,
): Promise<boolean> {
  const row = { source, ...result, toldAt: reportedAt, keptAt: null };
  const saved = await database
    .insert(resultReports)
    .values({ fixtureId, ...row })
    .onConflictDoUpdate({
      target: resultReports.fixtureId,
      set: row,
      setWhere: sql`${columnsOf('told_results')} is distinct from ${columnsOf('excluded')}`,
    })
    .returning();
  return saved.length > 0;
}

/** Deletes a source's deviating result, as it now agrees with the stored one. */
export async function removeDeviatingResult(database: Database, fixtureId: string): Promise<void> {
  await database.delete(resultReports).where(eq(resultReports.fixtureId, fixtureId));
}
