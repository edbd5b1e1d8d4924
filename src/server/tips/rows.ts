import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  isNull,
  lte,
  type Placeholder,
  sql,
  type SQL,
} from 'drizzle-orm';

import type { Fact } from '#domain/fact.ts';
import type { FixtureStatus } from '#domain/fixture.ts';
import type { LegResult } from '#domain/tip.ts';

import { prepared, type Queryable } from '../db/database.ts';
import { fixtures, legs, members, tips } from '../db/schema.ts';
import { named } from '../members/names.ts';

/** A leg with what its fixture adds to it. */
export type LegRow = {
  position: number;
  fixtureId: string;
  sportKey: string;
  home: string;
  away: string;
  kickOff: Date;
  fixtureStatus: FixtureStatus;
  oddsId: number;
  odd: number;
  kickOffOdd: number;
  result: LegResult;
  decidedAt: Date | null;
  reason: string | null;
  fact: Fact | null;
  halfTimeHome: number | null;
  halfTimeAway: number | null;
  fullTimeHome: number | null;
  fullTimeAway: number | null;
};

/** The legs as PostgreSQL builds them: moments as text. */
type StoredLeg = Omit<LegRow, 'kickOff' | 'decidedAt'> & {
  kickOff: string;
  decidedAt: string | null;
};

// One value per tip, which PostgreSQL builds and the driver reads faster than a row per leg.
const legsOfTip = sql`(
  select json_agg(leg order by leg.position) from (
    select ${legs.position}, ${legs.fixtureId} as "fixtureId", ${legs.oddsId} as "oddsId",
      ${legs.odd}, ${legs.kickOffOdd} as "kickOffOdd", ${legs.result},
      ${legs.decidedAt} as "decidedAt", ${legs.reason}, ${legs.fact},
      ${fixtures.sportKey} as "sportKey", ${fixtures.home}, ${fixtures.away},
      ${fixtures.kickOff} as "kickOff", ${fixtures.status} as "fixtureStatus",
      ${fixtures.halfTimeHome} as "halfTimeHome", ${fixtures.halfTimeAway} as "halfTimeAway",
      ${fixtures.fullTimeHome} as "fullTimeHome", ${fixtures.fullTimeAway} as "fullTimeAway"
    from ${legs} join ${fixtures} on ${fixtures.id} = ${legs.fixtureId}
    where ${legs.tipId} = ${tips.id}
  ) as leg)`.mapWith((stored: StoredLeg[]): LegRow[] =>
  stored.map((leg) => ({
    ...leg,
    kickOff: new Date(leg.kickOff),
    decidedAt: leg.decidedAt === null ? null : new Date(leg.decidedAt),
  })),
);

const { expiresAt, lastKickOff, recordOdds, confirmedBy, ...shownOfTip } = getTableColumns(tips);

/** A tip with its tipster's names and its legs in their order. */
export type TipRow = Awaited<ReturnType<typeof selectTips>>[number];

/** Tips as every list reads them, withdrawn ones included; one query for any number. */
function selectTips(database: Queryable) {
  return database
    .select({ ...shownOfTip, ...named, legs: legsOfTip })
    .from(tips)
    .innerJoin(members, eq(members.id, tips.ownerId))
    .$dynamic();
}

/** The tips that stand and that a condition finds, the newest first. */
function newest(database: Queryable, where: SQL | undefined, limit: number | Placeholder) {
  return selectTips(database)
    .where(and(isNull(tips.withdrawnAt), where))
    .orderBy(desc(tips.createdAt), desc(tips.id))
    .limit(limit);
}

const tipWithId = prepared((database) =>
  newest(database, eq(tips.id, sql.placeholder('id')), 1).prepare('tip_with_id'),
);

const newestOfOwner = prepared((database) =>
  newest(database, eq(tips.ownerId, sql.placeholder('ownerId')), sql.placeholder('limit')).prepare(
    'newest_tips_of_owner',
  ),
);

/** One tip, unless it was withdrawn. */
export async function tipById(database: Queryable, id: string): Promise<TipRow | undefined> {
  const [tip] = await tipWithId(database).execute({ id });
  return tip;
}

/** A member's newest tips. */
export async function newestTipsOf(
  database: Queryable,
  ownerId: string,
  limit: number,
): Promise<TipRow[]> {
  return newestOfOwner(database).execute({ ownerId, limit });
}

/** The newest tips that a condition finds, or of all. */
export async function newestTips(
  database: Queryable,
  limit: number,
  where?: SQL,
): Promise<TipRow[]> {
  return newest(database, where, limit);
}

/** What changed among a member's tips between two values of their counter, withdrawals too. */
export async function tipsBetween(
  database: Queryable,
  ownerId: string,
  since: number,
  until: number,
): Promise<TipRow[]> {
  return selectTips(database)
    .where(and(eq(tips.ownerId, ownerId), gt(tips.cursor, since), lte(tips.cursor, until)))
    .orderBy(asc(tips.cursor));
}
