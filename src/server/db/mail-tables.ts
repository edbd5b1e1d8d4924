import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';

import { moment } from './columns.ts';

/** Mails to be sent; written in the transaction that causes it, sent afterwards. */
export const mails = pgTable(
  'mails',
  {
    id: uuid().primaryKey(),
    recipient: text().notNull(),
    subject: text().notNull(),
    body: text().notNull(),
    /** The same as a page. */
    html: text().notNull().default(''),
    createdAt: moment().notNull(),
    /** Who asked for it: a keyed hash of the network, which tells one from another and no more. */
    askedFrom: text(),
    attempts: integer().notNull().default(0),
    nextAt: moment().notNull(),
    /** What could not be sent until then is dropped. */
    expiresAt: moment().notNull(),
    sentAt: moment(),
  },
  (t) => [
    index('mails_due')
      .on(t.nextAt)
      .where(sql`sent_at is null`),
  ],
);
