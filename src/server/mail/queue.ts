import { randomUUID } from 'node:crypto';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';

import { dayMs } from '#domain/durations.ts';

import type { Queryable, Transaction } from '../db/database.ts';
import { mails } from '../db/mail-tables.ts';
import { members } from '../db/schema.ts';
import { enqueueJob } from '../jobs/job.ts';
import { hasEmail } from '../members/email.ts';
import { sendMail } from './jobs.ts';
import type { LetterName } from './letters.ts';
import { renderMail } from './texts.ts';

/** Default time for which a mail is worth sending: an account's owner has a week to undo. */
const defaultValidityMs = 7 * dayMs;

/** Maximum mails a day to one mailbox that anybody can request, over all its members. */
export const maxDailyMails = 10;

/** A letter with its one link, and the hidden network that requested it. */
export type LetterRequest = {
  name: LetterName;
  link: string;
  askedFrom: string;
  now: Date;
  /** Time for which the link works, in milliseconds. */
  validFor?: number;
  /** A masked address. */
  account?: string;
};

/** Queues a letter in the language of its recipient. */
export async function queueLetter(
  tx: Transaction,
  { email: recipient, language }: { email: string; language: string },
  { name, link, askedFrom, now, validFor, account }: LetterRequest,
): Promise<void> {
  const text = renderMail(name, link, language, account);
  await queueMail(tx, { recipient, askedFrom, ...text }, now, validFor);
}

/**
 * Queues a mail in the transaction of its cause; it is tried for as long as it is worth sending.
 * Beyond the daily limit nothing is queued for an address that its member has never proven.
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
    .where(and(hasEmail(mail.recipient), isNull(members.emailVerifiedAt)));
  if (!unproven) return false;
  const sent = await readMailsSince(tx, { ...mail, after: new Date(now.getTime() - dayMs) });
  return sent.length >= maxDailyMails;
}

/**
 * Mails that were queued to a mailbox after a moment. `here`: requested by this network. `isOwnInput`: to
 * exactly this address, as "ada+tips@…" is delivered to "ada@…", too.
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

/** The mailbox that an address is delivered to, in lower case. */
export function toMailbox(address: string): string {
  return address.toLowerCase().replace(/\+[^@]*@/, '@');
}
