import { eq } from 'drizzle-orm';

import { ApiProblem } from '#contract/problem.ts';

import type { Transaction } from '../db/database.ts';
import { members } from '../db/schema.ts';
import { raiseCursor } from '../operations/cursor.ts';
import type { Services } from '../services.ts';
import { attempts } from './attempts.ts';
import { isPasswordOf } from './passwords.ts';

/** That somebody signed in has said their password: whose it is, and the hash it was held against. */
export type Proven = { memberId: string; passwordHash: string };

/** Asks for the password again before what a stranger at somebody's phone must not do. */
export function passwordAsked(services: Services) {
  const tries = attempts(services, { name: 'own-password', most: 10, minutes: 15 });
  return async (memberId: string, password: string): Promise<Proven> => {
    await tries.count(memberId);
    const [known] = await services.database
      .select({ passwordHash: members.passwordHash })
      .from(members)
      .where(eq(members.id, memberId));
    if (!known || !(await isPasswordOf(known.passwordHash, password))) {
      throw new ApiProblem('wrong-password');
    }
    await tries.forgive(memberId);
    return { memberId, passwordHash: known.passwordHash };
  };
}

/** The member's row, locked; refused where the password was changed while it was looked at. */
export async function lockProven(tx: Transaction, { memberId, passwordHash }: Proven) {
  const profileCursor = await raiseCursor(tx, memberId);
  const [member] = await tx.select().from(members).where(eq(members.id, memberId));
  if (!member || member.deletedAt) throw new ApiProblem('session-ended');
  if (member.passwordHash !== passwordHash) throw new ApiProblem('wrong-password');
  return { ...member, profileCursor };
}
