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

import { profitCap, settledForStars } from '#domain/record.ts';

import type { Queryable } from '../db/database.ts';
import { follows, members, tips } from '../db/schema.ts';

const mostTipsters = 100;

/** Tips that count in their owner's record: what stands, and was not copied from somebody. */
const ownAndStanding = and(isNull(tips.withdrawnAt), isNull(tips.copiedFrom));

const ownedByMember = and(eq(tips.ownerId, members.id), ownAndStanding);

const isDecided = sql`${tips.outcome} in ('won', 'lost')`;

const profitOfOne = sql`case when ${tips.outcome} = 'won'
  then least(${profitCap}::numeric, ${tips.recordOdds} - 1) else -1 end`;

/** A member with the figures a tipster is shown with. */
export type TipsterRow = Awaited<ReturnType<typeof selectTipsters>>[number];

/** Everybody's records, or that of one member. */
function selectRecords(database: Queryable, ownerId: string | undefined) {
  const isPriced = sql`${tips.recordOdds} > 0`;
  return database
    .select({
      ownerId: tips.ownerId,
      settled: sql`count(*) filter (where ${isDecided})`.as('settled'),
      won: sql`count(*) filter (where ${tips.outcome} = 'won')`.as('won'),
      flatProfit: sql`sum(${profitOfOne}) filter (where ${isDecided} and ${isPriced})`.as(
        'flat_profit',
      ),
    })
    .from(tips)
    .where(
      and(
        ownAndStanding,
        isNotNull(tips.confirmedAt),
        ownerId === undefined ? undefined : eq(tips.ownerId, ownerId),
      ),
    )
    .groupBy(tips.ownerId)
    .as('record');
}

function selectTipsters(database: Queryable, only?: string) {
  const record = selectRecords(database, only);
  const figure = (column: SQLWrapper) => sql`coalesce(${column}, 0)`.mapWith(Number);
  const rank = [
    sql`case when ${record.settled} >= ${settledForStars} then ${record.flatProfit} end
      desc nulls last`,
    desc(figure(record.settled)),
    desc(members.createdAt),
    desc(members.id),
  ];
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
      settled: figure(record.settled),
      won: figure(record.won),
      flatProfit: figure(record.flatProfit),
    })
    .from(members)
    .leftJoin(record, eq(record.ownerId, members.id))
    .orderBy(...rank)
    .$dynamic();
}

/** Tipsters whose priced tips have at least this average of odds, the best records first. */
export async function listedTipsters(
  database: Queryable,
  leastOdds: number,
): Promise<TipsterRow[]> {
  return selectTipsters(database)
    .where(
      and(
        eq(members.isTipster, true),
        isNotNull(members.emailVerifiedAt),
        ne(members.firstName, ''),
        leastOdds > 0 ? sql`${averageOdds(database)} >= ${leastOdds}` : undefined,
      ),
    )
    .limit(mostTipsters);
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
  const [row] = await selectTipsters(database, id)
    .where(and(eq(members.id, id), or(isOpen, isOwn)))
    .limit(1);
  return row;
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
