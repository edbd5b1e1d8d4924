import { eq, sql, type SQL } from 'drizzle-orm';
import * as z from 'zod/mini';

import { isInQuietHours, toMinuteOfDay, type PushedNoticeKind } from '#domain/notice.ts';
import { isInTimeOut } from '#domain/time-out.ts';
import { hourMs } from '#domain/durations.ts';

import type { Database } from '../db/database.ts';
import { noticeChoices, notices, pushSubscriptions } from '../db/notice-tables.ts';
import { follows, members, sessions, tips } from '../db/schema.ts';
import { enqueueJob, buildJobInsert, defineQueuedJob, RetryLaterError } from '../jobs/job.ts';
import { pushAttempts } from '../metrics/counters.ts';
import { toQuietHours } from './push-settings.ts';
import { deliverPush } from './push-delivery.ts';

/** Maximum age of a notice that is pushed; the inbox also shows older notices. */
const maxNoticeAgeMs = hourMs;

const PushPayload = z.object({
  noticeId: z.uuid(),
  subscriptionId: z.uuid(),
  /** The time after which the push is not sent. */
  expiresAt: z.iso.datetime({ offset: true }),
});
type PushPayload = z.infer<typeof PushPayload>;

/** Queues a push for each subscribed browser of the members who want notices of this kind. */
export const fanOutNotice = defineQueuedJob({
  name: 'notices',
  payload: z.object({ noticeId: z.uuid() }),
  batchSize: 10,
  // All retries are within the hour after which a notice is not pushed.
  retryLimit: 8,
  async run({ noticeId }, { database, clock }) {
    const since = new Date(clock().getTime() - maxNoticeAgeMs).toISOString();
    // The id is derived from notice and subscription, so that a repeated job adds no second push.
    const pushes = sql`
      select md5(cause.id::text || subscription.id)::uuid, jsonb_build_object(
        'noticeId', cause.id, 'subscriptionId', subscription.id, 'expiresAt', case cause.kind
          when 'kick-off' then tip.expires_at
          when 'posted' then least(tip.expires_at, cause.at + interval '12 hours')
          else cause.at + interval '12 hours' end), ${clock().toISOString()}::timestamptz
      from ${notices} as cause
      join ${tips} as tip on tip.id = cause.tip_id and tip.withdrawn_at is null
      join lateral (
        select cause.tipster_id as member_id where cause.kind <> 'posted'
        union all
        select member_id from ${follows} as follow
        where follow.tipster_id = cause.tipster_id and follow.following and follow.push
          and follow.changed_at <= cause.at and cause.kind <> 'kick-off'
          and tip.copied_from is null
      ) as recipient on true
      join ${noticeChoices} as choice
        on choice.member_id = recipient.member_id and cause.kind = any(choice.kinds)
      join ${pushSubscriptions} as subscription on subscription.member_id = recipient.member_id
      where cause.id = ${noticeId} and cause.at > ${since}::timestamptz`;
    await database.execute(buildJobInsert(sendPush, pushes));
  },
});

/**
 * Builds the SQL that queues one `fanOutNotice` job for each row of `added` (`id`, `at`), to run at
 * `at`. Queues no job if no browser is subscribed.
 */
export function buildFanOutInsert(added: SQL): SQL {
  return buildJobInsert(
    fanOutNotice,
    sql`
    select gen_random_uuid(), jsonb_build_object('noticeId', notice.id), notice.at
    from (${added}) as notice (id, at) where exists (select from ${pushSubscriptions})`,
  );
}

/** Sends a notice to a subscription, which is deleted if the push service answers 404 or 410. */
export const sendPush = defineQueuedJob({
  name: 'pushes',
  payload: PushPayload,
  batchSize: 20,
  // The retries last longer than the twelve hours after which a push expires.
  retryLimit: 30,
  async run(push, { database, clock, settings: { vapid }, fetch, log }) {
    const now = clock();
    const target = await findPushTarget(database, push);
    if (!target || !vapid) return;
    const expiresAt = new Date(push.expiresAt);
    if (expiresAt <= now || !isPushAllowedNow(target, now)) {
      pushAttempts.inc({ outcome: 'unwelcome' });
      return;
    }
    const { subscription, kind, tipId } = target;
    const ttl = Math.ceil((expiresAt.getTime() - now.getTime()) / 1000);
    const message = { data: { kind, tipId }, ttl };
    // The error is dropped, as it may contain the endpoint, a secret by which anybody can push.
    const delivery = await deliverPush(fetch, vapid, subscription, message).catch(
      () => unreachableResult,
    );
    pushAttempts.inc({ outcome: delivery.is });
    switch (delivery.is) {
      case 'sent':
        return;
      case 'gone':
        await database.delete(pushSubscriptions).where(eq(pushSubscriptions.id, subscription.id));
        return;
      case 'refused':
        log.warn({ status: delivery.status }, 'a push was refused and is dropped');
        return;
      case 'late': {
        if (delivery.pause === undefined)
          throw new RetryLaterError(`a push was answered ${delivery.status}`);
        await enqueueJob(database, sendPush, push, new Date(now.getTime() + delivery.pause));
      }
    }
  },
});

const unreachableResult = { is: 'late', status: 0, pause: undefined } as const;

async function findPushTarget(database: Database, { noticeId, subscriptionId }: PushPayload) {
  const [found] = await database
    .select({
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
    .from(pushSubscriptions)
    .innerJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
    .innerJoin(members, eq(members.id, pushSubscriptions.memberId))
    .innerJoin(noticeChoices, eq(noticeChoices.memberId, members.id))
    .innerJoin(notices, eq(notices.id, noticeId))
    .innerJoin(tips, eq(tips.id, notices.tipId))
    .where(eq(pushSubscriptions.id, subscriptionId));
  return found;
}

type PushTarget = NonNullable<Awaited<ReturnType<typeof findPushTarget>>>;

/** True if a push may be shown now; other pushes are dropped, as the inbox shows the notice. */
function isPushAllowedNow(target: PushTarget, now: Date): boolean {
  if (target.revokedAt !== null || target.sessionEnds <= now) return false;
  if (target.withdrawnAt !== null) return false;
  if (isInTimeOut(target.timeOutUntil ?? undefined, now)) return false;
  const quiet = toQuietHours(target);
  return quiet === null || !isInQuietHours(quiet, toMinuteOfDay(now, quiet.zone));
}
