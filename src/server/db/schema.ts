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

/** A value of a member's cursor. */
const counter = () => bigint({ mode: 'number' });
/** Decimal odds with two places; text in JavaScript, so that nothing is rounded. */
const price = () => numeric({ precision: 8, scale: 2 });
/** The owner of a row, which is deleted with them. */
export const memberReference = () =>
  uuid()
    .notNull()
    .references(() => members.id, { onDelete: 'cascade' });

/** Members. Every change of a member's own rows raises `cursor` under the row's lock. */
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
    /** The end of the absence from the list of tipsters, for a member who left it. */
    unlistedUntil: moment(),
    role: text({ enum: ['member', 'administrator'] })
      .notNull()
      .default('member'),
    emailVerifiedAt: moment(),
    ageConfirmedAt: moment(),
    createdAt: moment().notNull(),
    /** Null while the password is that of the registration. */
    passwordSetAt: moment(),
    /** The language of the latest login, for mails; empty before the first. */
    language: text().notNull().default(''),
    cursor: counter().notNull().default(0),
    /** The cursor at the last change of the profile. */
    profileCursor: counter().notNull().default(0),
    /** A time-out in server time: its arrival and its end. */
    timeOutFrom: moment(),
    timeOutUntil: moment(),
    /**
     * Keys of operations that were saved on a phone before the time-out, and are accepted during
     * it.
     */
    timeOutSpared: text()
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
    /** When the account was deleted. The row stays, so that a bad record cannot be shed. */
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

/** One row per token; a call without a live row is refused. */
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
    /** To the hour. */
    lastUsedAt: moment().notNull(),
    /** Browser and system by the `User-Agent`; empty if unknown. */
    device: text().notNull().default(''),
  },
  (t) => [index('sessions_member').on(t.memberId)],
);

/** Profile pictures, re-encoded, by the hash of their bytes. */
export const pictures = pgTable('pictures', {
  hash: text().primaryKey(),
  bytes: bytes().notNull(),
  createdAt: moment().notNull(),
});

/** Follows; an unfollow keeps its row, so that the pull can report it. */
export const follows = pgTable(
  'follows',
  {
    memberId: memberReference(),
    tipsterId: memberReference(),
    following: boolean().notNull(),
    /** True if this tipster's tips are pushed; ends with the follow. */
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

/** Leagues by the keys of the odds service. */
export const leagues = pgTable('leagues', {
  key: text().primaryKey(),
  title: text().notNull(),
  group: text().notNull(),
  details: text().notNull(),
});

/**
 * Games. `kickOff` is the decisive moment; goals are those of 90 minutes. The database raises
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
    /**
     * The names of both clubs, normalized for searches (`gameSearchText`); written with the teams.
     */
    searchName: text().notNull().default(''),
    kickOff: moment().notNull(),
    status: text({ enum: fixtureStatuses }).notNull().default('scheduled'),
    halfTimeHome: smallint(),
    halfTimeAway: smallint(),
    fullTimeHome: smallint(),
    fullTimeAway: smallint(),
    /** The side of the first goal, if known. */
    firstGoal: text({ enum: sides }),
    version: integer().notNull().default(1),
    /**
     * True if a confirmed tip may rest on an earlier `version` of this fixture. Computed when
     * `version` rises and when such a tip is confirmed; a correction does not reset it.
     */
    decidedEarlier: boolean().notNull().default(false),
    /**
     * The last tip id up to which this version was sent to its holders' devices; null if to none.
     */
    passedOnUntil: uuid(),
    priceHome: price(),
    priceDraw: price(),
    priceAway: price(),
    /** The feed's prices of other options, by their number in the catalogue. */
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
 * A posted slip; one with `copiedFrom` is private to its owner. `createdAt` is the arrival of its
 * request. Odds, outcome and counts repeat values of the legs and are written with them.
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
    /** Empty where there is none, and once it was removed. */
    analysis: text().notNull().default(''),
    /** Salt of the digest that the audit holds of `analysis`; deleted with the text. */
    analysisSalt: uuid().defaultRandom(),
    /** The nonce of a post whose content in the audit included `analysis`; deleted with the text. */
    postNonce: uuid(),
    analysisRemovedBy: text({ enum: textRemovers }),
    copiedFrom: uuid(),
    bookedAt: moment(),
    confirmedAt: moment(),
    confirmedBy: uuid().references(() => members.id),
    withdrawnAt: moment(),
    totalOdds: numeric().notNull().default('0'),
    /** Total odds at kick-off, which a record counts, and at the booking. */
    recordOdds: numeric().notNull().default('0'),
    bookedOdds: numeric().notNull().default('0'),
    outcome: text({ enum: tipOutcomes }).notNull().default('open'),
    legsWon: smallint().notNull().default(0),
    legsLost: smallint().notNull().default(0),
    version: integer().notNull().default(1),
    /** The owner's cursor at the row's last change. */
    cursor: counter().notNull(),
    /** The cached JSON of this row and its legs for lists; null until it is rebuilt. */
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
 * A leg of a tip. `odd` 0 is not priced yet; `estimatedOdd` never changes after the post, and
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
    /** The price at kick-off, which the record counts; a later price does not change it. */
    kickOffOdd: price().notNull().default('0'),
    bookedOdd: price().notNull().default('0'),
    result: text({ enum: legResults }).notNull().default('pending'),
    decidedAt: moment(),
    decidedBy: uuid().references(() => members.id),
    /** The fixture's version that the decision is based on. */
    decidedVersion: integer(),
    /** A person's own words, or null; a rule's reason is the fact. */
    reason: text(),
    /** The rule's fact, for decisions by the rules. */
    fact: jsonb().$type<SettlementFact>(),
    /** The decision before the last correction of a confirmed ticket; null after a new decision. */
    corrected: jsonb().$type<LegCorrection>(),
    /** The decision before, which an undo restores; null while undecided. */
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
 * Operations by member and key, written with the effect or the final refusal and never deleted;
 * their answers expire.
 */
export const operations = pgTable(
  'operations',
  {
    memberId: memberReference(),
    key: text().notNull(),
    /** Hash of method, path and canonical body; empty once a text that the body held was removed. */
    fingerprint: text().notNull(),
    status: smallint().notNull(),
    answer: jsonb().$type<unknown>(),
    etag: text(),
    answeredAt: moment().notNull(),
    /** The member's cursor when the answer was written. */
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
 * Every change of a fact with its author and reason, all events of tips included. Append-only and
 * chained: the database sets `chain` (a member's, with the tips they posted), `position` and
 * `hash`, which covers the row and every row before it (docs/decisions/025).
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
     * Content for the owner and administrators only; the hash covers a digest of it and the actor.
     */
    own: jsonb().$type<unknown>(),
    nonce: uuid().notNull().defaultRandom(),
    /** SHA-256 of the whole content, where the row holds the content without its erasable text. */
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
