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

import type { AdminTipListFilter } from '#contract/tips.ts';
import { foldText } from '#domain/names/text-folding.ts';
import { minStarsFor } from '#domain/record.ts';

import { createPreparedQuery, type Queryable, type Transaction } from '../db/database.ts';
import { tipsterRecords } from '../db/record-tables.ts';
import { fixtures, follows, legs, members, tips } from '../db/schema.ts';
import type { GoalColumns } from '../fixtures/presenter.ts';
import type { FixtureRow } from '../fixtures/queries.ts';
import { displayNameColumns } from '../members/names.ts';
import { createUnknownCursorProblem } from '../platform/list-page.ts';
import { buildSearchCondition, buildOwnerNameCondition } from './search.ts';

/** Condition: everybody may read the tip, which is neither withdrawn nor a copy. */
export const isPublicTip = and(isNull(tips.withdrawnAt), isNull(tips.copiedFrom));

/** At most `limit` tips, newest first, older than the tip with the id `before`. */
type TipPageQuery = { limit: number; before: string | undefined };

/** Reads a page of a member's own tips, except withdrawn tips. */
export async function readOwnTipRows(
  database: Queryable,
  ownerId: string,
  { limit, before }: TipPageQuery,
): Promise<ListedTipRow[]> {
  if (before === undefined) return ownerTipsQuery(database).execute({ ownerId, limit });
  const older = await createOlderTipCondition(database, before);
  return selectNewestTips(database, and(eq(tips.ownerId, ownerId), older), limit);
}

/** Filters of the feed of public tips. */
type FeedRowQuery = TipPageQuery & {
  /** Only tips with a leg on this fixture; undefined for all. */
  fixtureId: string | undefined;
  /** Part of the tipster's name; empty for all. */
  search: string;
  minOdds: number;
  stars: number;
  /** Only tips whose games all start after this instant; undefined for all. */
  startsAfter: Date | undefined;
};

/** Reads public tips with these filters, newest first. */
export async function readFeedTipRows(
  database: Queryable,
  choice: FeedRowQuery,
): Promise<ListedTipRow[]> {
  const { limit, before, fixtureId, search, minOdds, stars, startsAfter } = choice;
  const name = foldText(search);
  const [older, by] = await Promise.all([
    createOlderTipCondition(database, before),
    name === '' ? undefined : buildOwnerNameCondition(database, name),
  ]);
  return selectNewestPublicTips(
    database,
    and(
      older,
      fixtureId === undefined ? undefined : hasLegWhere(eq(legs.fixtureId, fixtureId)),
      by,
      minOdds > 0 ? gte(tips.totalOdds, String(minOdds)) : undefined,
      stars > 0
        ? inArray(tips.ownerId, selectOwnersWithStars(database, minStarsFor(stars)))
        : undefined,
      startsAfter && gt(tips.expiresAt, startsAfter),
    ),
    limit,
  );
}

/** Reads tips of the tipsters whom a member follows: merges the newest tips of each tipster. */
export async function readFollowedTipRows(
  database: Queryable,
  memberId: string,
  { limit, before }: TipPageQuery,
): Promise<ListedTipRow[]> {
  const older = await createOlderTipCondition(database, before);
  const ids = database.select({ id: sql<string>`newest.id` })
    .from(sql`${follows} cross join lateral (
    select ${tips.createdAt}, ${tips.id} from ${tips}
    where ${and(eq(tips.ownerId, follows.tipsterId), isPublicTip, older)}
    order by ${tips.createdAt} desc, ${tips.id} desc
    limit ${limit}) as newest
    where ${and(eq(follows.memberId, memberId), eq(follows.following, true))}
    order by newest.created_at desc, newest.id desc
    limit ${limit}`);
  return selectNewestPublicTips(database, inArray(tips.id, ids), limit);
}

type AdminTipRowQuery = {
  state: AdminTipListFilter;
  search: string;
  fixtureId: string | undefined;
};

