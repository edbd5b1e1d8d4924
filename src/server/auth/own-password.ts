import { eq } from 'drizzle-orm';

import { ApiProblem } from '#contract/problem.ts';

import type { Transaction } from '../db/database.ts';
import { members } from '../db/schema.ts';
import { raiseCursor } from '../operations/cursor.ts';
import type { Services } from '../services.ts';
import { attempts } from './attempts.ts';
import { isPasswordOf } from './passwords.ts';

/** A logged-in member's proof of the password: the field's name, and the hash that matched. */
export type Proven = { memberId: string; passwordHash: string; field: string };

/** Checks the password that a member sent in the field of that name. */
export type PasswordCheck = ReturnType<typeof createPasswordCheck>;

/** Requires the password again before actions that a stranger at an unlocked phone must not do. */
export function createPasswordCheck(services: Services) {
  const tries = attempts(services, { name: 'own-password', maxAttempts: 10, minutes: 15 });
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

/** Locks the member's row; refuses if the password was changed during the check. */
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
