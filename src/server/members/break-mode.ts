import { and, eq, isNull, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';

import type { BreakTaken } from '#contract/break-mode.ts';
import { ApiProblem } from '#contract/problem.ts';
import { breakEnd, isOnBreak, laterEnd } from '#domain/break-mode.ts';

import type { Transaction } from '../db/database.ts';
import { members } from '../db/schema.ts';
import { statement } from '../db/statement.ts';
import { raiseCursor } from '../operations/cursor.ts';
import type { Receipt } from '../operations/once.ts';

/** Begins a break or makes the running one longer, and answers when it ends. */
export async function beginBreak(
  tx: Transaction,
  memberId: string,
  { length, since, spared }: z.output<typeof BreakTaken>,
  receivedAt: Date,
): Promise<Date> {
  const profileCursor = await raiseCursor(tx, memberId);
  const [member] = await tx
    .select({
      from: members.breakFrom,
      until: members.breakUntil,
      spared: members.breakSpared,
    })
    .from(members)
    .where(and(eq(members.id, memberId), isNull(members.deletedAt)));
  if (!member) throw new ApiProblem('session-ended');

  const begun = since === undefined ? receivedAt : new Date(since);
  // A phone's clock may be ahead; a break that has yet to begin would be none.
  const asked = breakEnd(begun < receivedAt ? begun : receivedAt, length);
  const until = laterEnd(member.until ?? undefined, asked) ?? asked;
  const goesOn = isOnBreak(member.until ?? undefined, receivedAt);
  await tx
    .update(members)
    .set({
      breakFrom: (goesOn && member.from) || receivedAt,
      breakUntil: until,
      // What was saved before a break is said when it begins. Keys that come while it runs could be
      // those of anything, so whoever asks for a longer one spares no more by it.
      breakSpared: goesOn ? member.spared : spared,
      profileCursor,
    })
    .where(eq(members.id, memberId));
  return until;
}

const look = statement<{ until: string }, { memberId: string; key: string; receivedAt: Date }>(
  'running_break',
  (value) => sql`select ${members.breakUntil} as until from ${members}
    where ${eq(members.id, value('memberId'))}
      and ${members.breakFrom} <= ${value('receivedAt')}::timestamptz
      and ${members.breakUntil} > ${value('receivedAt')}::timestamptz
      and not ${value('key')}::text = any(${members.breakSpared})`,
);

/** Refuses what its member does while they are on a break, unless they had done it before. */
export async function refuseOnBreak(
  tx: Transaction,
  memberId: string,
  { receivedAt, key }: Receipt,
): Promise<void> {
  const [running] = await look(tx, { memberId, key: key ?? '', receivedAt });
  if (!running) return;
  const until = new Date(running.until).toISOString();
  throw new ApiProblem('on-a-break', { extra: { until } });
}
