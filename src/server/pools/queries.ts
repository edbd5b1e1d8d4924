import { and, asc, desc, eq, exists, gte, lt, sql } from 'drizzle-orm';

import type { Pool } from '#contract/pools.ts';
import { boundsOf, type Period } from '#domain/pool.ts';

import type { Queryable } from '../db/database.ts';
import { countedSingles, countedTips, poolMembers, pools } from '../db/pool-tables.ts';
import { members } from '../db/schema.ts';
import { named, nameOf } from '../members/names.ts';

/** A pool as it is stored. */
export type PoolRow = typeof pools.$inferSelect;

/** A member of a pool with their figures on its days. */
export type PlayerRow = Awaited<ReturnType<typeof playersOf>>[number];

/** Pools with the names of their owners, as members and invited members see them. */
function listed(database: Queryable) {
  return database
    .select({
      id: pools.id,
      name: pools.name,
      from: pools.from,
      until: pools.until,
      sportKey: pools.sportKey,
      ownerId: pools.ownerId,
      members: sql<number>`(
        select count(*)::int from ${poolMembers} where ${poolMembers.poolId} = ${pools.id})`,
      ...named,
    })
    .from(pools)
    .innerJoin(members, eq(members.id, pools.ownerId));
}

function toPool({
  sportKey,
  firstName,
  lastName,
  userName,
  nameMark,
  former: _,
  ...pool
}: Awaited<ReturnType<typeof listed>>[number]): Pool {
  const owner = nameOf({ firstName, lastName, userName, nameMark });
  return { ...pool, ...(sportKey !== null && { sportKey }), owner };
}

/** The pools of a member, the newest first. */
export async function poolsOf(database: Queryable, memberId: string): Promise<Pool[]> {
  const rows = await listed(database)
    .where(hasMember(database, memberId))
    .orderBy(desc(pools.createdAt), desc(pools.id));
  return rows.map(toPool);
}

/** A pool by id, without a check of membership. */
export async function poolById(database: Queryable, id: string): Promise<PoolRow | undefined> {
  const [row] = await database.select().from(pools).where(eq(pools.id, id));
  return row;
}

/** A pool that exists. */
export async function poolWithId(database: Queryable, id: string): Promise<Pool> {
  const [row] = await listed(database).where(eq(pools.id, id));
  if (!row) throw new Error('a pool that was just read has no row');
  return toPool(row);
}

function hasMember(database: Queryable, memberId: string) {
  return exists(
    database
      .select({ one: sql`1` })
      .from(poolMembers)
      .where(and(eq(poolMembers.poolId, pools.id), eq(poolMembers.memberId, memberId))),
  );
}

/** A pool by id if the member is in it. */
export async function poolOfMember(
  database: Queryable,
  { id, memberId }: { id: string; memberId: string },
): Promise<PoolRow | undefined> {
  const [row] = await database
    .select()
    .from(pools)
    .where(and(eq(pools.id, id), hasMember(database, memberId)));
  return row;
}

/**
 * The members of a pool with the figures that the table of a month would count over its days: tips
 * by their last kick-off, or for a league their legs as singles.
 */
export async function playersOf(
  database: Queryable,
  pool: Pick<PoolRow, 'id' | 'sportKey'> & Period,
) {
  const results =
    pool.sportKey === null ? tipsOn(database, pool) : singlesOn(database, pool, pool.sportKey);
  const figures = database
    .select({
      settled: sql<number>`count(*)::int`.as('settled'),
      won: sql<number>`(count(*) filter (where result = 'won'))::int`.as('won'),
      // A won result returns its odds, and every priced one costs a unit.
      flatProfit: sql`coalesce(sum(odds) filter (where result = 'won'), 0)
          - count(*) filter (where odds > 0)`
        .mapWith(Number)
        .as('flat_profit'),
    })
    .from(results)
    .where(sql`result in ('won', 'lost')`)
    .as('figures');
  return database
    .select({
      tipsterId: members.id,
      ...named,
      pictureHash: members.pictureHash,
      joinedAt: poolMembers.joinedAt,
      settled: figures.settled,
      won: figures.won,
      flatProfit: figures.flatProfit,
    })
    .from(poolMembers)
    .innerJoin(members, eq(members.id, poolMembers.memberId))
    .innerJoinLateral(figures, sql`true`)
    .where(eq(poolMembers.poolId, pool.id))
    .orderBy(asc(poolMembers.joinedAt), asc(members.id));
}

function tipsOn(database: Queryable, period: Period) {
  const { ownerId, lastKickOff, outcome, recordOdds } = countedTips;
  return database
    .select({ result: sql`${outcome}`.as('result'), odds: sql`${recordOdds}`.as('odds') })
    .from(countedTips)
    .where(and(eq(ownerId, members.id), isOn(lastKickOff, period)))
    .as('results');
}

function singlesOn(database: Queryable, period: Period, sportKey: string) {
  const { ownerId, lastKickOff, result, kickOffOdd } = countedSingles;
  return database
    .select({ result: sql`${result}`.as('result'), odds: sql`${kickOffOdd}`.as('odds') })
    .from(countedSingles)
    .where(
      and(
        eq(ownerId, members.id),
        eq(countedSingles.sportKey, sportKey),
        isOn(lastKickOff, period),
      ),
    )
    .as('results');
}

function isOn(
  lastKickOff: typeof countedTips.lastKickOff | typeof countedSingles.lastKickOff,
  period: Period,
) {
  const { start, end } = boundsOf(period);
  return and(gte(lastKickOff, start), lt(lastKickOff, end));
}
