import { and, eq, isNull } from 'drizzle-orm';

import { ApiProblem } from '#contract/problem.ts';

import { transaction } from '../db/database.ts';
import { emailTokens } from '../db/auth-tables.ts';
import { members } from '../db/schema.ts';
import { searchNameOf } from '../members/names.ts';
import { raiseCursor } from '../operations/cursor.ts';
import type { Services } from '../services.ts';
import { voidAskedEmails } from './email-change.ts';
import {
  type AskedLink,
  mailLink,
  memberOfLink,
  redeemLink,
  waitingRegistrations,
} from './mailed-links.ts';
import { hashPassword, isCommonFor } from './passwords.ts';
import { emptyProfile, markVerified } from './registration.ts';
import { endSessions } from './sessions.ts';

const purpose = 'reset-password';

/** Mails a link to choose a new password, where there is an account. */
export async function sendReset(services: Services, asked: AskedLink): Promise<void> {
  await mailLink(services, asked, async () => ({ purpose, mail: 'reset' }));
}

/**
 * Sets a new password with a mailed link. Whoever was logged in no longer is, and other links of the
 * account are void; a password that is refused leaves the link as it was.
 */
export async function resetPassword(
  { database, clock }: Services,
  { token, password }: { token: string; password: string },
): Promise<void> {
  const memberId = await memberOfLink(database, { token, purpose, now: clock() });
  if (memberId === undefined) throw new ApiProblem('reset-expired');
  const [member] = await database
    .select({ email: members.email, userName: members.userName })
    .from(members)
    .where(eq(members.id, memberId));
  if (!member) throw new ApiProblem('reset-expired');
  if (isCommonFor(password, member)) {
    throw new ApiProblem('invalid-input', { errors: { password: ['too-common'] } });
  }

  const passwordHash = await hashPassword(password);
  await transaction(database, async (tx) => {
    const now = clock();
    // The member's row first, as by whoever asks for another link at this moment.
    await raiseCursor(tx, memberId);
    if ((await redeemLink(tx, { token, purpose, now })) === undefined) {
      throw new ApiProblem('reset-expired');
    }
    // Whose profile it is nobody knows where several people registered.
    const isContested = (await waitingRegistrations(tx, memberId)).length > 1;
    const searchName = searchNameOf({ ...emptyProfile, userName: member.userName });
    const profile = isContested ? { ...emptyProfile, searchName } : {};
    await markVerified(tx, memberId, now);
    await tx
      .update(members)
      .set({ ...profile, passwordHash })
      .where(eq(members.id, memberId));
    await endSessions(tx, memberId, { now });
    await voidAskedEmails(tx, memberId);
    await tx
      .delete(emailTokens)
      .where(and(eq(emailTokens.memberId, memberId), isNull(emailTokens.usedAt)));
  });
}
