import { eq } from 'drizzle-orm';

import { ApiProblem } from '#contract/problem.ts';

import type { Transaction } from '../db/database.ts';
import { members } from '../db/schema.ts';
import { raiseCursor } from '../operations/cursor.ts';
import type { Services } from '../services.ts';
import { attempts } from './attempts.ts';
import { isPasswordOf } from './passwords.ts';

/** That somebody signed in has said their password: in which field, and the hash it was held against. */
export type Proven = { memberId: string; passwordHash: string; field: string };

/** Checks the password that a member sent, in a field of that name. */
export type PasswordCheck = ReturnType<typeof passwordAsked>;

/** Asks for the password again before what a stranger at somebody's phone must not do. */
export function passwordAsked(services: Services) {
  const tries = attempts(services, { name: 'own-password', most: 10, minutes: 15 });
  return async (memberId: string, password: string, field = 'password'): Promise<Proven> => {
    await tries.count(memberId);
    const [known] = await services.database
      .select({ passwordHash: members.passwordHash })
      .from(members)
      .where(eq(members.id, memberId));
    if (!known || !(await isPasswordOf(known.passwordHash, password))) {
      throw wrongPassword(field);
    }
    await tries.forgive(memberId);
    return { memberId, passwordHash: known.passwordHash, field };
  };
}

/** The member's row, locked; refused where the password was changed while it was looked at. */
export async function lockProven(tx: Transaction, { memberId, passwordHash, field }: Proven) {
  const profileCursor = await raiseCursor(tx, memberId);
  const [member] = await tx.select().from(members).where(eq(members.id, memberId));
  if (!member || member.deletedAt) throw new ApiProblem('session-ended');
  if (member.passwordHash !== passwordHash) throw wrongPassword(field);
  return { ...member, profileCursor };
}

function wrongPassword(field: string): ApiProblem {
  return new ApiProblem('wrong-password', { errors: { [field]: ['wrong'] } });
}
