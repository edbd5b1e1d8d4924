import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';

import { moment, ofMember } from './schema.ts';

/**
 * How often something was tried lately, counted for all processes together. The library that counts
 * asks for these columns in this order. The table is unlogged: a crash forgets it, and nothing else.
 */
export const limits = pgTable('limits', {
  key: text().primaryKey(),
  points: integer().notNull().default(0),
  /** When the count begins anew, in milliseconds since 1970. */
  expire: bigint({ mode: 'number' }),
});

/**
 * Emails that members asked to change: the new mailbox confirms, the old one may undo it for a week.
 * Of both links only a hash is kept.
 */
export const emailChanges = pgTable(
  'email_changes',
  {
    id: uuid().primaryKey(),
    memberId: ofMember(),
    formerEmail: text().notNull(),
    email: text().notNull(),
    createdAt: moment().notNull(),
    confirmHash: text().notNull().unique(),
    confirmedAt: moment(),
    undoHash: text().unique(),
  },
  (t) => [index('email_changes_member').on(t.memberId)],
);

/** A member's authenticator app. It guards the login once a first code of it was right. */
export const authenticators = pgTable('authenticators', {
  memberId: ofMember().primaryKey(),
  /** Null before that; a new one waits beside it until then. */
  secret: text(),
  pendingSecret: text(),
  confirmedAt: moment(),
  /** The half minute of the last code that was used: none is good twice. */
  lastStep: integer().notNull().default(0),
  /** Of each recovery code that is left, only a hash. */
  recoveryHashes: text()
    .array()
    .notNull()
    .default(sql`'{}'::text[]`),
});
