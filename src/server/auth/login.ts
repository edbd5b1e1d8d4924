import { and, eq, sql } from 'drizzle-orm';

import type { Session } from '#contract/accounts.ts';
import { ApiProblem } from '#contract/problem.ts';

import { transaction } from '../db/database.ts';
import { members } from '../db/schema.ts';
import type { Services } from '../services.ts';
import { hashPassword, isHashedCheaply, isPasswordOf } from './passwords.ts';
import { lifetimeOf, openSession } from './sessions.ts';

type Given = { email: string; password: string; rememberMe: boolean };

/** Opens a session. A wrong password and an unknown address look and last alike. */
export async function logIn(
  { database, settings, clock }: Services,
  { email, password, rememberMe }: Given,
): Promise<Session> {
  const [member] = await database
    .select({
      id: members.id,
      email: members.email,
      role: members.role,
      passwordHash: members.passwordHash,
    })
    .from(members)
    .where(eq(sql`lower(${members.email})`, email.toLowerCase()));
  const isRight = await isPasswordOf(member?.passwordHash, password);
  if (!member || !isRight) throw new ApiProblem('wrong-credentials');

  const dearer = isHashedCheaply(member.passwordHash) ? await hashPassword(password) : undefined;
  const asRead = and(eq(members.id, member.id), eq(members.passwordHash, member.passwordHash));
  return transaction(database, async (tx) => {
    // A reset or a deletion may have come while the password was looked at: it ends every session,
    // and this one must not be opened behind its back.
    const [same] = await tx.select({ id: members.id }).from(members).where(asRead).for('update');
    if (!same) throw new ApiProblem('wrong-credentials');
    if (dearer !== undefined) {
      await tx.update(members).set({ passwordHash: dearer }).where(eq(members.id, member.id));
    }
    const lifetime = lifetimeOf(rememberMe);
    return openSession(tx, settings.jwtSecret, { member, now: clock(), lifetime });
  });
}
