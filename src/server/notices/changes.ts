import { randomUUID } from 'node:crypto';
import { and, between, eq, gt, gte, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';

import { kickOffNoticeMinutes, noticeRetentionDays, type NoticeKind } from '#domain/notice.ts';
import { type TipOutcome, undoWindowMs } from '#domain/tip.ts';
import { dayMs, minuteMs } from '#domain/durations.ts';

import {
  type Database,
  awaitPipelined,
  type Transaction,
  runInTransaction,
} from '../db/database.ts';
import { notices } from '../db/notice-tables.ts';
import { fixtures, legs, tips } from '../db/schema.ts';
import { buildFanOutInsert } from '../push/jobs.ts';

/** An event of a tip that members get a notice about, with the tip's owner and outcome. */
export type NoticeEvent = {
  at: Date;
  kind: NoticeKind;
  tip: { id: string; ownerId: string };
  outcome: TipOutcome;
};

/** Inserts notices together with their events: one row per event, which all its readers share. */
export async function insertNotices(tx: Transaction, all: readonly NoticeEvent[]): Promise<void> {
  if (all.length === 0) return;
  const rows = all.map(({ at, kind, tip, outcome }) => ({
    id: randomUUID(),
    at,
    kind,
    tipId: tip.id,
    tipsterId: tip.ownerId,
    outcome,
  }));
  await awaitPipelined([tx.insert(notices).values(rows).execute(), enqueueNoticePushes(tx, rows)]);
}

/** Queues the pushes of notices, to be sent when the notices become visible. */
async function enqueueNoticePushes(
  tx: Transaction,
  added: readonly { id: string; at: Date }[],
): Promise<void> {
  const rows = sql`select * from json_to_recordset(${JSON.stringify(added)}) as added(id uuid, at timestamptz)`;
  await tx.execute(buildFanOutInsert(rows));
}

/** Deletes the notices of undone confirmations, which no reader can see yet. */
export async function deleteSettledNotices(
  tx: Transaction,
  tipIds: readonly string[],
  at: Date,
): Promise<void> {
  await tx
    .delete(notices)
    .where(and(inArray(notices.tipId, [...tipIds]), isFutureSettledNotice(at)));
}

/** Updates the outcome in notices that are not visible yet; returns the ids of their tips. */
export async function updateSettledNotices(
  tx: Transaction,
  all: readonly Pick<NoticeEvent, 'tip' | 'outcome'>[],
  at: Date,
): Promise<Set<string>> {
  if (all.length === 0) return new Set();
  const outcomes = all.map(({ tip, outcome }) => ({ id: tip.id, outcome }));
  const updated = await tx
    .update(notices)
    .set({ outcome: sql`is_now.outcome` })
    .from(sql`json_to_recordset(${JSON.stringify(outcomes)}) as is_now(id uuid, outcome text)`)
    .where(and(sql`${notices.tipId} = is_now.id`, isFutureSettledNotice(at)))
    .returning({ tipId: notices.tipId });
  return new Set(updated.map(({ tipId }) => tipId));
}

function isFutureSettledNotice(at: Date) {
  return and(eq(notices.kind, 'settled'), gte(notices.at, at));
}

/** A decision of `memberId` that another administrator replaced, and the first changed tip. */
export type ReplacedDecision = { memberId: string; fixtureId: string; tip: NoticeEvent['tip'] };

/** Notifies administrators that their decisions were replaced, once per game and request. */
export async function insertReplacedNotices(
  tx: Transaction,
  all: readonly ReplacedDecision[],
  at: Date,
): Promise<void> {
  if (all.length === 0) return;
  const rows = all.map(({ memberId, fixtureId, tip }) => ({
    at,
    kind: 'replaced' as const,
    tipId: tip.id,
    tipsterId: tip.ownerId,
    outcome: 'open' as const,
    memberId,
    fixtureId,
  }));
  await tx.insert(notices).values(rows).onConflictDoNothing();
}

/** Deletes notices about replaced decisions after these decisions were restored. */
export async function deleteReplacedNotices(
  tx: Transaction,
  all: readonly Omit<ReplacedDecision, 'tip'>[],
  at: Date,
): Promise<void> {
  if (all.length === 0) return;
  const since = new Date(at.getTime() - undoWindowMs);
  const again = all.map(({ memberId, fixtureId }) =>
    and(eq(notices.memberId, memberId), eq(notices.fixtureId, fixtureId)),
  );
  await tx.delete(notices).where(and(gte(notices.at, since), or(...again)));
}

/** Notifies the owners of booked tips, once per tip, that the first game begins soon. */
export async function insertKickOffNotices(database: Database, now: Date): Promise<void> {
  const soon = new Date(now.getTime() + kickOffNoticeMinutes * minuteMs);
  await runInTransaction(database, async (tx) => {
    const begins = tx
      .select({ tipId: legs.tipId })
      .from(fixtures)
      .innerJoin(legs, eq(legs.fixtureId, fixtures.id))
      .where(and(eq(fixtures.status, 'scheduled'), between(fixtures.kickOff, now, soon)));
    const rows = await tx
      .select({ tipId: tips.id, tipsterId: tips.ownerId, outcome: tips.outcome })
      .from(tips)
      .where(
        and(
          inArray(tips.id, begins),
          gt(tips.expiresAt, now),
          isNotNull(tips.bookedAt),
          isNull(tips.withdrawnAt),
          isNull(tips.confirmedAt),
          sql`not exists (select from ${notices} as told
            where told.tip_id = ${tips.id} and told.kind = 'kick-off')`,
        ),
      );
    if (rows.length === 0) return;
    const added = await tx
      .insert(notices)
      .values(rows.map((row) => ({ ...row, at: now, kind: 'kick-off' as const })))
      .onConflictDoNothing()
      .returning({ id: notices.id, at: notices.at });
    await enqueueNoticePushes(tx, added);
  });
}

/** Deletes old notices in small batches with short locks. */
export async function removeOldNotices(
  database: Database,
  now: Date,
  atOnce = 1_000,
): Promise<void> {
  const old = lt(notices.at, new Date(now.getTime() - noticeRetentionDays * dayMs));
  for (let removed = atOnce; removed === atOnce;) {
    const some = database.select({ id: notices.id }).from(notices).where(old).limit(atOnce);
    const result = await database.delete(notices).where(inArray(notices.id, some));
    removed = result.rowCount ?? 0;
  }
}
