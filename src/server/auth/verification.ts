import { and, eq, isNull } from 'drizzle-orm';

import type { Transaction } from '../db/database.ts';
import { members } from '../db/schema.ts';
import { activationText } from '../mail/texts.ts';
import { raiseCursor } from '../operations/cursor.ts';
import { type Addressee, linkBaseOf, type Sending, sendLink, redeemLink } from './mailed-links.ts';

const purpose = 'verify-email';

/** Owes a mail whose link verifies the address it goes to. */
export async function sendVerification(
  tx: Transaction,
  member: Pick<Addressee, 'id' | 'email'>,
  { text = activationText, ...sending }: Sending & { text?: typeof activationText },
): Promise<void> {
  await sendLink(tx, member, { ...sending, purpose, text });
}

/** Uses a link up and verifies its member's email; false when the link is not valid any more. */
export async function verifyEmail(tx: Transaction, token: string, now: Date): Promise<boolean> {
  const memberId = await redeemLink(tx, { token, purpose, now });
  if (memberId === undefined) return false;
  await markVerified(tx, memberId, now);
  return true;
}

/** Who opened a link that only the address was sent has shown that it is theirs. */
export async function markVerified(tx: Transaction, memberId: string, now: Date): Promise<void> {
  const profileCursor = await raiseCursor(tx, memberId);
  await tx
    .update(members)
    .set({ emailVerifiedAt: now, profileCursor })
    .where(and(eq(members.id, memberId), isNull(members.emailVerifiedAt)));
}

/** What the link of a verification starts with. */
export function verificationPage(publicOrigin: string, asked: string | undefined): string {
  return linkBaseOf(`${publicOrigin}/account/verify-email`, asked);
}
