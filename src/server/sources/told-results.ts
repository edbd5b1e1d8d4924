import { eq, sql } from 'drizzle-orm';

import type { Database } from '../db/database.ts';
import { toldResults } from '../db/source-tables.ts';
import type { Goals } from '../fixtures/presenter.ts';
import type { FixtureRow } from '../fixtures/queries.ts';

/** A source's result that differs from the stored one. */
export type ToldOtherwise = {
  fixtureId: string;
  source: string;
  result: Pick<FixtureRow, 'status'> & Goals;
  at: Date;
};

const goals = ['half_time_home', 'half_time_away', 'full_time_home', 'full_time_away'];
const columnsOf = (table: string) =>
  sql.raw(`(${['status', ...goals].map((name) => `${table}.${name}`).join(', ')})`);

/** Stores it for an administrator, unless one has seen this result; returns whether it is new. */
export async function saveToldResult(
  database: Database,
  { fixtureId, source, result, at: toldAt }: ToldOtherwise,
): Promise<boolean> {
  const told = { source, ...result, toldAt, keptAt: null };
  const saved = await database
    .insert(toldResults)
    .values({ fixtureId, ...told })
    .onConflictDoUpdate({
      target: toldResults.fixtureId,
      set: told,
      setWhere: sql`${columnsOf('told_results')} is distinct from ${columnsOf('excluded')}`,
    })
    .returning();
  return saved.length > 0;
}

/** Deletes a source's deviating result, as it now agrees with the stored one. */
export async function removeToldResult(database: Database, fixtureId: string): Promise<void> {
  await database.delete(toldResults).where(eq(toldResults.fixtureId, fixtureId));
}
