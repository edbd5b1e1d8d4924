import { eq } from 'drizzle-orm';

import { transaction } from '../db/database.ts';
import { members } from '../db/schema.ts';
import { queueLetter } from '../mail/queue.ts';
import type { Services } from '../services.ts';
import { voidRequestedEmails } from './email-change.ts';
import { lockProven, type Proven } from './own-password.ts';
import { refuseCommon } from './password-strength.ts';
import { hashPassword } from './passwords.ts';
import { endSessions, type SignedIn } from './sessions.ts';

/**
 * Changes the password, reports it by mail and ends every other session. Mailed links to choose a
 * password stay valid: an intruder who changed it repeatedly would lock the owner out.
 */
export async function changePassword(
  { database, clock, settings }: Services,
  { sessionId }: SignedIn,
  { proven, password, askedFrom }: { proven: Proven; password: string; askedFrom: string },
): Promise<void> {
  const { memberId } = proven;
  const [known] = await database
    .select({ email: members.email, userName: members.userName })
    .from(members)
    .where(eq(members.id, memberId));
  if (known) refuseCommon(password, known);
  const passwordHash = await hashPassword(password);
  await transaction(database, async (tx) => {
    const now = clock();
    const member = await lockProven(tx, proven);
    await tx
      .update(members)
      .set({ passwordHash, passwordSetAt: now })
      .where(eq(members.id, memberId));
    await endSessions(tx, memberId, { now, but: sessionId });
    await voidRequestedEmails(tx, memberId);
    const link = `${settings.publicOrigin}/account/forgot-password`;
    await queueLetter(tx, member, { name: 'passwordChanged', link, askedFrom, now });
  });
}
