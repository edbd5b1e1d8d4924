import { eq } from 'drizzle-orm';

import { runInTransaction } from '../db/database.ts';
import { members } from '../db/schema.ts';
import { queueLetter } from '../mail/queue.ts';
import type { Services } from '../services.ts';
import { deleteRequestedEmails } from './email-change.ts';
import { lockMemberWithProof, type PasswordProof } from './own-password.ts';
import { refuseCommonPassword } from './password-strength.ts';
import { hashPassword } from './passwords.ts';
import { endSessions, type AuthenticatedMember } from './sessions.ts';

/**
 * Changes the password, informs the member by mail and ends all other sessions. Links to reset the
 * password stay valid; otherwise an intruder could lock the owner out by repeated changes.
 */
export async function changePassword(
  { database, clock, settings }: Services,
  { sessionId }: AuthenticatedMember,
  {
    proven: passwordProof,
    password,
    askedFrom,
  }: { proven: PasswordProof; password: string; askedFrom: string },
): Promise<void> {
  const { memberId } = passwordProof;
  const [known] = await database
    .select({ email: members.email, userName: members.userName })
    .from(members)
    .where(eq(members.id, memberId));
  if (known) refuseCommonPassword(password, known);
  const passwordHash = await hashPassword(password);
  await runInTransaction(database, async (tx) => {
    const now = clock();
    const member = await lockMemberWithProof(tx, passwordProof);
    await tx
      .update(members)
      .set({ passwordHash, passwordSetAt: now })
      .where(eq(members.id, memberId));
    await endSessions(tx, memberId, { now, but: sessionId });
    await deleteRequestedEmails(tx, memberId);
    const link = `${settings.publicOrigin}/account/forgot-password`;
    await queueLetter(tx, member, { name: 'passwordChanged', link, askedFrom, now });
  });
}
