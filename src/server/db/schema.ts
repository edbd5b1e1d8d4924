import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  check,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';

import type { SettlementFact } from '#domain/settlement/settlement-fact.ts';
import { fixtureStatuses, sides } from '#domain/fixture.ts';
import { type LegCorrection, legResults, textRemovers, tipOutcomes } from '#domain/tip.ts';

import { bytes, moment } from './columns.ts';
import type { LegUndo } from './leg-undo.ts';
import { nameColumns } from './name-columns.ts';

/** A column for a value of a member's cursor. */
const counter = () => bigint({ mode: 'number' });
/** A column for odds with two decimals; a string in JavaScript, so that no value is rounded. */
const price = () => numeric({ precision: 8, scale: 2 });
/** A column for the owner of a row; the row is deleted with its owner. */
export const memberReference = () =>
  uuid()
    .notNull()
    .references(() => members.id, { onDelete: 'cascade' });

/** Members. Every change of a member's own rows increments `cursor` under a lock on this row. */
export const members = pgTable(
  'members',
  {
    id: uuid().primaryKey(),
    email: text().notNull(),
    passwordHash: text().notNull(),
    phoneNumber: text().notNull().default(''),
    country: text().notNull().default(''),
    state: text().notNull().default(''),
    address: text().notNull().default(''),
    pictureHash: text().references(() => pictures.hash),
    showPhone: boolean().notNull().default(false),
    isTipster: boolean().notNull().default(false),
    /** The instant from which a member who left the list of tipsters may appear in it again. */
    unlistedUntil: moment(),
    role: text({ enum: ['member', 'administrator'] })
      .notNull()
      .default('member'),
    emailVerifiedAt: moment(),
    ageConfirmedAt: moment(),
    createdAt: moment().notNull(),
    /** Null until the member chooses a password after the registration. */
    passwordSetAt: moment(),
    /** The language of the latest login, used in mails; empty before the first login. */
    language: text().notNull().default(''),
    cursor: counter().notNull().default(0),
    /** The value of `cursor` at the last change of the profile. */
    profileCursor: counter().notNull().default(0),
    /** Begin of a time-out (break from betting) by the server's clock; end: `timeOutUntil`. */
    timeOutFrom: moment(),
    timeOutUntil: moment(),
    /** Keys of operations saved on a phone before the time-out, which are accepted during it. */
    timeOutSpared: text()
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
    /** Time of the account's deletion; the row stays, so that nobody can hide a bad record. */
    deletedAt: moment(),
    ...nameColumns,
  },
  (t) => [
    index('members_name_outline').on(t.nameOutline),
    uniqueIndex('members_email').on(sql`lower(${t.email})`),
    index('members_tipsters')
      .on(t.id)
      .where(sql`is_tipster and email_verified_at is not null and first_name <> ''`),
  ],
);

/** Sessions, one row per login. A token is refused after its session has ended. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey(),
    memberId: memberReference(),
    /** When the session was opened or last extended. */
    createdAt: moment().notNull(),
    expiresAt: moment().notNull(),
    revokedAt: moment(),
    startedAt: moment().notNull(),
    /** Last use, updated at most once an hour. */
    lastUsedAt: moment().notNull(),
    /** Browser and operating system from the `User-Agent`; empty if unknown. */
    device: text().notNull().default(''),
  },
  (t) => [index('sessions_member').on(t.memberId)],
);

/** Re-encoded profile pictures; `hash` is the digest of their bytes. */
export const pictures = pgTable('pictures', {
  hash: text().primaryKey(),
  bytes: bytes().notNull(),
  createdAt: moment().notNull(),
});

/** Follows. The row of an unfollowed tipster stays, so that the pull can report the change. */
export const follows = pgTable(
  'follows',
  {
    memberId: memberReference(),
    tipsterId: memberReference(),
    following: boolean().notNull(),
    /** True if the member gets pushes about this tipster's tips; reset by an unfollow. */
    push: boolean().notNull().default(false),
    changedAt: moment().notNull(),
    cursor: counter().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.memberId, t.tipsterId] }),
    index('follows_pull').on(t.memberId, t.cursor),
    index('follows_own')
      .on(t.memberId, t.changedAt, t.tipsterId)
      .where(sql`following`),
    index('follows_tipster')
      .on(t.tipsterId)
      .where(sql`following`),
  ],
);

