import { and, eq, gt, gte, inArray, isNotNull, or, sql, type SQL } from 'drizzle-orm';

import type { Tip, TipState } from '#contract/tips.ts';
import { folded, wordsOf } from '#domain/folded.ts';

import type { Queryable } from '../db/database.ts';
import { fixtures, legs, members, tips, tipsterRecords } from '../db/schema.ts';
import { unknownPlace } from '../page.ts';
import { toTip, type Viewer } from './presenter.ts';
import { newestTips, newestTipsOf, type TipRow } from './rows.ts';

/** Where a page begins: after this tip, in the order of the list. */
type Page = { limit: number; before: string | undefined };

/** A member's own tips, saved and booked. */
export async function ownTipRows(
  database: Queryable,
  ownerId: string,
  { limit, before }: Page,
): Promise<TipRow[]> {
  if (before === undefined) return newestTipsOf(database, ownerId, limit);
  const older = await olderThan(database, before);
  return newestTips(database, limit, and(eq(tips.ownerId, ownerId), older));
}

/** Which tips of everybody a reader of the feed wants to see. */
type FeedChoice = Page & {
  /** Only those that hold a leg on one fixture. */
  fixtureId: string | undefined;
  /** A part of the tipster's name. */
  search: string;
  minOdds: number;
  stars: number;
  /** Only those with no game started by then. */
  startsAfter: Date | undefined;
};

/** Everybody's tips, or those that a reader wants to see. */
export async function feedRows(database: Queryable, choice: FeedChoice): Promise<TipRow[]> {
  const { limit, before, fixtureId, search, minOdds, stars, startsAfter } = choice;
  const older = await olderThan(database, before);
  return newestTips(
    database,
    limit,
    and(
      older,
      fixtureId === undefined ? undefined : hasLeg(eq(legs.fixtureId, fixtureId)),
      folded(search) === '' ? undefined : inArray(tips.ownerId, namedLike(database, search)),
      minOdds > 0 ? gte(tips.totalOdds, String(minOdds)) : undefined,
      stars > 0 ? inArray(tips.ownerId, withStars(database, stars)) : undefined,
      startsAfter && gt(tips.expiresAt, startsAfter),
    ),
  );
}

/** Everybody's tips in one state of an administrator's work that a search text finds. */
export async function tipRowsToTreat(
  database: Queryable,
  { limit, before, state, search }: Page & { state: TipState; search: string },
): Promise<TipRow[]> {
  const older = await olderThan(database, before);
  return newestTips(database, limit, and(older, inState(state), matching(search)));
}

/** The newest tips of each of these members, by member, as anybody may see them. */
export async function recentTipsOf(
  database: Queryable,
  ownerIds: readonly string[],
  limit: number,
  viewer?: Viewer,
): Promise<Map<string, Tip[]>> {
  const byOwner = new Map<string, Tip[]>(ownerIds.map((ownerId) => [ownerId, []]));
  if (byOwner.size === 0) return byOwner;

  const newest = database.select({ id: sql<string>`newest.id` })
    .from(sql`unnest(${sql.param([...byOwner.keys()])}::uuid[]) as asked(owner_id)
      cross join lateral (
        select id from ${tips}
        where ${tips.ownerId} = asked.owner_id and ${tips.withdrawnAt} is null
        order by ${tips.createdAt} desc, ${tips.id} desc
        limit ${limit}) as newest`);
  const rows = await newestTips(database, byOwner.size * limit, inArray(tips.id, newest));
  for (const row of rows) byOwner.get(row.ownerId)?.push(toTip(row, viewer));
  return byOwner;
}

/** Members whose name holds a text; case and accents do not matter. */
function namedLike(database: Queryable, search: string) {
  return database
    .select({ id: members.id })
    .from(members)
    .where(sql`strpos(${members.searchName}, ${folded(search)}) > 0`);
}

function withStars(database: Queryable, stars: number) {
  return database
    .select({ id: tipsterRecords.memberId })
    .from(tipsterRecords)
    .where(gte(tipsterRecords.stars, String(stars)));
}

/** A tip's place in these lists never changes and outlives its withdrawal, so its id says it. */
async function olderThan(
  database: Queryable,
  before: string | undefined,
): Promise<SQL | undefined> {
  if (before === undefined) return undefined;
  const [last] = await database
    .select({ createdAt: tips.createdAt, id: tips.id })
    .from(tips)
    .where(eq(tips.id, before));
  if (!last) throw unknownPlace();
  return sql`(${tips.createdAt}, ${tips.id})
    < (${last.createdAt.toISOString()}::timestamptz, ${last.id}::uuid)`;
}

function inState(state: TipState): SQL | undefined {
  const treated = isNotNull(tips.confirmedAt);
  const pending = hasLeg(eq(legs.result, 'pending'));
  switch (state) {
    case 'all':
      return undefined;
    case 'treated':
      return treated;
    case 'undecided':
      return and(sql`not ${treated}`, pending);
    case 'decided':
      return and(sql`not ${treated}`, sql`not ${pending}`);
    case 'unpriced':
      return and(sql`not ${treated}`, hasLeg(sql`${legs.odd} = 0 and ${legs.result} <> 'void'`));
  }
}

/** Each word is looked for in every fixture once, not in every leg; eight of them find anything. */
function matching(search: string): SQL | undefined {
  const words = wordsOf(search).slice(0, 8);
  return and(
    ...words.map((word) =>
      or(
        sql`strpos(${members.searchName}, ${word}) > 0`,
        sql`strpos(${tips.id}::text, ${word}) > 0`,
        sql`${tips.id} in (select ${legs.tipId} from ${legs} where ${legs.fixtureId} in (
          select ${fixtures.id} from ${fixtures}
          where strpos(${fixtures.searchName}, ${word}) > 0))`,
      ),
    ),
  );
}

function hasLeg(condition: SQL): SQL {
  return sql`exists (
    select from ${legs} join ${fixtures} on ${fixtures.id} = ${legs.fixtureId}
    where ${legs.tipId} = ${tips.id} and ${condition})`;
}
