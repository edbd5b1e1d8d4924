import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';

import { bytes, moment } from './columns.ts';
import { members, ofMember } from './schema.ts';

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

/** What somebody chose in the form of a registration: it counts once its own link is opened. */
export type ChosenAtRegistration = Pick<
  typeof members.$inferSelect,
  'passwordHash' | 'userName' | 'phoneNumber' | 'isTipster'
> & { ageConfirmedAt: string | null };

/** One-use links sent by mail; only a hash of the token is kept. */
export const emailTokens = pgTable(
  'email_tokens',
  {
    tokenHash: text().primaryKey(),
    memberId: ofMember(),
    purpose: text({ enum: ['verify-email', 'reset-password'] }).notNull(),
    createdAt: moment().notNull(),
    expiresAt: moment().notNull(),
    usedAt: moment(),
    /** What was chosen with the registration that this link was mailed for. */
    registration: jsonb().$type<ChosenAtRegistration>(),
  },
  (t) => [index('email_tokens_member').on(t.memberId)],
);

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
  /** Browser and system where it was turned on. */
  device: text().notNull().default(''),
  /** The half minute of the last code that was used: none is good twice. */
  lastStep: integer().notNull().default(0),
  /** Of each recovery code that is left, only a hash. */
  recoveryHashes: text()
    .array()
    .notNull()
    .default(sql`'{}'::text[]`),
});

/** Passkeys: of each only the public half, which is worth nothing to whoever reads it. */
export const passkeys = pgTable(
  'passkeys',
  {
    /** As the browser names it. */
    id: text().primaryKey(),
    memberId: ofMember(),
    publicKey: bytes().notNull(),
    /** How often it was used, where it counts: a copy would count anew. */
    counter: bigint({ mode: 'number' }).notNull(),
    /** Browser and system where it was made. */
    device: text().notNull().default(''),
    createdAt: moment().notNull(),
    lastUsedAt: moment(),
  },
  (t) => [index('passkeys_member').on(t.memberId)],
);

/**
 * One-use links that remove a login guard, of the mail that reported its addition. Only a hash of the token
 * is stored.
 */
export const guardLinks = pgTable(
  'guard_links',
  {
    tokenHash: text().primaryKey(),
    memberId: ofMember(),
    /** The moment when the guard was added; the link removes all that was added from then on. */
    addedAt: moment().notNull(),
  },
  (t) => [index('guard_links_member').on(t.memberId)],
);

/** What a passkey is to sign, once and soon; of a member who makes one, or of nobody yet known. */
export const challenges = pgTable('challenges', {
  challenge: text().primaryKey(),
  memberId: uuid().references(() => members.id, { onDelete: 'cascade' }),
  expiresAt: moment().notNull(),
});
