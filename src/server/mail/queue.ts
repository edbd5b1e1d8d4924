import { randomUUID } from 'node:crypto';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';

import { dayMs } from '#domain/durations.ts';

import type { Queryable, Transaction } from '../db/database.ts';
import { mails } from '../db/mail-tables.ts';
import { members } from '../db/schema.ts';
import { enqueueJob } from '../jobs/job.ts';
import { buildEmailCondition } from '../members/email.ts';
import { sendMail } from './jobs.ts';
import type { LetterName } from './letters.ts';
import { renderMail } from './texts.ts';

/** Default time until an unsent mail is dropped, equal to the validity of an undo link. */
const defaultValidityMs = 7 * dayMs;

/** Maximum mails per day that anybody can request for one mailbox, with all its addresses. */
export const maxDailyMails = 10;

/** A letter with its link; `askedFrom` is a hash of the network that requested it. */
export type LetterRequest = {
  name: LetterName;
  link: string;
  askedFrom: string;
  now: Date;
  /** Time for which the link is valid, in milliseconds. */
  validFor?: number;
  /** A masked email address. */
  account?: string;
};

/** Queues a letter in the recipient's language. */
export async function queueLetter(
  tx: Transaction,
  { email: recipient, language }: { email: string; language: string },
  { name, link, askedFrom, now, validFor, account }: LetterRequest,
): Promise<void> {
  const text = renderMail(name, link, language, account);
  await queueMail(tx, { recipient, askedFrom, ...text }, now, validFor);
}

/**
 * Queues a mail in the caller's transaction; sending is retried until the mail expires. Above the
 * daily limit, mails to unverified addresses are dropped.
 */
export async function queueMail(
  tx: Transaction,
  mail: { recipient: string; subject: string; body: string; html?: string; askedFrom: string },
  now: Date,
  validFor = defaultValidityMs,
): Promise<void> {
  if (await hasReachedDailyLimit(tx, mail, now)) return;
  const expiresAt = new Date(now.getTime() + validFor);
  const mailId = randomUUID();
  await tx.insert(mails).values({ ...mail, id: mailId, createdAt: now, expiresAt });
  await enqueueJob(tx, sendMail, { mailId }, now);
}

async function hasReachedDailyLimit(
  tx: Transaction,
  mail: { recipient: string; askedFrom: string },
  now: Date,
): Promise<boolean> {
  const [unproven] = await tx
    .select({ id: members.id })
    .from(members)
    .where(and(buildEmailCondition(mail.recipient), isNull(members.emailVerifiedAt)));
  if (!unproven) return false;
  const sent = await readMailsSince(tx, { ...mail, after: new Date(now.getTime() - dayMs) });
  return sent.length >= maxDailyMails;
}

/**
 * Reads the mails queued to a mailbox since an instant. `here`: the same network requested the
 * mail. `isOwn`: it was sent to exactly this address; "ada+tips@…" shares the mailbox of "ada@…".
 */
export async function readMailsSince(
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
        eq(sql`regexp_replace(lower(${mails.recipient}), '\\+[^@]*@', '@')`, toMailbox(recipient)),
        gt(mails.createdAt, after),
      ),
    );
}

/** Returns the mailbox of an address: lower case, without a "+" suffix. */
export function toMailbox(address: string): string {
  return address.toLowerCase().replace(/\+[^@]*@/, '@');
}
