import { and, eq, isNull } from 'drizzle-orm';

import { ApiProblem } from '#contract/problem.ts';

import { transaction } from '../db/database.ts';
import { emailTokens, members, sessions } from '../db/schema.ts';
import { resetText } from '../mail/texts.ts';
import { raiseCursor } from '../operations/cursor.ts';
import type { Services } from '../services.ts';
import {
  type AskedLink,
  inEqualTime,
  linkBaseOf,
  lockedMember,
  mayBeMailed,
  memberOfLink,
  redeemLink,
  sendLink,
} from './mailed-links.ts';
import { hashPassword, isCommonFor } from './passwords.ts';
import { markVerified } from './registration.ts';

const purpose = 'reset-password';

/** Mails a link to choose a new password, where there is an account; nobody can tell whether. */
export async function sendReset(
  { database, settings, clock }: Services,
  { email, clientBaseUrl, askedFrom }: AskedLink,
): Promise<void> {
  await inEqualTime(async () =>
    transaction(database, async (tx) => {
      const now = clock();
      const member = await lockedMember(tx, email);
      if (!member || !(await mayBeMailed(tx, member, { askedFrom, now }))) return;
      const ownPage = `${settings.publicOrigin}/account/reset-password`;
      const linkBase = linkBaseOf(ownPage, clientBaseUrl);
      await sendLink(tx, member, { purpose, linkBase, askedFrom, now, text: resetText });
    }),
  );
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
    await markVerified(tx, memberId, now);
    await tx.update(members).set({ passwordHash }).where(eq(members.id, memberId));
    await tx
      .update(sessions)
      .set({ revokedAt: now })
      .where(and(eq(sessions.memberId, memberId), isNull(sessions.revokedAt)));
    await tx
      .delete(emailTokens)
      .where(and(eq(emailTokens.memberId, memberId), isNull(emailTokens.usedAt)));
  });
}