/** Leagues. `key` is the league's key at the odds service. */
export const leagues = pgTable('leagues', {
  key: text().primaryKey(),
  title: text().notNull(),
  group: text().notNull(),
  details: text().notNull(),
});

/**
 * Games. `kickOff` is the deadline for tips; goals exclude extra time. A trigger increments
 * `version` with every change of the kick-off or the result.
 */
export const fixtures = pgTable(
  'fixtures',
  {
    id: text().primaryKey(),
    sportKey: text()
      .notNull()
      .references(() => leagues.key),
    source: text().notNull(),
    round: text().notNull().default(''),
    home: text().notNull(),
    away: text().notNull(),
    /** Both clubs' names normalized for searches (`gameSearchText`); updated with the clubs. */
    searchName: text().notNull().default(''),
    kickOff: moment().notNull(),
    status: text({ enum: fixtureStatuses }).notNull().default('scheduled'),
    halfTimeHome: smallint(),
    halfTimeAway: smallint(),
    fullTimeHome: smallint(),
    fullTimeAway: smallint(),
    /** The side that scored first; null if unknown. */
    firstGoal: text({ enum: sides }),
    version: integer().notNull().default(1),
    /**
     * True if a confirmed tip may have a decision by an earlier `version`. Computed when `version`
     * rises and when a tip is confirmed; corrections do not reset the value.
     */
    decidedEarlier: boolean().notNull().default(false),
    /** Tips up to this id were marked as changed for this version; null if none. */
    passedOnUntil: uuid(),
    priceHome: price(),
    priceDraw: price(),
    priceAway: price(),
    /** The feed's prices of other options, by option number. */
    otherPrices: jsonb().$type<Readonly<Record<string, number>>>(),
    pricedAt: moment(),
    updatedAt: moment().notNull(),
  },
  (t) => [
    index('fixtures_kick_off').on(t.kickOff),
    index('fixtures_league').on(t.sportKey, t.kickOff),
    index('fixtures_teams').on(t.home, t.away),
    index('fixtures_decided_earlier')
      .on(t.id)
      .where(sql`decided_earlier`),
  ],
);

/**
 * Posted slips; a tip with `copiedFrom` is private to its owner. `createdAt` is the arrival time of
 * the request. Odds, outcome and counts are computed from the legs whenever these change.
 */
export const tips = pgTable(
  'tips',
  {
    id: uuid().primaryKey(),
    ownerId: uuid()
      .notNull()
      .references(() => members.id),
    createdAt: moment().notNull(),
    expiresAt: moment().notNull(),
    lastKickOff: moment().notNull(),
    stake: smallint().notNull().default(0),
    /** The member's text; empty without a text or after its removal. */
    analysis: text().notNull().default(''),
    /** Salt of the digest of `analysis` in the audit; deleted with the text. */
    analysisSalt: uuid().defaultRandom(),
    /** Nonce of an audit event whose content included `analysis`; deleted with the text. */
    postNonce: uuid(),
    analysisRemovedBy: text({ enum: textRemovers }),
    copiedFrom: uuid(),
    bookedAt: moment(),
    confirmedAt: moment(),
    confirmedBy: uuid().references(() => members.id),
    withdrawnAt: moment(),
    totalOdds: numeric().notNull().default('0'),
    /** Total odds at kick-off, which count in the record; `bookedOdds` are odds at the booking. */
    recordOdds: numeric().notNull().default('0'),
    bookedOdds: numeric().notNull().default('0'),
    outcome: text({ enum: tipOutcomes }).notNull().default('open'),
    legsWon: smallint().notNull().default(0),
    legsLost: smallint().notNull().default(0),
    version: integer().notNull().default(1),
    /** The owner's cursor at the last change of this row. */
    cursor: counter().notNull(),
    /** Cached JSON of this row and its legs for lists; null if it must be rebuilt. */
    wire: text(),
  },
  (t) => [
    index('tips_own').on(t.ownerId, t.createdAt, t.id),
    index('tips_pull').on(t.ownerId, t.cursor),
    index('tips_feed').on(t.createdAt, t.id),
    index('tips_ahead')
      .on(t.expiresAt)
      .where(sql`withdrawn_at is null`),
    index('tips_settled')
      .on(t.ownerId, t.lastKickOff, t.createdAt, t.id)
      .where(sql`confirmed_at is not null and withdrawn_at is null and copied_from is null`),
    index('tips_unsettled')
      .on(t.ownerId, t.createdAt, t.id)
      .where(sql`confirmed_at is null and withdrawn_at is null and copied_from is null`),
    index('tips_open')
      .on(t.id)
      .where(sql`confirmed_at is null and withdrawn_at is null`),
    index('tips_confirmed')
      .on(t.confirmedAt)
      .where(sql`confirmed_at is not null and withdrawn_at is null`),
    index('tips_standing')
      .on(t.ownerId, t.lastKickOff)
      .where(sql`withdrawn_at is null and copied_from is null`),
    index('tips_copies')
      .on(t.copiedFrom)
      .where(sql`copied_from is not null and withdrawn_at is null`),
    check('tips_stake', sql`${t.stake} between 0 and 10`),
  ],
);

