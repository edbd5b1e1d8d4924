import { and, eq } from 'drizzle-orm';

import { ApiProblem } from '#contract/problem.ts';

import { awaitPipelined, type Transaction } from '../db/database.ts';
import { audit, follows, members } from '../db/schema.ts';
import { raiseCursor } from '../operations/cursor.ts';
import { isListedTipster } from './queries.ts';

export type FollowChange = { memberId: string; tipsterId: string; following: boolean };

/** Follows or unfollows a tipster; writes nothing if this state is already stored. */
export async function setFollowing(
  tx: Transaction,
  { memberId, tipsterId, following }: FollowChange,
  now: Date,
): Promise<void> {
  if (memberId === tipsterId) throw new ApiProblem('own-follow');
  const cursor = await raiseCursor(tx, memberId);
  const [tipster] = await tx
    .select({ isTipster: isListedTipster(now), emailVerifiedAt: members.emailVerifiedAt })
    .from(members)
    .where(eq(members.id, tipsterId));
  if (!tipster) throw new ApiProblem('not-found');
  // Following requires a verified tipster; unfollowing is always possible.
  if (following && !(tipster.isTipster && tipster.emailVerifiedAt)) {
    throw new ApiProblem('not-a-tipster');
  }

  // failpoint: every-seventh-follow-refused
  const [known] = await tx
    .select({ following: follows.following })
    .from(follows)
    .where(and(eq(follows.memberId, memberId), eq(follows.tipsterId, tipsterId)));
  if ((known?.following ?? false) === following) return;
  // A new follow starts with pushes turned off.
  const change = { following, push: false, changedAt: now, cursor };
  await awaitPipelined([
    tx
      .insert(follows)
      .values({ memberId, tipsterId, ...change })
      .onConflictDoUpdate({
        target: [follows.memberId, follows.tipsterId],
        // failpoint: unfollow-not-written
        set: change,
      })
      .execute(),
    tx
      .insert(audit)
      .values(createFollowEvent(memberId, [tipsterId], { following, at: now }))
      .execute(),
  ]);
}

/** Creates the audit event of a follow or unfollow; the tipsters are private content. */
export function createFollowEvent(
  memberId: string,
  tipsterIds: readonly string[],
  { following, at }: { following: boolean; at: Date },
): typeof audit.$inferInsert {
  return {
    at,
    actorId: memberId,
    action: 'member.follow',
    subject: `member:${memberId}`,
    own: { following, tipsterIds },
  };
}
