import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lte,
  type Placeholder,
  sql,
  type SQL,
} from 'drizzle-orm';

import type { TipsListed } from '#contract/tips.ts';
import { folded } from '#domain/names/folded.ts';
import { minStarsFor } from '#domain/record.ts';

import { prepared, type Queryable, type Transaction } from '../db/database.ts';
import { tipsterRecords } from '../db/record-tables.ts';
import { fixtures, follows, legs, members, tips } from '../db/schema.ts';
import type { Goals } from '../fixtures/presenter.ts';
import type { FixtureRow } from '../fixtures/queries.ts';
import { named } from '../members/names.ts';
import { unknownCursor } from '../platform/list-page.ts';
import { hasWords, isByOneNamed } from './search.ts';

/** Tips that everybody may read: neither withdrawn nor copies. */
export const isPublic = and(isNull(tips.withdrawnAt), isNull(tips.copiedFrom));

/** A page request: at most `limit` tips that are older than the tip with the id `before`, newest first. */
type Page = { limit: number; before: string | undefined };

/** A member's own tips, saved and booked. */
export async function ownTipRows(
  database: Queryable,
  ownerId: string,
  { limit, before }: Page,
): Promise<ListedTipRow[]> {
  if (before === undefined) return newestOfOwner(database).execute({ ownerId, limit });
  const older = await olderThan(database, before);
  return newest(database, and(eq(tips.ownerId, ownerId), older), limit);
}

/** The filters of the feed. */
type FeedChoice = Page & {
  /** Only tips with a leg on this fixture. */
  fixtureId: string | undefined;
  /** A part of the tipster's name. */
  search: string;
  minOdds: number;
  stars: number;
  /** Only tips without a game that started before this moment. */
  startsAfter: Date | undefined;
};

/** Returns public tips, filtered. */
export async function feedRows(database: Queryable, choice: FeedChoice): Promise<ListedTipRow[]> {
  const { limit, before, fixtureId, search, minOdds, stars, startsAfter } = choice;
  const name = folded(search);
  const [older, by] = await Promise.all([
    olderThan(database, before),
    name === '' ? undefined : isByOneNamed(database, name),
  ]);
  return newestPublic(
    database,
    and(
      older,
      fixtureId === undefined ? undefined : hasLeg(eq(legs.fixtureId, fixtureId)),
      by,
      minOdds > 0 ? gte(tips.totalOdds, String(minOdds)) : undefined,
      stars > 0 ? inArray(tips.ownerId, withStars(database, minStarsFor(stars))) : undefined,
      startsAfter && gt(tips.expiresAt, startsAfter),
    ),
    limit,
  );
}

/**
 * Returns the tips of the members that a member follows: the newest of each, then the newest of
 * all.
 */
export async function followedTipRows(
  database: Queryable,
  memberId: string,
  { limit, before }: Page,
): Promise<ListedTipRow[]> {
  const older = await olderThan(database, before);
  const ids = database.select({ id: sql<string>`newest.id` })
    .from(sql`${follows} cross join lateral (
    select ${tips.createdAt}, ${tips.id} from ${tips}
    where ${and(eq(tips.ownerId, follows.tipsterId), isPublic, older)}
    order by ${tips.createdAt} desc, ${tips.id} desc
    limit ${limit}) as newest
    where ${and(eq(follows.memberId, memberId), eq(follows.following, true))}
    order by newest.created_at desc, newest.id desc
    limit ${limit}`);
  return newestPublic(database, inArray(tips.id, ids), limit);
}

type ToTreat = { state: TipsListed; search: string; fixtureId: string | undefined };

/** Returns tips in one state of settlement that match a search text. */
export async function tipRowsToTreat(
  database: Queryable,
  { limit, before, state, search, fixtureId }: Page & ToTreat,
): Promise<ListedTipRow[]> {
  const [older, found] = await Promise.all([
    olderThan(database, before),
    hasWords(database, search),
  ]);
  const locked = fixtureId === undefined ? undefined : hasLeg(eq(legs.fixtureId, fixtureId));
  return newest(database, and(older, inState(state), locked, found), limit);
}

