import { randomUUID } from 'node:crypto';
import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, lte, sql } from 'drizzle-orm';

import type { Database, Queryable, Transaction } from '../db/database.ts';
import { mails } from '../db/schema.ts';
import type { Letter } from './letter.ts';

const minute = 60_000;
const hour = 60 * minute;

/** For so long a letter belongs to the sender that took it; then another may try. */
const lease = 5 * minute;

/** Sent letters are remembered for as long as their number per day is asked for. */
const memory = 25 * hour;

/** Owes a mail, together with whatever causes it. */
export async function owe(
  tx: Transaction,
  mail: { recipient: string; subject: string; body: string; askedFrom: string },
  now: Date,
): Promise<void> {
  await tx.insert(mails).values({ ...mail, id: randomUUID(), createdAt: now, nextAt: now });
}

/** When an address was owed mails after a moment, and which of them one network asked for. */
export async function mailsOwed(
  database: Queryable,
  { recipient, askedFrom, after }: { recipient: string; askedFrom: string; after: Date },
): Promise<{ at: Date; here: boolean }[]> {
  return database
    .select({
      at: mails.createdAt,
      here: sql<boolean>`${mails.askedFrom} is not distinct from ${askedFrom}`,
    })
    .from(mails)
    .where(
      and(eq(sql`lower(${mails.recipient})`, recipient.toLowerCase()), gt(mails.createdAt, after)),
    );
}

export type Owed = Letter & { attempts: number };

/**
 * Takes letters that are due. What one sender has taken no other sees: rows being taken are
 * skipped, and taken ones are due again only after the lease, should the sender be gone.
 */
export async function takeOwed(database: Database, now: Date, most: number): Promise<Owed[]> {
  const due = database
    .select({ id: mails.id })
    .from(mails)
    .where(and(isNull(mails.sentAt), lte(mails.nextAt, now)))
    .orderBy(asc(mails.nextAt))
    .limit(most)
    .for('update', { skipLocked: true });
  return database
    .update(mails)
    .set({ attempts: sql`${mails.attempts} + 1`, nextAt: new Date(now.getTime() + lease) })
    .where(inArray(mails.id, due))
    .returning();
}

/** The text goes with the letter: what is kept of it holds no link that still opens an account. */
export async function markSent(database: Database, id: string, now: Date): Promise<void> {
  await database.update(mails).set({ sentAt: now, body: '' }).where(eq(mails.id, id));
}

/** Puts a letter off: a little at first, an hour at most, for as long as it takes. */
export async function putOff(database: Database, owed: Owed, now: Date): Promise<void> {
  const pause = Math.min(hour, (minute / 4) * 2 ** Math.min(owed.attempts - 1, 10));
  const nextAt = new Date(now.getTime() + pause);
  await database.update(mails).set({ nextAt }).where(eq(mails.id, owed.id));
}

export async function drop(database: Database, id: string): Promise<void> {
  await database.delete(mails).where(eq(mails.id, id));
}

export async function forgetSent(database: Database, now: Date): Promise<void> {
  await database
    .delete(mails)
    .where(and(isNotNull(mails.sentAt), lt(mails.createdAt, new Date(now.getTime() - memory))));
}
