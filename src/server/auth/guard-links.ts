import { and, eq, gt } from 'drizzle-orm';

import { ApiProblem } from '#contract/problem.ts';

import { guardLinks } from '../db/auth-tables.ts';
import { runInTransaction } from '../db/database.ts';
import { members } from '../db/schema.ts';
import { raiseCursor } from '../operations/cursor.ts';
import type { Services } from '../services.ts';
import { findFormerEmail, restoreEmail, refuseTakenEmail } from './email-change.ts';
import { guardLinkLifetimeMs } from './guard-mails.ts';
import { removeLoginGuards } from './login-guards.ts';
import { hashToken } from './mailed-links.ts';
import { hashRandomPassword } from './passwords.ts';
import { invalidatePassword } from './password-invalidation.ts';

/**
 * Removes the login guard of a mailed link and all guards added later, and undoes later changes of
 * the email. An intruder who added the guard knew the password, so the password becomes invalid and
 * every session ends. The restored mailbox gets a link to choose a new password.
 */
export async function removeGuardByLink(
  services: Services,
  token: string,
  askedFrom: string,
): Promise<void> {
  const { database, clock } = services;
  const isOpen = and(
    eq(guardLinks.tokenHash, hashToken(token)),
    gt(guardLinks.addedAt, new Date(clock().getTime() - guardLinkLifetimeMs)),
  );
  const [known] = await database.select().from(guardLinks).where(isOpen);
  if (!known) throw new ApiProblem('link-invalid');
  const passwordHash = await hashRandomPassword();
  await refuseTakenEmail(async () =>
    runInTransaction(database, async (tx) => {
      await raiseCursor(tx, known.memberId);
      const [link] = await tx.delete(guardLinks).where(isOpen).returning();
      const [member] = await tx.select().from(members).where(eq(members.id, known.memberId));
      if (!link || !member || member.deletedAt) throw new ApiProblem('link-invalid');
      const { id, language } = member;
      const { addedAt: since } = link;
      const now = clock();
      await removeLoginGuards(tx, id, { before: since });
      const former = await findFormerEmail(tx, id, since);
      if (former !== undefined) await restoreEmail(tx, id, { email: former, since, now });
      const recipient = { id, email: former ?? member.email, language };
      await invalidatePassword(tx, services, recipient, {
        passwordHash,
        mail: 'guardTakenBack',
        askedFrom,
        now,
      });
    }),
  );
}
