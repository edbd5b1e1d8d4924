import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';

import { moment } from './columns.ts';

/** Queued mails, inserted by the transaction that causes them. */
export const mails = pgTable(
  'mails',
  {
    id: uuid().primaryKey(),
    recipient: text().notNull(),
    subject: text().notNull(),
    body: text().notNull(),
    /** The text as HTML. */
    html: text().notNull().default(''),
    createdAt: moment().notNull(),
    /** A keyed hash of the network that requested the mail; only its equality is meaningful. */
    askedFrom: text(),
    attempts: integer().notNull().default(0),
    nextAt: moment().notNull(),
    /** An unsent mail is dropped after this moment. */
    expiresAt: moment().notNull(),
    sentAt: moment(),
  },
  (t) => [
    index('mails_due')
      .on(t.nextAt)
      .where(sql`sent_at is null`),
  ],
);
