import { and, eq, isNull } from 'drizzle-orm';

import { ApiProblem } from '#contract/problem.ts';
import type { ResetGuard } from '#contract/account/security.ts';

import { type Queryable, runInTransaction } from '../db/database.ts';
import { emailTokens } from '../db/auth-tables.ts';
import { members } from '../db/schema.ts';
import { toSearchName } from '../members/names.ts';
import { raiseCursor } from '../operations/cursor.ts';
import type { Services } from '../services.ts';
import { deleteRequestedEmails } from './email-change.ts';
import { readLoginGuards, removeLoginGuards } from './login-guards.ts';
import {
  type LinkRequest,
  mailLink,
  findMemberOfLink,
  redeemLink,
  readPendingRegistrations,
} from './mailed-links.ts';
import { refuseCommonPassword } from './password-strength.ts';
import { hashPassword } from './passwords.ts';
import { emptyProfile, markEmailVerified } from './registration.ts';
import { endSessions } from './sessions.ts';

const purpose = 'reset-password';

/** Mails a link to choose a new password, if the account exists. */
export async function mailPasswordReset(
  services: Services,
  linkRequest: LinkRequest,
): Promise<void> {
  await mailLink(services, linkRequest, async () => ({ purpose, mail: 'reset' }));
}

/**
 * Reads the login guards of the member of a reset link. A guard that was added after the member
 * last chose a password may be an intruder's: its `mayStay` is false.
 */
export async function readResetGuards(
  { database, clock }: Services,
  token: string,
): Promise<ResetGuard[]> {
  const memberId = await findMemberOfLink(database, { token, purpose, now: clock() });
  if (memberId === undefined) throw new ApiProblem('reset-expired');
  const since = await readPasswordSetTime(database, memberId);
  const guards = await readLoginGuards(database, memberId);
  return guards.map((guard) => ({ ...guard, mayStay: new Date(guard.addedAt) < since }));
}

/** Reads when the member last chose a password. */
async function readPasswordSetTime(database: Queryable, memberId: string): Promise<Date> {
  const [member] = await database
    .select({ passwordSetAt: members.passwordSetAt, createdAt: members.createdAt })
    .from(members)
    .where(eq(members.id, memberId));
  if (!member) throw new ApiProblem('reset-expired');
  return member.passwordSetAt ?? member.createdAt;
}

type NewPassword = {
  token: string;
  password: string;
  /** Ids of the login guards to keep; guards that may be an intruder's are removed anyway. */
  keep: readonly string[];
};

/**
 * Sets a new password by a mailed link, ends every session, removes the login guards that are not
 * in `keep`, and deletes other links of the account. A refused password does not redeem the link.
 */
export async function resetPassword(
  { database, clock }: Services,
  { token, password, keep }: NewPassword,
): Promise<void> {
  const memberId = await findMemberOfLink(database, { token, purpose, now: clock() });
  if (memberId === undefined) throw new ApiProblem('reset-expired');
  const [member] = await database
    .select({ email: members.email, userName: members.userName })
    .from(members)
    .where(eq(members.id, memberId));
  if (!member) throw new ApiProblem('reset-expired');
  refuseCommonPassword(password, member);
  const passwordHash = await hashPassword(password);
  await runInTransaction(database, async (tx) => {
    const now = clock();
    // Locks the member's row first, in the same order as requests for a link, to prevent deadlocks.
    await raiseCursor(tx, memberId);
    if ((await redeemLink(tx, { token, purpose, now })) === undefined) {
      throw new ApiProblem('reset-expired');
    }
    // With several registrations, the profile may be a stranger's, so its values are cleared.
    const isContested = (await readPendingRegistrations(tx, memberId)).length > 1;
    const searchName = toSearchName({ ...emptyProfile, userName: member.userName });
    const profile = isContested ? { ...emptyProfile, searchName } : {};
    await markEmailVerified(tx, memberId, now);
    const before = await readPasswordSetTime(tx, memberId);
    await removeLoginGuards(tx, memberId, { before, ids: keep });
    await tx
      .update(members)
      .set({ ...profile, passwordHash, passwordSetAt: now })
      .where(eq(members.id, memberId));
    await endSessions(tx, memberId, { now });
    await deleteRequestedEmails(tx, memberId);
    await tx
      .delete(emailTokens)
      .where(and(eq(emailTokens.memberId, memberId), isNull(emailTokens.usedAt)));
  });
}
