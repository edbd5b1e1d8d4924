import { and, asc, desc, eq, exists, gte, lt, sql } from 'drizzle-orm';

import type { Pool } from '#contract/pools.ts';
import { toPeriodBounds, type PoolPeriod } from '#domain/pool.ts';

import type { Queryable } from '../db/database.ts';
import { countedSingles, countedTips, poolMembers, pools } from '../db/pool-tables.ts';
import { members } from '../db/schema.ts';
import { displayNameColumns, toDisplayName } from '../members/names.ts';

export type PoolRow = typeof pools.$inferSelect;

/** A member of a pool with their figures in the pool's days. */
export type PoolMemberRow = Awaited<ReturnType<typeof readPoolMembers>>[number];

/** Selects pools with their owners' names, for members and invited members. */
function selectPools(database: Queryable) {
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
      ...displayNameColumns,
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
}: Awaited<ReturnType<typeof selectPools>>[number]): Pool {
  const owner = toDisplayName({ firstName, lastName, userName, nameMark });
  return { ...pool, ...(sportKey !== null && { sportKey }), owner };
}

/** Reads the pools of a member, newest first. */
export async function readPools(database: Queryable, memberId: string): Promise<Pool[]> {
  const rows = await selectPools(database)
    .where(hasMember(database, memberId))
    .orderBy(desc(pools.createdAt), desc(pools.id));
  return rows.map(toPool);
}

/** Finds a pool by id, without a check of membership. */
export async function findPoolById(database: Queryable, id: string): Promise<PoolRow | undefined> {
  const [row] = await database.select().from(pools).where(eq(pools.id, id));
  return row;
}

/** Reads a pool; throws if the pool does not exist. */
export async function readPool(database: Queryable, id: string): Promise<Pool> {
  const [row] = await selectPools(database).where(eq(pools.id, id));
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

/** Finds a pool by id, if the member belongs to it. */
export async function findPoolOfMember(
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
 * Reads a pool's members with their figures in its days: from tips by their last kick-off, or for a
 * pool of one league from that league's legs as singles.
 */
export async function readPoolMembers(
  database: Queryable,
  pool: Pick<PoolRow, 'id' | 'sportKey'> & PoolPeriod,
) {
  const results =
    pool.sportKey === null
      ? selectTipsInPeriod(database, pool)
      : selectSinglesInPeriod(database, pool, pool.sportKey);
  const figures = database
    .select({
      settled: sql<number>`count(*)::int`.as('settled'),
      won: sql<number>`(count(*) filter (where result = 'won'))::int`.as('won'),
      // A won tip returns its odds, and every priced tip costs one unit.
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
      ...displayNameColumns,
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

function selectTipsInPeriod(database: Queryable, period: PoolPeriod) {
  const { ownerId, lastKickOff, outcome, recordOdds } = countedTips;
  return database
    .select({ result: sql`${outcome}`.as('result'), odds: sql`${recordOdds}`.as('odds') })
    .from(countedTips)
    .where(and(eq(ownerId, members.id), isInPeriod(lastKickOff, period)))
    .as('results');
}

function selectSinglesInPeriod(database: Queryable, period: PoolPeriod, sportKey: string) {
  const { ownerId, lastKickOff, result, kickOffOdd } = countedSingles;
  return database
    .select({ result: sql`${result}`.as('result'), odds: sql`${kickOffOdd}`.as('odds') })
    .from(countedSingles)
    .where(
      and(
        eq(ownerId, members.id),
        eq(countedSingles.sportKey, sportKey),
        isInPeriod(lastKickOff, period),
      ),
    )
    .as('results');
}

function isInPeriod(
  lastKickOff: typeof countedTips.lastKickOff | typeof countedSingles.lastKickOff,
  period: PoolPeriod,
) {
  const { start, end } = toPeriodBounds(period);
  return and(gte(lastKickOff, start), lt(lastKickOff, end));
}