/**
 * Legs of tips. `odd` is 0 while there is no price; `estimatedOdd` is set by the post only and
 * counts in no record.
 */
export const legs = pgTable(
  'legs',
  {
    tipId: uuid()
      .notNull()
      .references(() => tips.id, { onDelete: 'cascade' }),
    position: smallint().notNull(),
    fixtureId: text()
      .notNull()
      .references(() => fixtures.id),
    oddsId: smallint().notNull(),
    odd: price().notNull().default('0'),
    estimatedOdd: price(),
    /** The price at kick-off, which counts in the record; later prices have no effect. */
    kickOffOdd: price().notNull().default('0'),
    bookedOdd: price().notNull().default('0'),
    result: text({ enum: legResults }).notNull().default('pending'),
    decidedAt: moment(),
    decidedBy: uuid().references(() => members.id),
    /** The version of the fixture that the decision is based on. */
    decidedVersion: integer(),
    /** A reason that a person wrote, or null; decisions by a rule have a fact instead. */
    reason: text(),
    /** The fact that a rule's decision is based on; null for other decisions. */
    fact: jsonb().$type<SettlementFact>(),
    /** The decision before the last correction of a confirmed tip; null after a new decision. */
    corrected: jsonb().$type<LegCorrection>(),
    /** The previous decision, which an undo restores; null while the leg is undecided. */
    undo: jsonb().$type<LegUndo>(),
  },
  (t) => [
    primaryKey({ columns: [t.tipId, t.position] }),
    unique('legs_one_per_fixture').on(t.tipId, t.fixtureId),
    index('legs_fixture').on(t.fixtureId),
    check('legs_odd', sql`${t.odd} = 0 or ${t.odd} between 1 and 1000`),
    check('legs_option', sql`${t.oddsId} between 1 and 51`),
  ],
);

/**
 * Operations by member and key. The row is written together with the effect or the final refusal,
 * and is never deleted; only the stored answer expires.
 */
export const operations = pgTable(
  'operations',
  {
    memberId: memberReference(),
    key: text().notNull(),
    /** Hash of method, path and canonical body; empty after a text in the body was erased. */
    fingerprint: text().notNull(),
    status: smallint().notNull(),
    answer: jsonb().$type<unknown>(),
    etag: text(),
    answeredAt: moment().notNull(),
    /** The member's cursor at the time of the answer. */
    cursor: counter().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.memberId, t.key] }),
    index('operations_pull').on(t.memberId, t.cursor),
    index('operations_answered')
      .on(t.answeredAt)
      .where(sql`answer is not null`),
  ],
);

/**
 * Every change of data with its author and reason, including all events of tips. Append-only and
 * chained: the database sets `chain` (for example a member with their tips), `position` and `hash`,
 * which covers this row and all earlier rows of the chain (docs/decisions/025).
 */
export const audit = pgTable(
  'audit',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    chain: text().notNull().default(''),
    position: integer().notNull().default(0),
    at: moment().notNull(),
    actorId: uuid(),
    action: text().notNull(),
    subject: text().notNull(),
    before: jsonb().$type<unknown>(),
    after: jsonb().$type<unknown>(),
    reason: text().notNull().default(''),
    /**
     * Content for the owner and administrators; `hash` covers its digest together with the actor.
     */
    own: jsonb().$type<unknown>(),
    nonce: uuid().notNull().defaultRandom(),
    /** SHA-256 of the complete content, if the erasable text was removed from the row. */
    contentDigest: bytes(),
    hash: bytes()
      .notNull()
      .default(sql`''`),
  },
  (t) => [
    unique('audit_chain').on(t.chain, t.position),
    index('audit_subject').on(t.subject, t.position),
    index('audit_actor').on(t.actorId, t.id),
  ],
);
