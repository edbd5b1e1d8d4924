import { and, between, eq, gt, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm';

import { kickOffNoticeMinutes, noticeDays, type NoticeKind } from '#domain/notice.ts';
import type { TipOutcome } from '#domain/tip.ts';

import { type Database, takeLock, type Transaction, transaction } from '../db/database.ts';
import { notices } from '../db/notice-tables.ts';
import { fixtures, legs, tips } from '../db/schema.ts';
import { locks } from '../db/locks.ts';

const day = 24 * 60 * 60 * 1000;

/** What happened to whose tip, and what the tip had come to. */
export type Noticed = {
  at: Date;
  kind: NoticeKind;
  tip: { id: string; ownerId: string };
  outcome: TipOutcome;
};

/** Writes notices in the transaction of their cause: one row each, however many it concerns. */
export async function notice(tx: Transaction, all: readonly Noticed[]): Promise<void> {
  if (all.length === 0) return;
  const rows = all.map(({ at, kind, tip, outcome }) => ({
    at,
    kind,
    tipId: tip.id,
    tipsterId: tip.ownerId,
    outcome,
  }));
  await tx.insert(notices).values(rows);
}

/** Tells the owners of booked tips, once each, that the first of their games begins soon. */
export async function noticeKickOffs(database: Database, now: Date): Promise<void> {
  const soon = new Date(now.getTime() + kickOffNoticeMinutes * 60_000);
  await transaction(database, async (tx) => {
    if (!(await takeLock(tx, locks.kickOffNotices))) return;
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
    await tx
      .insert(notices)
      .values(rows.map((row) => ({ ...row, at: now, kind: 'kick-off' as const })))
      .onConflictDoNothing();
  });
}

/** Removes old notices a few at a time, so that nobody waits for it. */
export async function removeOldNotices(
  database: Database,
  now: Date,
  atOnce = 1_000,
): Promise<void> {
  const old = lt(notices.at, new Date(now.getTime() - noticeDays * day));
  for (let removed = atOnce; removed === atOnce;) {
    const some = database.select({ id: notices.id }).from(notices).where(old).limit(atOnce);
    const result = await database.delete(notices).where(inArray(notices.id, some));
    removed = result.rowCount ?? 0;
  }
}
