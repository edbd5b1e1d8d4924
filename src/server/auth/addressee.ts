import { setTimeout as wait } from 'node:timers/promises';
import { and, eq, isNull, sql } from 'drizzle-orm';

import type { Transaction } from '../db/database.ts';
import { members } from '../db/schema.ts';

/**
 * Longer than an answer takes whose work depends on whether an address is known, so that the time
 * it takes tells nothing either.
 */
const shortestAnswer = 250;

/** Whoever has an address, locked, so that requests at the same moment count each other's mails. */
export async function lockedMember(tx: Transaction, email: string) {
  const [member] = await tx
    .select({
      id: members.id,
      email: members.email,
      createdAt: members.createdAt,
      emailVerifiedAt: members.emailVerifiedAt,
    })
    .from(members)
    .where(and(eq(sql`lower(${members.email})`, email.toLowerCase()), isNull(members.deletedAt)))
    .for('update');
  return member;
}

/** Does work that must not show by its length whether an address is known. */
export async function inEqualTime(work: () => Promise<void>): Promise<void> {
  await Promise.all([work(), wait(shortestAnswer)]);
}
