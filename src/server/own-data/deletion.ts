import { randomBytes } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';

import { removeLoginGuards } from '../auth/login-guards.ts';
import { lockMemberWithProof, type PasswordProof } from '../auth/own-password.ts';
import { hashRandomPassword } from '../auth/passwords.ts';
import { type Transaction, runInTransaction } from '../db/database.ts';
import { emailChanges, emailTokens } from '../db/auth-tables.ts';
import { noticeChoices } from '../db/notice-tables.ts';
import { mails } from '../db/mail-tables.ts';
import { audit, follows, members, operations, sessions } from '../db/schema.ts';
import { removeUnusedPicture } from '../members/profile.ts';
import { leaveAllPools } from '../pools/changes.ts';
import type { Services } from '../services.ts';
import { eraseTextsOfMember } from '../tips/erasure.ts';

/** Deletes a member's account after a password check; posted tips stay, without their texts. */
export async function deleteOwnAccount(
  { database, clock }: Services,
  proven: PasswordProof,
): Promise<void> {
  const passwordHash = await hashRandomPassword();
  const { memberId } = proven;
  const pictureHash = await runInTransaction(database, async (tx) => {
    const now = clock();
    const { profileCursor, ...member } = await lockMemberWithProof(tx, proven);
    await tx
      .update(members)
      .set({ ...createDeletedMemberValues(), passwordHash, deletedAt: now, profileCursor })
      .where(eq(members.id, memberId));
    await deleteMemberRows(tx, member);
    await eraseTextsOfMember(tx, memberId, now);
    await tx.insert(audit).values({
      at: now,
      actorId: memberId,
      action: 'member.delete',
      subject: `member:${memberId}`,
    });
    return member.pictureHash;
  });
  if (pictureHash) await removeUnusedPicture(database, pictureHash);
}

/** Creates the column values of a deleted member. */
function createDeletedMemberValues() {
  return {
    firstName: '',
    lastName: '',
    userName: '',
    searchName: '',
    // A random address that nobody can register.
    email: `${randomBytes(16).toString('hex')}@deleted.invalid`,
    phoneNumber: '',
    country: '',
    state: '',
    address: '',
    pictureHash: null,
    showPhone: false,
    isTipster: false,
    role: 'member' as const,
    ageConfirmedAt: null,
    timeOutFrom: null,
    timeOutUntil: null,
    timeOutSpared: [],
  };
}

/** Deletes a member's private rows and unsent mails, and empties stored responses. */
async function deleteMemberRows(
  tx: Transaction,
  { id, email }: { id: string; email: string },
): Promise<void> {
  // Push subscriptions are deleted together with their sessions.
  await tx.delete(sessions).where(eq(sessions.memberId, id));
  await tx.delete(emailTokens).where(eq(emailTokens.memberId, id));
  await tx.delete(emailChanges).where(eq(emailChanges.memberId, id));
  await removeLoginGuards(tx, id);
  await tx.delete(follows).where(eq(follows.memberId, id));
  await leaveAllPools(tx, id);
  await tx.delete(noticeChoices).where(eq(noticeChoices.memberId, id));
  // Stored responses contain the profile, and fingerprints depend on texts; only the keys stay.
  await tx
    .update(operations)
    .set({ answer: null, etag: null, fingerprint: '' })
    .where(eq(operations.memberId, id));
  const isToThem = eq(sql`lower(${mails.recipient})`, email.toLowerCase());
  await tx.delete(mails).where(and(isToThem, isNull(mails.sentAt)));
}
