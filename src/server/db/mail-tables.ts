import { pgTable, text, uuid } from 'drizzle-orm/pg-core';

import { moment } from './columns.ts';

/** Mails to send. The transaction that causes a mail inserts the mail together with its job. */
export const mails = pgTable('mails', {
  id: uuid().primaryKey(),
  recipient: text().notNull(),
  subject: text().notNull(),
  body: text().notNull(),
  /** The body as HTML. */
  html: text().notNull().default(''),
  createdAt: moment().notNull(),
  /** A keyed hash of the network that requested the mail, for comparison only. */
  askedFrom: text(),
  /** If the mail is unsent at this instant, it is dropped. */
  expiresAt: moment().notNull(),
  sentAt: moment(),
});
