import { and, eq, or } from 'drizzle-orm';
import type * as z from 'zod/mini';

import type { savePushSettings, PushSubscription, PushQuietHours } from '#contract/account/push.ts';
import { ApiProblem } from '#contract/problem.ts';

import type { Queryable, Transaction } from '../db/database.ts';
import { noticeChoices, pushSubscriptions } from '../db/notice-tables.ts';
import { follows } from '../db/schema.ts';

type PushSettingsBody = z.output<typeof savePushSettings.body>;

/** Reads which kinds of notices are pushed to a member, and the quiet hours. */
export async function readPushSettings(
  database: Queryable,
  memberId: string,
): Promise<PushSettingsBody> {
  const [row] = await database
    .select()
    .from(noticeChoices)
    .where(eq(noticeChoices.memberId, memberId));
  return { kinds: row?.kinds ?? [], quiet: row ? toQuietHours(row) : null };
}

type QuietHoursRow = { quietFrom: number | null; quietUntil: number | null; zone: string };

/** Converts the quiet hours of a row; null if the row has none. */
export function toQuietHours({
  quietFrom,
  quietUntil,
  zone,
}: QuietHoursRow): z.output<typeof PushQuietHours> | null {
  if (quietFrom === null || quietUntil === null) return null;
  return { from: quietFrom, until: quietUntil, zone };
}

export async function storePushSettings(
  tx: Transaction,
  memberId: string,
  { kinds, quiet }: PushSettingsBody,
): Promise<void> {
  const change = {
    kinds: [...new Set(kinds)],
    quietFrom: quiet?.from ?? null,
    quietUntil: quiet?.until ?? null,
    ...(quiet && { zone: quiet.zone }),
  };
  await tx
    .insert(noticeChoices)
    .values({ memberId, ...change })
    .onConflictDoUpdate({ target: noticeChoices.memberId, set: change });
}

/** Reads ids of followed tipsters whose tips are pushed to the member. */
export async function readPushedTipsters(database: Queryable, memberId: string): Promise<string[]> {
  const rows = await database
    .select({ id: follows.tipsterId })
    .from(follows)
    .where(and(eq(follows.memberId, memberId), eq(follows.following, true), eq(follows.push, true)))
    .orderBy(follows.tipsterId);
  return rows.map(({ id }) => id);
}

/** Sets whether a tipster's tips are pushed; refuses a tipster whom the member does not follow. */
export async function setTipsterPush(
  tx: Transaction,
  { memberId, tipsterId, push }: { memberId: string; tipsterId: string; push: boolean },
): Promise<void> {
  const changed = await tx
    .update(follows)
    .set({ push })
    .where(
      and(
        eq(follows.memberId, memberId),
        eq(follows.tipsterId, tipsterId),
        eq(follows.following, true),
      ),
    );
  if (push && changed.rowCount === 0) throw new ApiProblem('not-found');
}

/** Subscribes a session's browser; replaces earlier subscriptions of this session or browser. */
export async function subscribeBrowser(
  tx: Transaction,
  { id: memberId, sessionId }: { id: string; sessionId: string },
  { endpoint, keys }: z.output<typeof PushSubscription>,
  now: Date,
): Promise<void> {
  const { p256dh, auth } = keys;
  const row = { memberId, sessionId, endpoint, p256dh, auth, createdAt: now };
  await tx
    .delete(pushSubscriptions)
    .where(
      or(eq(pushSubscriptions.sessionId, sessionId), eq(pushSubscriptions.endpoint, endpoint)),
    );
  await tx
    .insert(pushSubscriptions)
    .values(row)
    .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: row });
}

export async function unsubscribeBrowser(database: Queryable, sessionId: string): Promise<void> {
  await database.delete(pushSubscriptions).where(eq(pushSubscriptions.sessionId, sessionId));
}

export async function isSubscribed(database: Queryable, sessionId: string): Promise<boolean> {
  const ofSession = eq(pushSubscriptions.sessionId, sessionId);
  return (await database.$count(pushSubscriptions, ofSession)) > 0;
}

/** Reads a member's subscriptions: the host of the push service and the start of each. */
export async function readSubscribedBrowsers(database: Queryable, memberId: string) {
  const rows = await database
    .select({ endpoint: pushSubscriptions.endpoint, createdAt: pushSubscriptions.createdAt })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.memberId, memberId))
    .orderBy(pushSubscriptions.createdAt);
  return rows.map(({ endpoint, createdAt }) => ({
    service: new URL(endpoint).host,
    since: createdAt.toISOString(),
  }));
}
