import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';

import type { Notice } from '#contract/notices.ts';
import { gameName } from '#domain/fixture.ts';
import { noticeRetentionDays } from '#domain/notice.ts';
import { dayMs } from '#domain/durations.ts';

import type { Database, Queryable, Transaction } from '../db/database.ts';
import { noticeChoices, notices } from '../db/notice-tables.ts';
import { fixtures, follows, members, tips } from '../db/schema.ts';
import { displayNameColumns, toDisplayName } from '../members/names.ts';
import { createUnknownCursorProblem } from '../platform/list-page.ts';

/**
 * Maximum milliseconds from a notice's `at` (the arrival of the request that causes the notice) to
 * its commit. No request and no job takes longer.
 */
const maxVisibilityDelayMs = 60_000;

type NoticePageQuery = {
  since: Date | undefined;
  before: string | undefined;
  limit: number;
  now: Date;
};

/**
 * Reads a page of notices, newest first: the member's own, merged with those of followed tipsters.
 */
export async function readNoticePage(
  database: Queryable,
  memberId: string,
  { since, before, limit, now }: NoticePageQuery,
): Promise<Notice[]> {
  const oldest = new Date(now.getTime() - noticeRetentionDays * dayMs);
  const from = since && since > oldest ? since : oldest;
  const within = and(
    sql`${notices.at} >= ${from.toISOString()}::timestamptz`,
    sql`${notices.at} <= ${now.toISOString()}::timestamptz`,
    await createOlderCondition(database, before),
  );
  const newestWhere = (condition: SQL | undefined) => sql`(
    select ${notices.id}, ${notices.at} from ${notices}
    inner join ${tips} on ${and(eq(tips.id, notices.tipId), isNull(tips.withdrawnAt))}
    where ${and(within, condition)}
    order by ${notices.at} desc, ${notices.id} desc limit ${limit})`;

  // Members get no notices of their own posts or of other members' copies.
  const own = newestWhere(
    sql`${notices.tipsterId} = ${memberId}::uuid and ${notices.kind} <> 'posted'
      and ${notices.memberId} is null`,
  );
  const personal = newestWhere(sql`${notices.memberId} = ${memberId}::uuid`);
  const followed = newestWhere(
    sql`${notices.tipsterId} = ${follows.tipsterId} and ${notices.at} >= ${follows.changedAt}
      and ${notices.kind} <> 'kick-off' and ${notices.memberId} is null
      and ${tips.copiedFrom} is null`,
  );
  const ids = sql`(
    select newest.id from (
      select id, at from ${own} as own
      union all
      select id, at from ${personal} as personal
      union all
      select followed.id, followed.at from ${follows} cross join lateral ${followed} as followed
      where ${follows.memberId} = ${memberId}::uuid and ${follows.following}) as newest
    order by newest.at desc, newest.id desc limit ${limit})`;

  const rows = await database
    .select({
      id: notices.id,
      at: notices.at,
      kind: notices.kind,
      tipId: notices.tipId,
      tipsterId: notices.tipsterId,
      outcome: notices.outcome,
      home: fixtures.home,
      away: fixtures.away,
      ...displayNameColumns,
    })
    .from(notices)
    .innerJoin(members, eq(members.id, notices.tipsterId))
    .leftJoin(fixtures, eq(fixtures.id, notices.fixtureId))
    .where(sql`${notices.id} in ${ids}`)
    .orderBy(sql`${notices.at} desc, ${notices.id} desc`);
  return rows.map(
    ({ at, home, away, firstName, lastName, userName, nameMark, former, ...row }) => ({
      ...row,
      ...(home !== null && away !== null && { game: gameName(home, away) }),
      at: at.toISOString(),
      tipster: toDisplayName({ firstName, lastName, userName, nameMark }),
      ...(former && { former }),
    }),
  );
}

/** Returns the next request's `since`, early enough for notices that are not committed yet. */
export function computeNextSince([newest]: readonly Notice[], previous: string | undefined) {
  return newest ? new Date(Date.parse(newest.at) - maxVisibilityDelayMs).toISOString() : previous;
}

async function createOlderCondition(
  database: Queryable,
  before: string | undefined,
): Promise<SQL | undefined> {
  if (before === undefined) return undefined;
  const [last] = await database
    .select({ at: notices.at, id: notices.id })
    .from(notices)
    .where(eq(notices.id, before));
  if (!last) throw createUnknownCursorProblem();
  return sql`(${notices.at}, ${notices.id}) < (${last.at.toISOString()}::timestamptz, ${last.id}::uuid)`;
}

/** Finds the time up to which a member has read the notices. */
export async function findReadPosition(
  database: Database,
  memberId: string,
): Promise<string | undefined> {
  const [row] = await database
    .select({ readUntil: noticeChoices.readUntil })
    .from(noticeChoices)
    .where(eq(noticeChoices.memberId, memberId));
  return row?.readUntil?.toISOString();
}

/** Moves a member's read position forward, never backward and never into the future. */
export async function markNoticesRead(
  tx: Transaction,
  memberId: string,
  until: Date,
  now: Date,
): Promise<string> {
  const readUntil = until < now ? until : now;
  const [row] = await tx
    .insert(noticeChoices)
    .values({ memberId, readUntil })
    .onConflictDoUpdate({
      target: noticeChoices.memberId,
      set: { readUntil: sql`greatest(${noticeChoices.readUntil}, excluded.read_until)` },
    })
    .returning({ readUntil: noticeChoices.readUntil });
  return (row?.readUntil ?? readUntil).toISOString();
}
