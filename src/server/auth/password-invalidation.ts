import { eq } from 'drizzle-orm';

import type { Transaction } from '../db/database.ts';
import { members } from '../db/schema.ts';
import type { LetterName } from '../mail/letters.ts';
import type { Services } from '../services.ts';
import { queueLinkMail } from './mailed-links.ts';
import { endSessions } from './sessions.ts';

type PasswordInvalidation = {
  /** The hash of a random password that nobody knows. */
  passwordHash: string;
  mail: LetterName;
  askedFrom: string;
  now: Date;
};

/**
 * Invalidates a password that an intruder knows, ends every session and mails a link to choose a
 * new password.
 */
export async function invalidatePassword(
  tx: Transaction,
  services: Pick<Services, 'settings'>,
  member: { id: string; email: string; language: string },
  { passwordHash, mail, askedFrom, now }: PasswordInvalidation,
): Promise<void> {
  await tx
    .update(members)
    .set({ passwordHash, passwordSetAt: now })
    .where(eq(members.id, member.id));
  await endSessions(tx, member.id, { now });
  const linkRequest = { askedFrom, language: member.language };
  await queueLinkMail(tx, services, member, linkRequest, { purpose: 'reset-password', mail, now });
}