/** Returns the newest public tips of each of these members, by member. */
export async function recentTipsOf(
  database: Queryable,
  ownerIds: readonly string[],
  limit: number,
): Promise<Map<string, ListedTipRow[]>> {
  const byOwner = new Map<string, ListedTipRow[]>(ownerIds.map((ownerId) => [ownerId, []]));
  if (byOwner.size === 0) return byOwner;

  const ids = database.select({ id: sql<string>`newest.id` })
    .from(sql`unnest(${sql.param([...byOwner.keys()])}::uuid[]) as asked(owner_id)
      cross join lateral (
        select id from ${tips}
        where ${tips.ownerId} = asked.owner_id and ${isPublic}
        order by ${tips.createdAt} desc, ${tips.id} desc
        limit ${limit}) as newest`);
  const rows = await newestPublic(database, inArray(tips.id, ids), byOwner.size * limit);
  for (const row of rows) byOwner.get(row.ownerId)?.push(row);
  return byOwner;
}

function withStars(database: Queryable, stars: number) {
  return database
    .select({ id: tipsterRecords.memberId })
    .from(tipsterRecords)
    .where(gte(tipsterRecords.stars, String(stars)));
}

/**
 * The order of these lists is that of the ids: a tip's position never changes and outlives its
 * withdrawal.
 */
async function olderThan(
  database: Queryable,
  before: string | undefined,
): Promise<SQL | undefined> {
  if (before === undefined) return undefined;
  const [last] = await database
    .select({ createdAt: tips.createdAt, id: tips.id })
    .from(tips)
    .where(eq(tips.id, before));
  if (!last) throw unknownCursor();
  return sql`(${tips.createdAt}, ${tips.id})
    < (${last.createdAt.toISOString()}::timestamptz, ${last.id}::uuid)`;
}

function inState(state: TipsListed): SQL | undefined {
  const treated = isNotNull(tips.confirmedAt);
  const pending = hasLeg(eq(legs.result, 'pending'));
  switch (state) {
    case 'all':
      return undefined;
    case 'treated':
      return treated;
    case 'open':
      return sql`not ${treated}`;
    case 'undecided':
      return and(sql`not ${treated}`, pending);
    case 'decided':
      return and(sql`not ${treated}`, sql`not ${pending}`);
    case 'unpriced':
      return and(sql`not ${treated}`, hasLeg(sql`${legs.odd} = 0 and ${legs.result} <> 'void'`));
  }
}

/** Condition: the tip has a leg whose fixture meets a condition. */
export function hasLeg(condition: SQL | undefined): SQL {
  return sql`exists (
    select from ${legs} join ${fixtures} on ${fixtures.id} = ${legs.fixtureId}
    where ${legs.tipId} = ${tips.id} and ${condition})`;
}

/** A leg with columns of its fixture. */
export type LegRow = Omit<
  typeof legs.$inferSelect,
  'tipId' | 'odd' | 'estimatedOdd' | 'kickOffOdd' | 'bookedOdd'
> &
  Pick<FixtureRow, 'sportKey' | 'home' | 'away' | 'kickOff'> &
  Goals & {
    odd: number;
    estimatedOdd: number | null;
    kickOffOdd: number;
    bookedOdd: number;
    fixtureStatus: FixtureRow['status'];
    fixtureVersion: number;
  };

/** A leg in the JSON of PostgreSQL, which has moments as text. */
type StoredLeg = Omit<LegRow, 'kickOff' | 'decidedAt'> & {
  kickOff: string;
  decidedAt: string | null;
};

const { tipId, ...ownOfLeg } = getTableColumns(legs);
const { sportKey, home, away, kickOff, status: fixtureStatus, version: fixtureVersion } = fixtures;
const { halfTimeHome, halfTimeAway, fullTimeHome, fullTimeAway, firstGoal } = fixtures;
const goals = { halfTimeHome, halfTimeAway, fullTimeHome, fullTimeAway, firstGoal };
const gameOfLeg = { sportKey, home, away, kickOff, fixtureStatus, fixtureVersion, ...goals };
const shownOfLeg = Object.entries({ ...ownOfLeg, ...gameOfLeg }).map(
  ([name, column]) => sql`${column} as ${sql.identifier(name)}`,
);

