import { randomUUID } from 'node:crypto';
import { and, eq, gt, isNotNull, isNull, lt, sql } from 'drizzle-orm';

import type { Database, Queryable, Transaction } from '../db/database.ts';
import { mails } from '../db/mail-tables.ts';
import { members } from '../db/schema.ts';
import { enqueue } from '../jobs/job.ts';
import { sendMail } from './jobs.ts';

const hour = 60 * 60_000;

/** For so long a mail is worth sending, if nothing else is said: an account's owner has a week to undo. */
const week = 7 * 24 * hour;

/** Sent mails are kept for as long as their number per day is counted. */
const sentKeptMs = 25 * hour;

/** Maximum mails a day that anybody can cause to one mailbox, whichever members they concern. */
export const maxDailyMails = 10;

/**
 * Queues a mail in the transaction of whatever causes it; it is tried for as long as it is worth sending.
 * Beyond the daily limit nothing is queued for an address that its member has never proven.
 */
export async function queueMail(
  tx: Transaction,
  mail: { recipient: string; subject: string; body: string; html?: string; askedFrom: string },
  now: Date,
  validFor = week,
): Promise<void> {
  if (await isFlooded(tx, mail, now)) return;
  const expiresAt = new Date(now.getTime() + validFor);
  const mailId = randomUUID();
  await tx.insert(mails).values({ ...mail, id: mailId, createdAt: now, expiresAt });
  await enqueue(tx, sendMail, { mailId }, now);
}

async function isFlooded(
  tx: Transaction,
  mail: { recipient: string; askedFrom: string },
  now: Date,
): Promise<boolean> {
  const [unproven] = await tx
    .select({ id: members.id })
    .from(members)
    .where(
      and(
        eq(sql`lower(${members.email})`, mail.recipient.toLowerCase()),
        isNull(members.emailVerifiedAt),
      ),
    );
  if (!unproven) return false;
  const sent = await mailsSince(tx, { ...mail, after: new Date(now.getTime() - 24 * hour) });
  return sent.length >= maxDailyMails;
}

/**
 * When mails to a mailbox were queued after a moment, which of them one network asked for, and which
 * went to this very address of it: "ada+tips@…" is delivered to "ada@…".
 */
export async function mailsSince(
  database: Queryable,
  { recipient, askedFrom, after }: { recipient: string; askedFrom: string; after: Date },
): Promise<{ at: Date; here: boolean; isOwn: boolean }[]> {
  return database
    .select({
      at: mails.createdAt,
      here: sql<boolean>`${mails.askedFrom} is not distinct from ${askedFrom}`,
      isOwn: sql<boolean>`lower(${mails.recipient}) = ${recipient.toLowerCase()}`,
    })
    .from(mails)
    .where(
      and(
        eq(sql`regexp_replace(lower(${mails.recipient}), '\\+[^@]*@', '@')`, mailboxOf(recipient)),
        gt(mails.createdAt, after),
      ),
    );
}

/** The mailbox that an address is delivered to, in small letters. */
export function mailboxOf(address: string): string {
  return address.toLowerCase().replace(/\+[^@]*@/, '@');
}

/** Removes mails whose number is counted no longer. */
export async function removeSentMails(database: Database, now: Date): Promise<void> {
  const until = new Date(now.getTime() - sentKeptMs);
  await database.delete(mails).where(and(isNotNull(mails.sentAt), lt(mails.createdAt, until)));
}
