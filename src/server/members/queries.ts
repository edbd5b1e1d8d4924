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

import { settledForStars } from '#domain/record.ts';

import type { Queryable } from '../db/database.ts';
import { follows, members, tips, tipsterRecords } from '../db/schema.ts';

/** Tips that count in their owner's record: what stands, and was not copied from somebody. */
const ownAndStanding = and(isNull(tips.withdrawnAt), isNull(tips.copiedFrom));

const ownedByMember = and(eq(tips.ownerId, members.id), ownAndStanding);

/** A member with the figures a tipster is shown with. */
export type TipsterRow = Awaited<ReturnType<typeof selectTipsters>>[number];

const figure = (column: SQLWrapper) => sql`coalesce(${column}, 0)`.mapWith(Number);

/** Records with stars first, by profit, then who has settled most, then the newest member. */
const place = [
  sql`case when ${tipsterRecords.settled} >= ${settledForStars}
    then ${tipsterRecords.flatProfit} else '-infinity' end`,
  figure(tipsterRecords.settled),
  members.createdAt,
  members.id,
];

function selectTipsters(database: Queryable) {
  return database
    .select({
      id: members.id,
      email: members.email,
      userName: members.userName,
      firstName: members.firstName,
      lastName: members.lastName,
      phoneNumber: members.phoneNumber,
      country: members.country,
      state: members.state,
      address: members.address,
      pictureHash: members.pictureHash,
      showPhone: members.showPhone,
      isTipster: members.isTipster,
      emailVerifiedAt: members.emailVerifiedAt,
      createdAt: members.createdAt,
      followers: sql`(select count(*) from ${follows}
        where ${follows.tipsterId} = ${members.id} and ${follows.following})`.mapWith(Number),
      settled: figure(tipsterRecords.settled),
      won: figure(tipsterRecords.won),
      flatProfit: figure(tipsterRecords.flatProfit),
    })
    .from(members)
    .leftJoin(tipsterRecords, eq(tipsterRecords.memberId, members.id))
    .orderBy(...place.map((column) => desc(column)))
    .$dynamic();
}

/** Tipsters whose priced tips have at least this average of odds, the best records first. */
export async function listedTipsters(
  database: Queryable,
  { leastOdds, limit, before }: { leastOdds: number; limit: number; before: string | undefined },
): Promise<TipsterRow[]> {
  return selectTipsters(database)
    .where(
      and(
        eq(members.isTipster, true),
        isNotNull(members.emailVerifiedAt),
        ne(members.firstName, ''),
        leastOdds > 0 ? sql`${averageOdds(database)} >= ${leastOdds}` : undefined,
        before === undefined ? undefined : placedAfter(database, before),
      ),
    )
    .limit(limit);
}

/**
 * One member as others may see them, or as they see themselves. Whoever posted stays to be seen:
 * a record does not go away with a switch.
 */
export async function tipsterById(
  database: Queryable,
  id: string,
  viewer: { id: string } | undefined,
): Promise<TipsterRow | undefined> {
  const isOpen = and(
    isNotNull(members.emailVerifiedAt),
    or(eq(members.isTipster, true), hasPosted(database)),
  );
  const isOwn = viewer && eq(members.id, viewer.id);
  const [row] = await selectTipsters(database)
    .where(and(eq(members.id, id), or(isOpen, isOwn)))
    .limit(1);
  return row;
}

function placedAfter(database: Queryable, memberId: string): SQL {
  const columns = sql.join(place, sql`, `);
  return sql`(${columns}) < (${database
    .select({ place: columns })
    .from(members)
    .leftJoin(tipsterRecords, eq(tipsterRecords.memberId, members.id))
    .where(eq(members.id, memberId))})`;
}

function averageOdds(database: Queryable): SQL {
  return sql`(${database
    .select({ average: sql`avg(${tips.recordOdds})` })
    .from(tips)
    .where(and(ownedByMember, sql`${tips.recordOdds} > 0`))})`;
}

function hasPosted(database: Queryable): SQL {
  return sql`exists (${database.select({ id: tips.id }).from(tips).where(ownedByMember)})`;
}
