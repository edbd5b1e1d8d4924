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

import type { Fact } from '#domain/fact.ts';
import { fixtureStatuses, sides } from '#domain/fixture.ts';
import { type Corrected, legResults, tipOutcomes } from '#domain/tip.ts';

import { bytes, moment } from './columns.ts';
import { nameColumns } from './name-columns.ts';

/** A value of a member's own counter: the sync cursor. */
const counter = () => bigint({ mode: 'number' });
/** Decimal odds with two places; text in JavaScript, so that nothing is rounded on the way. */
const price = () => numeric({ precision: 8, scale: 2 });
/** Whose row it is, which goes with them. */
export const ofMember = () =>
  uuid()
    .notNull()
    .references(() => members.id, { onDelete: 'cascade' });

/** People. `cursor` is raised under the row's lock by every change to the member's own rows. */
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
    /** Null where the password is the one of the registration. */
    passwordSetAt: moment(),
    /** Of the latest login, for mails; empty before the first. */
    language: text().notNull().default(''),
    cursor: counter().notNull().default(0),
    /** The counter when the profile last changed. */
    profileCursor: counter().notNull().default(0),
    /** A time-out as the server counts it: when it heard of it, and when it is over. */
    timeOutFrom: moment(),
    timeOutUntil: moment(),
    /** Keys of what was saved on a phone before the time-out began, and is taken all the same. */
    timeOutSpared: text()
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
    /** When the account was deleted. The row stays, for a record cannot be shed. */
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

/** One row per token; a call whose token has no live row is refused. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey(),
    memberId: ofMember(),
    /** When it was opened or last prolonged. */
    createdAt: moment().notNull(),
    expiresAt: moment().notNull(),
    revokedAt: moment(),
    startedAt: moment().notNull(),
    /** To the hour. */
    lastUsedAt: moment().notNull(),
    /** Browser and system, as they name themselves; empty where that says nothing. */
    device: text().notNull().default(''),
  },
  (t) => [index('sessions_member').on(t.memberId)],
);

/** Profile pictures, re-encoded, kept by the hash of their bytes. */
export const pictures = pgTable('pictures', {
  hash: text().primaryKey(),
  bytes: bytes().notNull(),
  createdAt: moment().notNull(),
});

/** Who follows whom; an unfollow keeps its row, so that the pull can tell it. */
export const follows = pgTable(
  'follows',
  {
    memberId: ofMember(),
    tipsterId: ofMember(),
    following: boolean().notNull(),
    /** Whether what this tipster does is pushed; ends with the follow. */
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

/** Leagues, keyed as the odds service keys them. */
export const leagues = pgTable('leagues', {
  key: text().primaryKey(),
  title: text().notNull(),
  group: text().notNull(),
  details: text().notNull(),
});

/**
 * Games. `kickOff` is the moment the server goes by; goals are those of 90 minutes. The database itself
 * raises `version` with every change of the kick-off or the result.
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
    /** The names of both clubs as a search compares them (`gameSearchText`); written with the teams. */
    searchName: text().notNull().default(''),
    kickOff: moment().notNull(),
    status: text({ enum: fixtureStatuses }).notNull().default('scheduled'),
    halfTimeHome: smallint(),
    halfTimeAway: smallint(),
    fullTimeHome: smallint(),
    fullTimeAway: smallint(),
    /** Who scored first, where somebody said it. */
    firstGoal: text({ enum: sides }),
    version: integer().notNull().default(1),
    /** Whether a confirmed tip was decided by an earlier version; set with a version and with a confirmation. */
    decidedEarlier: boolean().notNull().default(false),
    /** Up to which tip, by id, this version was brought to its holders' devices; null where to none of them. */
    passedOnUntil: uuid(),
    priceHome: price(),
    priceDraw: price(),
    priceAway: price(),
    /** What the feed asks for other options, by their number in the catalogue. */
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
 * A posted slip, which is also its owner's tip; one with `copiedFrom` is private to its owner. `createdAt` is when
 * the request arrived that made it. Both odds, outcome and counts repeat what the legs say and are written with them.
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
    analysis: text().notNull().default(''),
    copiedFrom: uuid(),
    bookedAt: moment(),
    confirmedAt: moment(),
    confirmedBy: uuid().references(() => members.id),
    withdrawnAt: moment(),
    totalOdds: numeric().notNull().default('0'),
    /** The same of the prices at kick-off, which a record counts, and at its booking. */
    recordOdds: numeric().notNull().default('0'),
    bookedOdds: numeric().notNull().default('0'),
    outcome: text({ enum: tipOutcomes }).notNull().default('open'),
    legsWon: smallint().notNull().default(0),
    legsLost: smallint().notNull().default(0),
    version: integer().notNull().default(1),
    /** The owner's counter when the row last changed. */
    cursor: counter().notNull(),
    /** What lists say by this row and its legs alone (`wireOf`); null until somebody writes it anew. */
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

/** A selection inside a tip. `odd` 0 is not priced yet; `estimatedOdd` stands from the post on, and in no record. */
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
    /** The price at kick-off, which is the one the record counts: a later one never changes it. */
    kickOffOdd: price().notNull().default('0'),
    bookedOdd: price().notNull().default('0'),
    result: text({ enum: legResults }).notNull().default('pending'),
    decidedAt: moment(),
    decidedBy: uuid().references(() => members.id),
    /** The fixture's version that was known to whoever decided. */
    decidedVersion: integer(),
    /** A person's own words, or null; what the rules say is the fact. */
    reason: text(),
    /** Why the rules decide it so, where the decision is theirs. */
    fact: jsonb().$type<Fact>(),
    /** What it was before it was corrected last, after its ticket was confirmed; null once it is decided anew. */
    corrected: jsonb().$type<Corrected>(),
  },
  (t) => [
    primaryKey({ columns: [t.tipId, t.position] }),
    unique('legs_one_per_fixture').on(t.tipId, t.fixtureId),
    index('legs_fixture').on(t.fixtureId),
    check('legs_odd', sql`${t.odd} = 0 or ${t.odd} between 1 and 1000`),
    check('legs_option', sql`${t.oddsId} between 1 and 51`),
  ],
);

/** Operations by member and key, written with the effect or the final refusal, never deleted; answers are forgotten. */
export const operations = pgTable(
  'operations',
  {
    memberId: ofMember(),
    key: text().notNull(),
    /** Hash of method, path and canonical body. */
    fingerprint: text().notNull(),
    status: smallint().notNull(),
    answer: jsonb().$type<unknown>(),
    etag: text(),
    answeredAt: moment().notNull(),
    /** The member's counter when the answer was written. */
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
 * Who changed which fact, and why: every event of a tip among them. Append-only, and chained: the
 * database itself gives a row its `chain` (a member's, with the tips they posted), its `position` there
 * and its `hash`, which binds what the row says and every row before it (docs/decisions/025).
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
    /** What only its owner and administrators read; with the actor, the hash binds it unseen. */
    own: jsonb().$type<unknown>(),
    nonce: uuid().notNull().defaultRandom(),
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
