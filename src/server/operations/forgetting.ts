import { and, isNotNull, lt } from 'drizzle-orm';

import type { Chore } from '../chores.ts';
import { type Database, transaction } from '../db/database.ts';
import { emailTokens, operations, sessions } from '../db/schema.ts';

const hour = 60 * 60 * 1000;
const day = 24 * hour;

const answersKept = 180 * day;
const expiredKept = 30 * day;

/** Lets go of what nobody asks for any more. An operation's row stays: its key is used for ever. */
export async function forgetOld(database: Database, now: Date): Promise<void> {
  const before = (age: number) => new Date(now.getTime() - age);
  await transaction(database, async (tx) => {
    await tx
      .update(operations)
      .set({ answer: null })
      .where(and(lt(operations.answeredAt, before(answersKept)), isNotNull(operations.answer)));
    await tx.delete(emailTokens).where(lt(emailTokens.expiresAt, before(expiredKept)));
    await tx.delete(sessions).where(lt(sessions.expiresAt, before(expiredKept)));
  });
}

/** Forgets every hour while the server runs. */
export const forgetInTime: Chore = ({ database, clock }, log) => {
  let forgetting = Promise.resolve();
  const timer = setInterval(() => {
    forgetting = forgetOld(database, clock()).catch((error: unknown) => {
      log.warn({ err: error }, 'what is old could not be let go');
    });
  }, hour);
  return {
    async stop() {
      clearInterval(timer);
      await forgetting;
    },
  };
};
