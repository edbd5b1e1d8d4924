import { randomBytes } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';

import { ApiProblem } from '#contract/problem.ts';

import { hashPassword, isPasswordOf } from '../auth/passwords.ts';
import { transaction } from '../db/database.ts';
import { audit, emailTokens, follows, mails, members, operations, sessions } from '../db/schema.ts';
import { forgetPicture } from '../members/profile.ts';
import { raiseCursor } from '../operations/cursor.ts';
import type { Services } from '../services.ts';

/** The name that posted tips go by afterwards. */
const former = { firstName: 'Former', lastName: 'member', userName: 'Former member' };

/** Deletes a member's account once they have said their password, all but what they posted. */
export async function deleteOwnAccount(
  { database, clock }: Services,
  memberId: string,
  password: string,
): Promise<void> {
  const [known] = await database
    .select({ passwordHash: members.passwordHash, pictureHash: members.pictureHash })
    .from(members)
    .where(eq(members.id, memberId));
  if (!(await isPasswordOf(known?.passwordHash, password))) throw new ApiProblem('wrong-password');

  // A hash like any other: logging in with what is left looks and lasts like a wrong password.
  const passwordHash = await hashPassword(randomBytes(32).toString('hex'));
  await transaction(database, async (tx) => {
    const now = clock();
    const profileCursor = await raiseCursor(tx, memberId);
    const [member] = await tx.select().from(members).where(eq(members.id, memberId));
    if (!member || member.deletedAt) throw new ApiProblem('session-ended');

    await tx
      .update(members)
      .set({
        ...former,
        email: `${memberId}@deleted.invalid`,
        passwordHash,
        phoneNumber: '',
        country: '',
        state: '',
        address: '',
        pictureHash: null,
        showPhone: false,
        isTipster: false,
        role: 'member',
        ageConfirmedAt: null,
        deletedAt: now,
        profileCursor,
      })
      .where(eq(members.id, memberId));
    await tx.delete(sessions).where(eq(sessions.memberId, memberId));
    await tx.delete(emailTokens).where(eq(emailTokens.memberId, memberId));
    await tx.delete(follows).where(eq(follows.memberId, memberId));
    // Their answers repeat the profile.
    await tx.delete(operations).where(eq(operations.memberId, memberId));
    await tx
      .delete(mails)
      .where(
        and(eq(sql`lower(${mails.recipient})`, member.email.toLowerCase()), isNull(mails.sentAt)),
      );
    await tx.insert(audit).values({
      at: now,
      actorId: memberId,
      action: 'member.delete',
      subject: `member:${memberId}`,
    });
  });
  if (known?.pictureHash) await forgetPicture(database, known.pictureHash);
}
