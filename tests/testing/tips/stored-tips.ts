import { asc, eq } from 'drizzle-orm';

import type { Database } from '#server/db/database.ts';
import { fixtures, legs, tips } from '#server/db/schema.ts';

/** Returns all tips in the order of their cursors, with legs and fixtures. */
export async function storedTips(database: Database) {
  const [tipRows, legRows] = await Promise.all([
    database.select().from(tips).orderBy(asc(tips.cursor)),
    database
      .select({ leg: legs, fixture: fixtures })
      .from(legs)
      .innerJoin(fixtures, eq(fixtures.id, legs.fixtureId)),
  ]);
  // Salts are random, so they differ between databases.
  return tipRows.map(({ analysisSalt: _, ...tip }) => ({
    tip,
    legs: legRows.filter(({ leg }) => leg.tipId === tip.id),
  }));
}