/** Reads tips with a state of settlement that match a search text. */
export async function readAdminTipRows(
  database: Queryable,
  { limit, before, state, search, fixtureId }: TipPageQuery & AdminTipRowQuery,
): Promise<ListedTipRow[]> {
  const [older, found] = await Promise.all([
    createOlderTipCondition(database, before),
    buildSearchCondition(database, search),
  ]);
  const locked = fixtureId === undefined ? undefined : hasLegWhere(eq(legs.fixtureId, fixtureId));
  return selectNewestTips(database, and(older, isInListedState(state), locked, found), limit);
}

/** Reads the newest public tips of each of these members. */
export async function readRecentTipsByOwner(
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
        where ${tips.ownerId} = asked.owner_id and ${isPublicTip}
        order by ${tips.createdAt} desc, ${tips.id} desc
        limit ${limit}) as newest`);
  const rows = await selectNewestPublicTips(database, inArray(tips.id, ids), byOwner.size * limit);
  for (const row of rows) byOwner.get(row.ownerId)?.push(row);
  return byOwner;
}

function selectOwnersWithStars(database: Queryable, stars: number) {
  return database
    .select({ id: tipsterRecords.memberId })
    .from(tipsterRecords)
    .where(gte(tipsterRecords.stars, String(stars)));
}

/**
 * Condition: the tip comes after the tip `before` in lists, newest first. That tip may be withdrawn
 * now, as a tip's position never changes.
 */
async function createOlderTipCondition(
  database: Queryable,
  before: string | undefined,
): Promise<SQL | undefined> {
  if (before === undefined) return undefined;
  const [last] = await database
    .select({ createdAt: tips.createdAt, id: tips.id })
    .from(tips)
    .where(eq(tips.id, before));
  if (!last) throw createUnknownCursorProblem();
  return sql`(${tips.createdAt}, ${tips.id})
    < (${last.createdAt.toISOString()}::timestamptz, ${last.id}::uuid)`;
}

function isInListedState(state: AdminTipListFilter): SQL | undefined {
  const isConfirmed = isNotNull(tips.confirmedAt);
  const pending = hasLegWhere(eq(legs.result, 'pending'));
  switch (state) {
    case 'all':
      return undefined;
    case 'treated':
      return isConfirmed;
    case 'open':
      return sql`not ${isConfirmed}`;
    case 'undecided':
      return and(sql`not ${isConfirmed}`, pending);
    case 'decided':
      return and(sql`not ${isConfirmed}`, sql`not ${pending}`);
    case 'unpriced':
      return and(
        sql`not ${isConfirmed}`,
        hasLegWhere(sql`${legs.odd} = 0 and ${legs.result} <> 'void'`),
      );
  }
}

/** Condition: the tip has a leg that meets a condition. */
export function hasLegWhere(condition: SQL | undefined): SQL {
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
  GoalColumns & {
    odd: number;
    estimatedOdd: number | null;
    kickOffOdd: number;
    bookedOdd: number;
    fixtureStatus: FixtureRow['status'];
    fixtureVersion: number;
  };

/** A leg as JSON from PostgreSQL, with instants as text. */
type StoredLeg = Omit<LegRow, 'kickOff' | 'decidedAt'> & {
  kickOff: string;
  decidedAt: string | null;
};

const { tipId, ...ownLegColumns } = getTableColumns(legs);
const { sportKey, home, away, kickOff, status: fixtureStatus, version: fixtureVersion } = fixtures;
const { halfTimeHome, halfTimeAway, fullTimeHome, fullTimeAway, firstGoal } = fixtures;
const fixtureGoalColumns = { halfTimeHome, halfTimeAway, fullTimeHome, fullTimeAway, firstGoal };
const legGameColumns = { sportKey, home, away, kickOff, fixtureStatus, fixtureVersion };
const legColumns = { ...ownLegColumns, ...legGameColumns, ...fixtureGoalColumns };
const selectedLegColumns = Object.entries(legColumns).map(
  ([name, column]) => sql`${column} as ${sql.identifier(name)}`,
);

// One JSON value per tip: the driver reads it faster than one row per leg.
const legsOfTip = sql`(
  select json_agg(leg order by leg.position) from (
    select ${sql.join(selectedLegColumns, sql`, `)}
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
  ...tipColumns
} = getTableColumns(tips);

/** Columns of a tipster for lists of tips, besides the name. */
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

/** Reads a member's record and picture for lists of tips. */
export async function readAuthorRow(database: Queryable, memberId: string) {
  const [row] = await database
    .select(authorColumns)
    .from(members)
    .leftJoin(tipsterRecords, eq(tipsterRecords.memberId, members.id))
    .where(eq(members.id, memberId));
  return row;
}

/** Counts the copies of a tip that are not withdrawn. */
const copyCount = sql<number>`(
  select count(*)::int from ${tips} as copy
  where copy.copied_from = ${tips.id} and copy.withdrawn_at is null)`;

/** A tip with its ordered legs, and its tipster's names and record. */
export type ListedTipRow = Awaited<ReturnType<typeof selectTips>>[number];
/** A tip without columns that only lists need. */
export type TipRow = Omit<ListedTipRow, keyof typeof authorColumns | 'copies'>;

/** Selects tips with their legs, including withdrawn tips, by one statement. */
export function selectTips(database: Queryable) {
  return database
    .select({
      ...tipColumns,
      ...displayNameColumns,
      ...authorColumns,
      legs: legsOfTip,
      copies: copyCount,
    })
    .from(tips)
    .innerJoin(members, eq(members.id, tips.ownerId))
    .leftJoin(tipsterRecords, eq(tipsterRecords.memberId, tips.ownerId))
    .$dynamic();
}

/** Selects public tips that meet a condition, newest first. */
function selectNewestPublicTips(database: Queryable, where: SQL | undefined, limit: number) {
  return selectNewestTips(database, and(isPublicTip, where), limit);
}

/** Selects tips that meet a condition and are not withdrawn, newest first. */
function selectNewestTips(
  database: Queryable,
  where: SQL | undefined,
  limit: number | Placeholder,
) {
  return selectTips(database)
    .where(and(isNull(tips.withdrawnAt), where))
    .orderBy(desc(tips.createdAt), desc(tips.id))
    .limit(limit);
}

const tipByIdQuery = createPreparedQuery((database) =>
  selectNewestTips(database, eq(tips.id, sql.placeholder('id')), 1).prepare('tip_with_id'),
);

const ownerTipsQuery = createPreparedQuery((database) =>
  selectNewestTips(
    database,
    eq(tips.ownerId, sql.placeholder('ownerId')),
    sql.placeholder('limit'),
  ).prepare('newest_tips_of_owner'),
);

/** Finds a tip; undefined if it is withdrawn. */
export async function findTipById(
  database: Queryable,
  id: string,
): Promise<ListedTipRow | undefined> {
  const [tip] = await tipByIdQuery(database).execute({ id });
  return tip;
}

/** Finds a tip, even if it is withdrawn. */
export async function findTipIncludingWithdrawn(
  database: Queryable,
  id: string,
): Promise<ListedTipRow | undefined> {
  const [tip] = await selectTips(database).where(eq(tips.id, id));
  return tip;
}

/** Reads tips by id, except withdrawn ones, ordered by id. */
export async function readTipsById(
  database: Queryable,
  ids: readonly string[],
): Promise<ListedTipRow[]> {
  if (ids.length === 0) return [];
  return selectTips(database)
    .where(and(isNull(tips.withdrawnAt), inArray(tips.id, [...ids])))
    .orderBy(asc(tips.id));
}

/** Locks the games of tips, so that their results do not change before a decision is committed. */
export async function lockFixturesOfTips(
  tx: Transaction,
  tipIds: readonly string[],
): Promise<void> {
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

/** Reads a member's tips that changed between two values of the cursor, including withdrawals. */
export async function readTipsChangedBetween(
  database: Queryable,
  ownerId: string,
  since: number,
  until: number,
): Promise<ListedTipRow[]> {
  return selectTips(database)
    .where(and(eq(tips.ownerId, ownerId), gt(tips.cursor, since), lte(tips.cursor, until)))
    .orderBy(asc(tips.cursor));
}
