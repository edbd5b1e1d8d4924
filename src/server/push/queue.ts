import { and, asc, eq, gt, inArray, isNull, lte, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';

import { isQuiet, minuteOfDay, type PushedNoticeKind } from '#domain/notice.ts';
import { isInTimeOut } from '#domain/time-out.ts';

import { type Database, transaction } from '../db/database.ts';
import { noticeChoices, notices, pushes, pushSubscriptions } from '../db/notice-tables.ts';
import { follows, members, sessions, tips } from '../db/schema.ts';
import { pushAttempts } from '../metrics/counters.ts';
import type { Services } from '../services.ts';
import { quietOf } from './choices.ts';
import { deliver, type Fetch } from './services.ts';
import type { Vapid } from './vapid.ts';

const minute = 60_000;
const hour = 60 * minute;

/** For so long a push belongs to the sender that took it; then another may try. */
const lease = 2 * minute;

/** What happened longer ago than this is told by the inbox alone. */
const news = hour;

/** How many causes are handed to the queue at once, and how many pushes are sent at once. */
const causesAtOnce = 10;
const atOnce = 20;
const handfuls = 25;

export type PushPost = Pick<Services, 'database' | 'clock'> & {
  vapid: Vapid;
  fetch: Fetch;
  log: Pick<FastifyBaseLogger, 'warn'>;
};

/** Queues what happened for the browsers of all who want to be told, and sends what is due. */
export async function pushNews(post: PushPost): Promise<void> {
  while ((await spread(post.database, post.clock())) === causesAtOnce);
  for (let n = 0; n < handfuls && (await sendDue(post)) === atOnce; n += 1);
}

/** Queues notices for those who are told of them and want it pushed. */
async function spread(database: Database, now: Date): Promise<number> {
  return transaction(database, async (tx) => {
    const waiting = await tx
      .select({ id: notices.id })
      .from(notices)
      .where(
        and(
          isNull(notices.spreadAt),
          gt(notices.at, new Date(now.getTime() - news)),
          lte(notices.at, now),
        ),
      )
      .orderBy(asc(notices.at))
      .limit(causesAtOnce)
      .for('update', { skipLocked: true });
    if (waiting.length === 0) return 0;
    const ids = waiting.map(({ id }) => id);
    await tx.update(notices).set({ spreadAt: now }).where(inArray(notices.id, ids));
    await tx.execute(sql`
      insert into ${pushes} (subscription_id, notice_id, next_at, expires_at)
      select subscription.id, cause.id, ${now.toISOString()}::timestamptz, case cause.kind
        when 'kick-off' then tip.expires_at
        when 'posted' then least(tip.expires_at, cause.at + interval '12 hours')
        else cause.at + interval '12 hours' end
      from ${notices} as cause
      join ${tips} as tip on tip.id = cause.tip_id and tip.withdrawn_at is null
      join lateral (
        select cause.tipster_id as member_id where cause.kind <> 'posted'
        union all
        select member_id from ${follows} as follow
        where follow.tipster_id = cause.tipster_id and follow.following and follow.push
          and follow.changed_at <= cause.at and cause.kind <> 'kick-off'
          and tip.copied_from is null
      ) as told on true
      join ${noticeChoices} as choice
        on choice.member_id = told.member_id and cause.kind = any(choice.kinds)
      join ${pushSubscriptions} as subscription on subscription.member_id = told.member_id
      where cause.id in ${ids}
      on conflict do nothing`);
    return waiting.length;
  });
}

/** Sends the pushes that are due, a handful at most, and tells how many there were. */
export async function sendDue(post: PushPost): Promise<number> {
  const { database, clock } = post;
  const due = database
    .select({ id: pushes.id })
    .from(pushes)
    .where(lte(pushes.nextAt, clock()))
    .orderBy(asc(pushes.nextAt))
    .limit(atOnce)
    .for('update', { skipLocked: true });
  const taken = await database
    .update(pushes)
    .set({
      attempts: sql`${pushes.attempts} + 1`,
      nextAt: new Date(clock().getTime() + lease),
    })
    .where(inArray(pushes.id, due))
    .returning({ id: pushes.id });
  if (taken.length === 0) return 0;
  const rows = await withReaders(
    database,
    taken.map(({ id }) => id),
  );
  await Promise.all(rows.map(async (row) => sendOne(post, row)));
  return taken.length;
}

async function withReaders(database: Database, ids: readonly string[]) {
  return database
    .select({
      id: pushes.id,
      attempts: pushes.attempts,
      expiresAt: pushes.expiresAt,
      subscription: pushSubscriptions,
      kind: sql<PushedNoticeKind>`${notices.kind}`,
      tipId: notices.tipId,
      withdrawnAt: tips.withdrawnAt,
      sessionEnds: sessions.expiresAt,
      revokedAt: sessions.revokedAt,
      timeOutUntil: members.timeOutUntil,
      quietFrom: noticeChoices.quietFrom,
      quietUntil: noticeChoices.quietUntil,
      zone: noticeChoices.zone,
    })
    .from(pushes)
    .innerJoin(pushSubscriptions, eq(pushSubscriptions.id, pushes.subscriptionId))
    .innerJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
    .innerJoin(members, eq(members.id, pushSubscriptions.memberId))
    .innerJoin(noticeChoices, eq(noticeChoices.memberId, members.id))
    .innerJoin(notices, eq(notices.id, pushes.noticeId))
    .innerJoin(tips, eq(tips.id, notices.tipId))
    .where(and(inArray(pushes.id, [...ids])));
}

type DuePush = Awaited<ReturnType<typeof withReaders>>[number];

/** Whether a push may arrive now. One that may not is not sent later: the inbox has it. */
function isWelcome(push: DuePush, now: Date): boolean {
  if (push.revokedAt !== null || push.sessionEnds <= now) return false;
  if (push.withdrawnAt !== null || push.expiresAt <= now) return false;
  // Whoever takes a break from betting is not called back by us.
  if (isInTimeOut(push.timeOutUntil ?? undefined, now)) return false;
  const quiet = quietOf(push);
  return quiet === null || !isQuiet(quiet, minuteOfDay(now, quiet.zone));
}

async function sendOne(post: PushPost, push: DuePush): Promise<void> {
  const { database, clock, log } = post;
  const { id, subscription, attempts, kind, tipId, expiresAt } = push;
  const now = clock();
  if (!isWelcome(push, now)) {
    pushAttempts.inc({ outcome: 'unwelcome' });
    return remove(database, id);
  }

  const ttl = Math.ceil((expiresAt.getTime() - now.getTime()) / 1000);
  const message = { data: { kind, tipId }, ttl };
  // An address of a subscription is a secret: whoever has it can push. It is in no log.
  const delivery = await deliver(post.fetch, post.vapid, subscription, message).catch(
    (error: unknown) => ({
      is: 'late' as const,
      status: 0,
      pause: undefined,
      error: wordsOf(error),
    }),
  );
  pushAttempts.inc({ outcome: delivery.is });
  switch (delivery.is) {
    case 'sent':
      return remove(database, id);
    case 'gone':
      await database.delete(pushSubscriptions).where(eq(pushSubscriptions.id, subscription.id));
      return;
    case 'refused':
      log.warn({ id, status: delivery.status }, 'a push was refused and is dropped');
      return remove(database, id);
    case 'late': {
      log.warn({ id, attempts, ...delivery }, 'a push could not be sent yet');
      const pause =
        delivery.pause ?? Math.min(hour, (minute / 4) * 2 ** Math.min(attempts - 1, 10));
      const nextAt = new Date(now.getTime() + pause);
      await database.update(pushes).set({ nextAt }).where(eq(pushes.id, id));
    }
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown';
}

async function remove(database: Database, id: string): Promise<void> {
  await database.delete(pushes).where(eq(pushes.id, id));
}