// PostgreSQL builds one value per tip, which the driver reads faster than a row per leg.
const legsOfTip = sql`(
  select json_agg(leg order by leg.position) from (
    select ${sql.join(shownOfLeg, sql`, `)}
    from ${legs} join ${fixtures} on ${fixtures.id} = ${legs.fixtureId}
    where ${legs.tipId} = ${tips.id}
  ) as leg)`.mapWith((stored: StoredLeg[]): LegRow[] =>
  stored.map((leg) => ({
    ...leg,
    kickOff: new Date(leg.kickOff),
    decidedAt: leg.decidedAt === null ? null : new Date(leg.decidedAt),
  })),
);

const {
  expiresAt,
  lastKickOff,
  recordOdds,
  bookedOdds,
  analysisSalt,
  postNonce,
  wire,
  ...shownOfTip
} = getTableColumns(tips);

/** Columns of a tipster that lists show beside the name. */
export const authorColumns = {
  pictureHash: members.pictureHash,
  record: {
    settled: tipsterRecords.settled,
    won: tipsterRecords.won,
    priced: tipsterRecords.priced,
    flatProfit: sql`${tipsterRecords.flatProfit}`.mapWith(Number),
    form: tipsterRecords.form,
  },
};

/** The figures and picture of a member for lists of tips. */
export async function authorRow(database: Queryable, memberId: string) {
  const [row] = await database
    .select(authorColumns)
    .from(members)
    .leftJoin(tipsterRecords, eq(tipsterRecords.memberId, members.id))
    .where(eq(members.id, memberId));
  return row;
}

/** The number of copies of a tip that are not withdrawn. */
const copies = sql<number>`(
  select count(*)::int from ${tips} as copy
  where copy.copied_from = ${tips.id} and copy.withdrawn_at is null)`;

/** A tip with its tipster's names and record and its ordered legs. */
export type ListedTipRow = Awaited<ReturnType<typeof selectTips>>[number];
/** A tip without the columns that only lists need. */
export type TipRow = Omit<ListedTipRow, keyof typeof authorColumns | 'copies'>;

/** Selects tips as every list reads them, withdrawn ones included; one query for any number. */
export function selectTips(database: Queryable) {
  return database
    .select({ ...shownOfTip, ...named, ...authorColumns, legs: legsOfTip, copies })
    .from(tips)
    .innerJoin(members, eq(members.id, tips.ownerId))
    .leftJoin(tipsterRecords, eq(tipsterRecords.memberId, tips.ownerId))
    .$dynamic();
}

/** Selects the public tips that meet a condition, the newest first. */
function newestPublic(database: Queryable, where: SQL | undefined, limit: number) {
  return newest(database, and(isPublic, where), limit);
}

/** Selects the tips that meet a condition and are not withdrawn, the newest first. */
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

/** Returns a tip unless it was withdrawn. */
export async function tipById(database: Queryable, id: string): Promise<ListedTipRow | undefined> {
  const [tip] = await tipWithId(database).execute({ id });
  return tip;
}

/** Returns one tip, also if it is withdrawn. */
export async function anyTipById(
  database: Queryable,
  id: string,
): Promise<ListedTipRow | undefined> {
  const [tip] = await selectTips(database).where(eq(tips.id, id));
  return tip;
}

/** Returns those of the tips that are not withdrawn, ordered by id. */
export async function tipsById(
  database: Queryable,
  ids: readonly string[],
): Promise<ListedTipRow[]> {
  if (ids.length === 0) return [];
  return selectTips(database)
    .where(and(isNull(tips.withdrawnAt), inArray(tips.id, [...ids])))
    .orderBy(asc(tips.id));
}

/**
 * Locks the games of tips, so that their results cannot change before the decision is committed.
 */
export async function lockGames(tx: Transaction, tipIds: readonly string[]): Promise<void> {
  const ofTips = tx
    .select({ id: legs.fixtureId })
    .from(legs)
    .where(inArray(legs.tipId, [...tipIds]));
  await tx
    .select({ id: fixtures.id })
    .from(fixtures)
    .where(inArray(fixtures.id, ofTips))
    .orderBy(asc(fixtures.id))
    .for('share');
}

/**
 * Returns the tips of a member that changed between two values of their cursor, withdrawals
 * included.
 */
export async function tipsBetween(
  database: Queryable,
  ownerId: string,
  since: number,
  until: number,
): Promise<ListedTipRow[]> {
  return selectTips(database)
    .where(and(eq(tips.ownerId, ownerId), gt(tips.cursor, since), lte(tips.cursor, until)))
    .orderBy(asc(tips.cursor));
}
