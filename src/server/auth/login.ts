import { eq, sql } from 'drizzle-orm';

import type { Session } from '#contract/accounts.ts';
import { ApiProblem } from '#contract/problem.ts';

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

  if (isHashedCheaply(member.passwordHash)) {
    const passwordHash = await hashPassword(password);
    await database.update(members).set({ passwordHash }).where(eq(members.id, member.id));
  }
  return openSession(database, settings.jwtSecret, {
    member,
    now: clock(),
    lifetime: lifetimeOf(rememberMe),
  });
}
