import {
  and,
  desc,
  eq,
  isNotNull,
  isNull,
  ne,
  or,
  sql,
  type SQL,
  type SQLWrapper,
} from 'drizzle-orm';
import * as z from 'zod/mini';

import { Id, Instant } from '#contract/values.ts';
import { minSettledForStars } from '#domain/record.ts';

import type { Queryable } from '../db/database.ts';
import { tipsterRecords } from '../db/record-tables.ts';
import { follows, members, tips } from '../db/schema.ts';
import { isPublicTip } from '../tips/queries.ts';
import { displayNameColumns } from './names.ts';

const ownedByMember = and(eq(tips.ownerId, members.id), isPublicTip);

/** A member with the number of followers and the record. */
export type TipsterRow = Awaited<ReturnType<typeof selectTipsters>>[number];

const selectFigure = (column: SQLWrapper) => sql`coalesce(${column}, 0)`.mapWith(Number);

/** First sort key of tipsters: `provenYieldColumn`, or -infinity with too few tips for stars. */
const rankedYield = sql<string>`case when ${tipsterRecords.settled} >= ${minSettledForStars}
    then ${tipsterRecords.provenYield} else '-infinity' end`;

/** The sort order: proven yield, settled tips, newest member. */
const order = [rankedYield, selectFigure(tipsterRecords.settled), members.createdAt, members.id];

/** The position at which the next page of tipsters begins: one value per sort key. */
export const TipsterPageCursor = z.tuple([
  z.string().check(z.regex(/^-?(\d+(\.\d+)?|Infinity)$/)),
  z.int(),
  Instant,
  Id,
]);
export type TipsterPageCursor = z.infer<typeof TipsterPageCursor>;

/** SQL condition: the member wants to be in the list of tipsters and has not left it recently. */
export function isListedTipster(at: Date): SQL<boolean> {
  return sql<boolean>`(${members.isTipster}
    and coalesce(${members.unlistedUntil} <= ${at.toISOString()}::timestamptz, true))`;
}

function selectTipsters(database: Queryable, at: Date) {
  return database
    .select({
      id: members.id,
      email: members.email,
      ...displayNameColumns,
      phoneNumber: members.phoneNumber,
      country: members.country,
      state: members.state,
      address: members.address,
      pictureHash: members.pictureHash,
      showPhone: members.showPhone,
      isTipster: isListedTipster(at),
      emailVerifiedAt: members.emailVerifiedAt,
      createdAt: members.createdAt,
      followers: sql`(select count(*) from ${follows}
        where ${follows.tipsterId} = ${members.id} and ${follows.following})`.mapWith(Number),
      settled: selectFigure(tipsterRecords.settled),
      won: selectFigure(tipsterRecords.won),
      flatProfit: selectFigure(tipsterRecords.flatProfit),
      stars: tipsterRecords.stars,
      rankedYield: sql<string>`(${rankedYield})::text`,
    })
    .from(members)
    .leftJoin(tipsterRecords, eq(tipsterRecords.memberId, members.id))
    .orderBy(...order.map((column) => desc(column)))
    .$dynamic();
}

/** Reads tipsters whose tips have average odds of at least `minOdds`, best records first. */
export async function readListedTipsters(
  database: Queryable,
  {
    minOdds,
    limit,
    after,
    at,
  }: { minOdds: number; limit: number; after: TipsterPageCursor | undefined; at: Date },
): Promise<TipsterRow[]> {
  return selectTipsters(database, at)
    .where(
      and(
        isListedTipster(at),
        isNotNull(members.emailVerifiedAt),
        ne(members.firstName, ''),
        minOdds > 0 ? sql`${selectAverageOdds(database)} >= ${minOdds}` : undefined,
        after && isAfterCursor(after),
      ),
    )
    .limit(limit);
}

/** Reads the tipsters that a member follows, latest follow first, without deleted accounts. */
export async function readFollowedTipsters(
  database: Queryable,
  memberId: string,
  { limit, before, at }: { limit: number; before: string | undefined; at: Date },
): Promise<TipsterRow[]> {
  const own = and(eq(follows.memberId, memberId), eq(follows.following, true));
  const last = sql`select changed_at, tipster_id from ${follows}
    where ${follows.memberId} = ${memberId} and ${follows.tipsterId} = ${before}`;
  return selectTipsters(database, at)
    .innerJoin(follows, and(eq(follows.tipsterId, members.id), own))
    .where(
      and(
        isNull(members.deletedAt),
        before === undefined
          ? undefined
          : sql`(${follows.changedAt}, ${follows.tipsterId}) < (${last})`,
      ),
    )
    .orderBy(desc(follows.changedAt), desc(follows.tipsterId))
    .limit(limit);
}

/**
 * Reads one tipster for a viewer, who may be the tipster. A member who has posted stays visible, so
 * that nobody can hide a record.
 */
export async function findTipsterById(
  database: Queryable,
  id: string,
  { viewer, at }: { viewer: { id: string } | undefined; at: Date },
): Promise<TipsterRow | undefined> {
  const isOpen = and(
    isNotNull(members.emailVerifiedAt),
    or(isListedTipster(at), hasPosted(database)),
  );
  const isOwn = viewer && eq(members.id, viewer.id);
  const [row] = await selectTipsters(database, at)
    .where(and(eq(members.id, id), or(isOpen, isOwn)))
    .limit(1);
  return row;
}

/** Returns the cursor of a row: the next page begins after this row. */
export function toTipsterCursor({
  rankedYield,
  settled,
  createdAt,
  id,
}: TipsterRow): TipsterPageCursor {
  return [rankedYield, settled, createdAt.toISOString(), id];
}

function isAfterCursor([proven, settled, createdAt, id]: TipsterPageCursor): SQL {
  return sql`(${sql.join(order, sql`, `)})
    < (${proven}::numeric, ${settled}::integer, ${createdAt}::timestamptz, ${id}::uuid)`;
}

function selectAverageOdds(database: Queryable): SQL {
  return sql`(${database
    .select({ average: sql`avg(${tips.recordOdds})` })
    .from(tips)
    .where(and(ownedByMember, sql`${tips.recordOdds} > 0`, ne(tips.outcome, 'void')))})`;
}

function hasPosted(database: Queryable): SQL {
  return sql`exists (${database.select({ id: tips.id }).from(tips).where(ownedByMember)})`;
}
