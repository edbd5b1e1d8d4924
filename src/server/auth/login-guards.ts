import { eq } from 'drizzle-orm';

import { authenticators, challenges, emailChanges, passkeys } from '../db/auth-tables.ts';
import type { Transaction } from '../db/database.ts';

/** Removes all that lets somebody in beside the password: what a stranger may have left there. */
export async function removeLoginGuards(tx: Transaction, memberId: string): Promise<void> {
  await tx.delete(authenticators).where(eq(authenticators.memberId, memberId));
  await tx.delete(passkeys).where(eq(passkeys.memberId, memberId));
  await tx.delete(challenges).where(eq(challenges.memberId, memberId));
  await tx.delete(emailChanges).where(eq(emailChanges.memberId, memberId));
}
