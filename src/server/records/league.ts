import { and, asc, desc, eq, getTableColumns, gte, inArray, lte, sql } from 'drizzle-orm';

import { leagueFixtureLimit } from '#contract/limits.ts';
import { findOptionByName } from '#domain/catalogue.ts';
import { dayMs } from '#domain/durations.ts';

import type { Queryable } from '../db/database.ts';
import { fixtures, leagues, legs, tips } from '../db/schema.ts';
import { isPublicTip } from '../tips/queries.ts';

/** A fixture of a league with the counts of its public tips. */
export type LeagueFixtureRow = Awaited<ReturnType<typeof readFixturesWithCounts>>[number];

const maxFixtureAheadMs = 21 * dayMs;
const maxResultAgeMs = 7 * dayMs;

export async function hasLeague(database: Queryable, key: string): Promise<boolean> {
  return (await database.$count(leagues, eq(leagues.key, key))) > 0;
}

/** Reads the current and future fixtures of a league, earliest first. */
export async function readLeagueFixtures(database: Queryable, key: string, now: Date) {
  return readFixturesWithCounts(
    database,
    and(
      eq(fixtures.sportKey, key),
      gte(fixtures.kickOff, new Date(now.getTime() - dayMs)),
      lte(fixtures.kickOff, new Date(now.getTime() + maxFixtureAheadMs)),
      inArray(fixtures.status, ['scheduled', 'in-play', 'postponed']),
    ),
    asc,
  );
}

/** Reads the fixtures of a league that ended in the last seven days, newest first. */
export async function readLeagueResults(database: Queryable, key: string, now: Date) {
  return readFixturesWithCounts(
    database,
    and(
      eq(fixtures.sportKey, key),
      gte(fixtures.kickOff, new Date(now.getTime() - maxResultAgeMs)),
      lte(fixtures.kickOff, now),
      inArray(fixtures.status, ['played', 'abandoned', 'awarded']),
    ),
    desc,
  );
}

/** Reads fixtures with counts of their public tips; uses the indexes on leagues and on legs. */
async function readFixturesWithCounts(
  database: Queryable,
  where: ReturnType<typeof and>,
  direction: typeof asc | typeof desc,
) {
  const onFixture = database
    .select({
      tips: sql<number>`count(*)::int`.as('tip_count'),
      home: countPicks('1').as('home_picks'),
      draw: countPicks('X').as('draw_picks'),
      away: countPicks('2').as('away_picks'),
      won: sql<number>`(count(*) filter (where ${legs.result} = 'won'))::int`.as('legs_won'),
      lost: sql<number>`(count(*) filter (where ${legs.result} = 'lost'))::int`.as('legs_lost'),
    })
    .from(legs)
    .innerJoin(tips, eq(tips.id, legs.tipId))
    .where(and(eq(legs.fixtureId, fixtures.id), isPublicTip))
    .as('on_fixture');
  return database
    .select({
      fixture: getTableColumns(fixtures),
      tips: onFixture.tips,
      home: onFixture.home,
      draw: onFixture.draw,
      away: onFixture.away,
      won: onFixture.won,
      lost: onFixture.lost,
    })
    .from(fixtures)
    .innerJoinLateral(onFixture, sql`true`)
    .where(where)
    .orderBy(direction(fixtures.kickOff), direction(fixtures.id))
    .limit(leagueFixtureLimit);
}

function countPicks(side: '1' | 'X' | '2') {
  const option = findOptionByName(`1X2 - ${side}`)?.oddsId ?? 0;
  return sql<number>`(count(*) filter (where ${legs.oddsId} = ${option}))::int`;
}
