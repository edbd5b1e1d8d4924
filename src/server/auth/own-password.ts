import { eq } from 'drizzle-orm';

import { ApiProblem } from '#contract/problem.ts';

import type { Transaction } from '../db/database.ts';
import { members } from '../db/schema.ts';
import { raiseCursor } from '../operations/cursor.ts';
import type { Services } from '../services.ts';
import { createAttemptCounter } from './attempts.ts';
import { verifyPassword } from './passwords.ts';

/** Proof that a member sent the right password: the matching hash, and the form field's name. */
export type PasswordProof = { memberId: string; passwordHash: string; field: string };

export type PasswordCheck = ReturnType<typeof createPasswordCheck>;

/** Checks the password again before actions that a stranger at an unlocked phone must not do. */
export function createPasswordCheck(services: Services) {
  const tries = createAttemptCounter(services, {
    name: 'own-password',
    maxAttempts: 10,
    minutes: 15,
  });
  return async (memberId: string, password: string, field = 'password'): Promise<PasswordProof> => {
    await tries.count(memberId);
    const [known] = await services.database
      .select({ passwordHash: members.passwordHash })
      .from(members)
      .where(eq(members.id, memberId));
    if (!known || !(await verifyPassword(known.passwordHash, password))) {
      throw createWrongPasswordProblem(field);
    }
    await tries.forgive(memberId);
    return { memberId, passwordHash: known.passwordHash, field };
  };
}

/** Locks the member's row; refuses if the password has changed since it was checked. */
export async function lockMemberWithProof(
  tx: Transaction,
  { memberId, passwordHash, field }: PasswordProof,
) {
  const profileCursor = await raiseCursor(tx, memberId);
  const [member] = await tx.select().from(members).where(eq(members.id, memberId));
  if (!member || member.deletedAt) throw new ApiProblem('session-ended');
  if (member.passwordHash !== passwordHash) throw createWrongPasswordProblem(field);
  return { ...member, profileCursor };
}

function createWrongPasswordProblem(field: string): ApiProblem {
  return new ApiProblem('wrong-password', { errors: { [field]: ['wrong'] } });
}
