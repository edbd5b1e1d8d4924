import { and, asc, desc, eq, gte, isNotNull, isNull, sql } from 'drizzle-orm';

import { competitionRowLimit } from '#contract/limits.ts';
import {
  windowStart,
  minSettledForRank,
  type SettledTip,
  type RecordWindow,
  recordWindows,
} from '#domain/record.ts';

import type { Queryable } from '../db/database.ts';
import { recordSlices } from '../db/record-tables.ts';
import { members, tips } from '../db/schema.ts';
import { displayNameColumns } from '../members/names.ts';
import { isPublicTip } from '../tips/queries.ts';

/** A stored slice of a tipster's record: the figures of one month, league or option. */
export type RecordSliceRow = Pick<
  typeof recordSlices.$inferSelect,
  'kind' | 'key' | 'settled' | 'won'
> & {
  flatProfit: number;
};

/** A slice of a record for one month, with its member. */
export type ContenderRow = Awaited<ReturnType<typeof readContenders>>[number];

const flatProfitColumn = sql`${recordSlices.flatProfit}`.mapWith(Number);

const settledColumns = {
  outcome: tips.outcome,
  totalOdds: sql`${tips.recordOdds}`.mapWith(Number),
  lastKickOff: tips.lastKickOff,
  stake: tips.stake,
  legsWon: tips.legsWon,
  legsLost: tips.legsLost,
};
const settledOrder = [asc(tips.lastKickOff), asc(tips.createdAt), asc(tips.id)];

function isCountedTipOf(memberId: string) {
  return and(eq(tips.ownerId, memberId), isNotNull(tips.confirmedAt), isPublicTip);
}

/** Reads the tips that count in a member's record, ordered by last kick-off. */
export async function readSettledTips(
  database: Queryable,
  memberId: string,
): Promise<SettledTip[]> {
  return database
    .select(settledColumns)
    .from(tips)
    .where(isCountedTipOf(memberId))
    .orderBy(...settledOrder);
}

/** Reads a member's tips of a month, with arrival time and first kick-off. */
export async function readTipsOfMonth(database: Queryable, memberId: string, month: string) {
  return database
    .select({
      ...settledColumns,
      createdAt: tips.createdAt,
      expiresAt: tips.expiresAt,
    })
    .from(tips)
    .where(
      and(
        isCountedTipOf(memberId),
        sql`to_char(${tips.lastKickOff} at time zone 'UTC', 'YYYY-MM') = ${month}`,
      ),
    )
    .orderBy(...settledOrder);
}

/**
 * Counts a member's settled tips in a time window, those with all events in a checkpoint
 * (`sealed`), and those that arrived before kick-off.
 */
export async function countVerifiableTips(
  database: Queryable,
  memberId: string,
  window: RecordWindow,
  now: Date,
): Promise<{ tips: number; sealed: number; inTime: number }> {
  const beginning = windowStart(window, now);
  const [counts] = await database
    .select({
      tips: sql<number>`count(*)::int`,
      sealed: sql<number>`count(*) filter (where not exists (
        select from audit join unsealed_events using (chain, position)
        where audit.subject = 'tip:' || ${tips}.id))::int`,
      inTime: sql<number>`count(*) filter (where ${tips.createdAt} < ${tips.expiresAt})::int`,
    })
    .from(tips)
    .where(
      and(
        isCountedTipOf(memberId),
        Number.isFinite(beginning) ? gte(tips.lastKickOff, new Date(beginning)) : undefined,
      ),
    );
  return counts ?? { tips: 0, sealed: 0, inTime: 0 };
}

/** The profit of members who copied and booked a tipster's tips in a time window. */
export type FollowerProfitRow = { window: RecordWindow; priced: number; flatProfit: number };

/**
 * Reads the profit of other members' settled copies of a tipster's confirmed tips, at the prices of
 * the booking, by the rules of a record. The result has no row for a window without copies.
 */
export async function readFollowerProfits(
  database: Queryable,
  memberId: string,
  now: Date,
): Promise<FollowerProfitRow[]> {
  const since = recordWindows.map((name) => {
    const beginning = windowStart(name, now);
    return { name, since: Number.isFinite(beginning) ? new Date(beginning) : '-infinity' };
  });
  const { rows } = await database.execute<FollowerProfitRow>(sql`
    select shown.name as window, count(*)::int as priced,
      (coalesce(sum(copy.booked_odds) filter (where copy.outcome = 'won'), 0) - count(*))::float8
        as "flatProfit"
    from json_to_recordset(${JSON.stringify(since)}) as shown(name text, since timestamptz)
    cross join ${tips} as original
    join ${tips} as copy on copy.copied_from = original.id and copy.owner_id <> original.owner_id
      and copy.last_kick_off >= shown.since
    where original.owner_id = ${memberId}::uuid and original.confirmed_at is not null
      and original.withdrawn_at is null and original.copied_from is null
      and copy.booked_at is not null and copy.confirmed_at is not null
      and copy.withdrawn_at is null and copy.outcome in ('won', 'lost') and copy.booked_odds > 0
    group by shown.name`);
  return rows;
}

/** Counts a member's withdrawn tips, except copies. */
export async function countWithdrawnTips(database: Queryable, memberId: string): Promise<number> {
  return database.$count(
    tips,
    and(eq(tips.ownerId, memberId), isNotNull(tips.withdrawnAt), isNull(tips.copiedFrom)),
  );
}

/** Reads the stored slices of a member's record. */
export async function readRecordSlices(
  database: Queryable,
  memberId: string,
): Promise<RecordSliceRow[]> {
  const { kind, key, settled, won } = recordSlices;
  return database
    .select({ kind, key, settled, won, flatProfit: flatProfitColumn })
    .from(recordSlices)
    .where(eq(recordSlices.memberId, memberId));
}

/** Reads the slices of all members for a month, or for a month in a league, best first. */
export async function readContenders(
  database: Queryable,
  kind: 'month' | 'league-month',
  key: string,
) {
  return database
    .select({
      tipsterId: members.id,
      ...displayNameColumns,
      pictureHash: members.pictureHash,
      settled: recordSlices.settled,
      won: recordSlices.won,
      flatProfit: flatProfitColumn,
    })
    .from(recordSlices)
    .innerJoin(members, eq(members.id, recordSlices.memberId))
    .where(and(eq(recordSlices.kind, kind), eq(recordSlices.key, key)))
    .orderBy(
      desc(sql`${recordSlices.settled} >= ${sql.raw(String(minSettledForRank))}`),
      desc(recordSlices.provenYield),
      desc(recordSlices.settled),
      asc(members.id),
    )
    .limit(competitionRowLimit);
}

/** Reads all months with a settled tip, newest first. */
export async function readRecordMonths(database: Queryable): Promise<string[]> {
  // A recursive query finds each previous month by an index, which is fast for any number of
  // tipsters.
  const { rows } = await database.execute<{ month: string }>(sql`
    with recursive months (month) as (
      select max(key) from ${recordSlices} where kind = 'month'
      union all
      select (select max(key) from ${recordSlices} where kind = 'month' and key < month)
      from months where month is not null)
    select month from months where month is not null`);
  return rows.map(({ month }) => month);
}
