import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, lte, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';

import type { Database, Queryable, Transaction } from '../db/database.ts';
import { isReadOnly } from '../db/failures.ts';
import { mails } from '../db/mail-tables.ts';
import { members } from '../db/schema.ts';
import { mailAttempts } from '../metrics/counters.ts';
import type { Job, Services } from '../services.ts';
import {
  smtpTransport,
  type MailTransport,
  folderTransport,
  type Mail,
  Undeliverable,
} from './transports.ts';

const minute = 60_000;
const hour = 60 * minute;

/** For so long a mail belongs to the sender that took it; then another may try. */
const lease = 5 * minute;

/** For so long a mail is worth sending, if nothing else is said: an account's owner has a week to undo. */
const week = 7 * 24 * hour;

/** Sent mails are remembered for as long as their number per day is asked for. */
const memory = 25 * hour;

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
  worthFor = week,
): Promise<void> {
  if (await isFlooded(tx, mail, now)) return;
  const expiresAt = new Date(now.getTime() + worthFor);
  const moments = { createdAt: now, nextAt: now, expiresAt };
  await tx.insert(mails).values({ ...mail, id: randomUUID(), ...moments });
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

type DueMail = Mail & { attempts: number; expiresAt: Date };

/**
 * Takes mails that are due. What one sender has taken no other sees: rows being taken are
 * skipped, and taken ones are due again only after the lease, should the sender be gone.
 */
async function takeDue(database: Database, now: Date, most: number): Promise<DueMail[]> {
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

/** The text is removed: what stays of a mail holds no link that still opens an account. */
async function markSent(database: Database, id: string, now: Date): Promise<void> {
  await database.update(mails).set({ sentAt: now, body: '', html: '' }).where(eq(mails.id, id));
}

/** Puts a mail off: a little at first, an hour at most. */
async function postpone(database: Database, due: DueMail, now: Date): Promise<void> {
  const pause = Math.min(hour, (minute / 4) * 2 ** Math.min(due.attempts - 1, 10));
  const nextAt = new Date(now.getTime() + pause);
  await database.update(mails).set({ nextAt }).where(eq(mails.id, due.id));
}

async function removeSent(database: Database, now: Date): Promise<void> {
  await database
    .delete(mails)
    .where(and(isNotNull(mails.sentAt), lt(mails.createdAt, new Date(now.getTime() - memory))));
}

const atOnce = 5;
const pause = 2_000;

/** A mail on its way when the server stops is given this long; afterwards it is sent again. */
const lastPatience = 5_000;

type Post = Pick<Services, 'database' | 'clock'> & {
  transport: MailTransport;
  log: Pick<FastifyBaseLogger, 'warn'>;
};

/** Sends what is due, for as long as the server runs. */
export const sendMails: Job = ({ settings, database, clock }, log) => {
  if (!settings.smtpUrl && settings.environment === 'production') {
    throw new Error('in production no mail is written to a folder, nor its link to the log');
  }
  const transport = settings.smtpUrl
    ? smtpTransport(settings.smtpUrl, settings.mailFrom)
    : folderTransport(join(settings.dataDir, 'mail'), settings.mailFrom, (mail) =>
        // As a warning, because it reaches nobody by itself, and the link is wanted on the console.
        log.warn(mail, 'a mail was written to a folder, as SMTP_URL is not set'),
      );
  const stopping = new AbortController();
  const running = sendUntil(stopping.signal, { database, clock, transport, log });
  return {
    async stop() {
      stopping.abort();
      await Promise.race([running, wait(lastPatience, undefined, { ref: false })]);
      transport.close();
    },
  };
};

async function sendUntil(stopped: AbortSignal, post: Post): Promise<void> {
  while (!stopped.aborted) {
    try {
      const taken = await sendDue(post);
      // A full hand means that more may be waiting.
      if (taken < atOnce) await wait(pause, undefined, { signal: stopped });
    } catch (error) {
      if (stopped.aborted) return;
      if (!isReadOnly(error)) post.log.warn({ err: error }, 'mails cannot be looked up');
      await wait(pause, undefined, { signal: stopped }).catch(() => undefined);
    }
  }
}

/** Sends the mails that are due, a handful at most, and tells how many there were. */
export async function sendDue(post: Post): Promise<number> {
  const { database, clock } = post;
  const taken = await takeDue(database, clock(), atOnce);
  await Promise.all(taken.map(async (due) => sendOne(post, due)));
  if (taken.length > 0) await removeSent(database, clock());
  return taken.length;
}

async function sendOne(post: Post, due: DueMail): Promise<void> {
  const { database, clock, transport, log } = post;
  const { id, attempts, expiresAt } = due;
  if (expiresAt <= clock()) return drop(post, due, 'a mail waited until its link worked no longer');
  try {
    await transport.deliver(due);
  } catch (error) {
    if (error instanceof Undeliverable || expiresAt <= clock()) {
      return drop(post, due, 'a mail cannot be delivered and is dropped', error);
    }
    mailAttempts.inc({ outcome: 'late' });
    log.warn({ id, attempts, err: error }, 'a mail could not be sent yet');
    return postpone(database, due, clock());
  }
  mailAttempts.inc({ outcome: 'sent' });
  return markSent(database, id, clock());
}

async function drop(
  { database, log }: Post,
  { id, attempts }: DueMail,
  why: string,
  error?: unknown,
): Promise<void> {
  mailAttempts.inc({ outcome: 'dropped' });
  log.warn({ id, attempts, err: error }, why);
  await database.delete(mails).where(eq(mails.id, id));
}
