import { and, eq, isNull } from 'drizzle-orm';
import type * as z from 'zod/mini';

import type { TimeOutRequest } from '#contract/members.ts';
import { ApiProblem } from '#contract/problem.ts';
import { timeOutEnd, isInTimeOut, laterTimeOutEnd } from '#domain/time-out.ts';

import type { Transaction } from '../db/database.ts';
import { members } from '../db/schema.ts';
import { raiseCursor, raiseAndReadMember } from '../operations/cursor.ts';
import type { IdempotencyContext } from '../operations/idempotency.ts';
import type { MemberNameRow } from './names.ts';

/** Begins or extends a time-out (a break from betting); returns its end. */
export async function beginTimeOut(
  tx: Transaction,
  memberId: string,
  { length, since, spared }: z.output<typeof TimeOutRequest>,
  arrivedAt: Date,
): Promise<Date> {
  const profileCursor = await raiseCursor(tx, memberId);
  const [member] = await tx
    .select({
      from: members.timeOutFrom,
      until: members.timeOutUntil,
      spared: members.timeOutSpared,
    })
    .from(members)
    .where(and(eq(members.id, memberId), isNull(members.deletedAt)));
  if (!member) throw new ApiProblem('session-ended');

  const begun = since === undefined ? arrivedAt : new Date(since);
  // The phone's clock may be ahead, but a time-out must not begin in the future.
  const requestedEnd = timeOutEnd(begun < arrivedAt ? begun : arrivedAt, length);
  const until = laterTimeOutEnd(member.until ?? undefined, requestedEnd) ?? requestedEnd;
  const isRunning = isInTimeOut(member.until ?? undefined, arrivedAt);
  await tx
    .update(members)
    .set({
      timeOutFrom: (isRunning && member.from) || arrivedAt,
      // failpoint: time-out-not-written
      timeOutUntil: until,
      // Keys of operations from before the time-out are stored at its begin. An extension adds no
      // keys, because their age is unknown.
      timeOutSpared: isRunning ? member.spared : spared,
      profileCursor,
    })
    .where(eq(members.id, memberId));
  return until;
}

/**
 * Refuses mutations of a member during a time-out, except mutations saved on a phone before the
 * time-out; returns the member's names.
 */
export async function refuseDuringTimeOut(
  tx: Transaction,
  memberId: string,
  { arrivedAt, key = '' }: IdempotencyContext,
): Promise<MemberNameRow> {
  const member = await raiseAndReadMember(tx, memberId);
  const { timeOutFrom: from, timeOutUntil: until, timeOutSpared: spared } = member;
  const isRunning = from && until && from <= arrivedAt && until > arrivedAt;
  if (isRunning && !spared.includes(key)) {
    throw new ApiProblem('in-time-out', { extra: { until: until.toISOString() } });
  }
  const { firstName, lastName, userName, nameMark, former } = member;
  return { firstName, lastName, userName, nameMark, former };
}
