import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';

import { bytes, moment } from './columns.ts';
import { members, memberReference } from './schema.ts';

/**
 * Counts of recent attempts, shared by all processes. The library rate-limiter-flexible requires
 * these columns in this order. The table is unlogged: a crash empties it.
 */
export const limits = pgTable('limits', {
  key: text().primaryKey(),
  points: integer().notNull().default(0),
  /** The end of the period, in milliseconds since 1970. */
  expire: bigint({ mode: 'number' }),
});

/** Form values of a registration, which apply to the account after its mailed link is opened. */
export type PendingRegistration = Pick<
  typeof members.$inferSelect,
  'passwordHash' | 'userName' | 'phoneNumber' | 'isTipster'
> & { ageConfirmedAt: string | null };

/** One-use links in mails; the table contains only a hash of each token. */
export const emailTokens = pgTable(
  'email_tokens',
  {
    tokenHash: text().primaryKey(),
    memberId: memberReference(),
    purpose: text({ enum: ['verify-email', 'reset-password'] }).notNull(),
    createdAt: moment().notNull(),
    expiresAt: moment().notNull(),
    usedAt: moment(),
    /** The registration that this link confirms; null if there is none. */
    registration: jsonb().$type<PendingRegistration>(),
  },
  (t) => [index('email_tokens_member').on(t.memberId)],
);

/**
 * Requested changes of an email: the new mailbox confirms the change, and the former mailbox can
 * undo the change for a week. The table contains only hashes of the tokens.
 */
export const emailChanges = pgTable(
  'email_changes',
  {
    id: uuid().primaryKey(),
    memberId: memberReference(),
    formerEmail: text().notNull(),
    email: text().notNull(),
    createdAt: moment().notNull(),
    confirmHash: text().notNull().unique(),
    confirmedAt: moment(),
    undoHash: text().unique(),
  },
  (t) => [index('email_changes_member').on(t.memberId)],
);

/** A member's authenticator app. The login requires a code after the first code was confirmed. */
export const authenticators = pgTable('authenticators', {
  memberId: memberReference().primaryKey(),
  /** Null until the first code is confirmed; a new secret is in `pendingSecret` until then. */
  secret: text(),
  pendingSecret: text(),
  confirmedAt: moment(),
  /** Names of the browser and operating system with which the member set up the app. */
  device: text().notNull().default(''),
  /** The half-minute step of the last used code; this code and earlier codes are refused. */
  lastStep: integer().notNull().default(0),
  /** Hashes of the remaining recovery codes. */
  recoveryHashes: text()
    .array()
    .notNull()
    .default(sql`'{}'::text[]`),
});

/** Passkeys; the table contains only their public keys. */
export const passkeys = pgTable(
  'passkeys',
  {
    /** The credential id that the browser created. */
    id: text().primaryKey(),
    memberId: memberReference(),
    publicKey: bytes().notNull(),
    /** The number of uses; 0 if not counted. A number that does not rise reveals a copied key. */
    counter: bigint({ mode: 'number' }).notNull(),
    /** Names of the browser and operating system with which the member created the passkey. */
    device: text().notNull().default(''),
    createdAt: moment().notNull(),
    lastUsedAt: moment(),
  },
  (t) => [index('passkeys_member').on(t.memberId)],
);

/**
 * One-use links that remove a login guard, in the mail that reports its addition. The table
 * contains only a hash of each token.
 */
export const guardLinks = pgTable(
  'guard_links',
  {
    tokenHash: text().primaryKey(),
    memberId: memberReference(),
    /** The instant at which the guard was added; the link removes this and all later guards. */
    addedAt: moment().notNull(),
  },
  (t) => [index('guard_links_member').on(t.memberId)],
);

/** WebAuthn challenges, valid once and for minutes; `memberId` is null for a login. */
export const challenges = pgTable('challenges', {
  challenge: text().primaryKey(),
  memberId: uuid().references(() => members.id, { onDelete: 'cascade' }),
  expiresAt: moment().notNull(),
});
