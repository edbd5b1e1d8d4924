import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';

import { bytes, moment } from './columns.ts';
import { members, memberReference } from './schema.ts';

/**
 * Recent attempts, counted for all processes. The counting library requires these columns in this
 * order. The table is unlogged: a crash empties it.
 */
export const limits = pgTable('limits', {
  key: text().primaryKey(),
  points: integer().notNull().default(0),
  /** The end of the period, in milliseconds since 1970. */
  expire: bigint({ mode: 'number' }),
});

/** Values from the form of a registration, which apply once its own link is opened. */
export type PendingRegistration = Pick<
  typeof members.$inferSelect,
  'passwordHash' | 'userName' | 'phoneNumber' | 'isTipster'
> & { ageConfirmedAt: string | null };

/** One-use links sent by mail; only a hash of the token is stored. */
export const emailTokens = pgTable(
  'email_tokens',
  {
    tokenHash: text().primaryKey(),
    memberId: memberReference(),
    purpose: text({ enum: ['verify-email', 'reset-password'] }).notNull(),
    createdAt: moment().notNull(),
    expiresAt: moment().notNull(),
    usedAt: moment(),
    /** The registration that this link was mailed for. */
    registration: jsonb().$type<PendingRegistration>(),
  },
  (t) => [index('email_tokens_member').on(t.memberId)],
);

/**
 * Requested changes of an email: the new mailbox confirms, the old one can undo it for a week. Only
 * hashes of both tokens are stored.
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

/** A member's authenticator app, which guards the login once its first code was confirmed. */
export const authenticators = pgTable('authenticators', {
  memberId: memberReference().primaryKey(),
  /** Null before the first confirmation; a new secret is pending until then. */
  secret: text(),
  pendingSecret: text(),
  confirmedAt: moment(),
  /** Browser and system in which the app was activated. */
  device: text().notNull().default(''),
  /** The half minute of the last used code: no code is valid twice. */
  lastStep: integer().notNull().default(0),
  /** Hashes of the remaining recovery codes. */
  recoveryHashes: text()
    .array()
    .notNull()
    .default(sql`'{}'::text[]`),
});

/** Passkeys: only the public key of each is stored. */
export const passkeys = pgTable(
  'passkeys',
  {
    /** The credential id of the browser. */
    id: text().primaryKey(),
    memberId: memberReference(),
    publicKey: bytes().notNull(),
    /** The use counter of keys that have one: a copied key would start again. */
    counter: bigint({ mode: 'number' }).notNull(),
    /** Browser and system in which the key was created. */
    device: text().notNull().default(''),
    createdAt: moment().notNull(),
    lastUsedAt: moment(),
  },
  (t) => [index('passkeys_member').on(t.memberId)],
);

/**
 * One-use links that remove a login guard, from the mail that reported its addition. Only a hash of
 * the token is stored.
 */
export const guardLinks = pgTable(
  'guard_links',
  {
    tokenHash: text().primaryKey(),
    memberId: memberReference(),
    /** The moment when the guard was added; the link removes it and all later ones. */
    addedAt: moment().notNull(),
  },
  (t) => [index('guard_links_member').on(t.memberId)],
);

/** Challenges for passkeys, for one use within minutes; the member is null before a login. */
export const challenges = pgTable('challenges', {
  challenge: text().primaryKey(),
  memberId: uuid().references(() => members.id, { onDelete: 'cascade' }),
  expiresAt: moment().notNull(),
});
