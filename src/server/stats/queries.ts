import { and, count, countDistinct, eq, gt, isNull } from 'drizzle-orm';

import type { Queryable } from '../db/database.ts';
import { fixtures, legs, tips } from '../db/schema.ts';
import { inWindow } from '../fixtures/queries.ts';

/** Tips that stand and have no game started: a tip expires at its earliest kick-off. */
export async function countActiveTips(database: Queryable, at: Date): Promise<number> {
  // By way of the games ahead, which are few, and not of all tips there ever were.
  const [counted] = await database
    .select({ tips: countDistinct(tips.id) })
    .from(fixtures)
    .innerJoin(legs, eq(legs.fixtureId, fixtures.id))
    .innerJoin(tips, eq(tips.id, legs.tipId))
    .where(and(gt(fixtures.kickOff, at), gt(tips.expiresAt, at), isNull(tips.withdrawnAt)));
  return counted?.tips ?? 0;
}

/** How many standing tips hold a leg on each fixture that screens show. */
export async function countTipsByFixture(
  database: Queryable,
  at: Date,
): Promise<Record<string, number>> {
  const rows = await database
    .select({ fixtureId: legs.fixtureId, tips: count() })
    .from(fixtures)
    .innerJoin(legs, eq(legs.fixtureId, fixtures.id))
    .innerJoin(tips, eq(tips.id, legs.tipId))
    .where(and(inWindow(at), isNull(tips.withdrawnAt)))
    .groupBy(legs.fixtureId)
    .orderBy(legs.fixtureId);
  return Object.fromEntries(rows.map(({ fixtureId, tips }) => [fixtureId, tips]));
}
