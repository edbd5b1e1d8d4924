import { pgTable, text, uuid } from 'drizzle-orm/pg-core';

import { moment } from './columns.ts';

/** Mails, inserted by the transaction that causes them together with the job that sends them. */
export const mails = pgTable('mails', {
  id: uuid().primaryKey(),
  recipient: text().notNull(),
  subject: text().notNull(),
  body: text().notNull(),
  /** The text as HTML. */
  html: text().notNull().default(''),
  createdAt: moment().notNull(),
  /** A keyed hash of the network that requested the mail; only its equality is meaningful. */
  askedFrom: text(),
  /** An unsent mail is dropped after this moment. */
  expiresAt: moment().notNull(),
  sentAt: moment(),
});
