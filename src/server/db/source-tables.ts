import { index, integer, jsonb, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';

import { fixtureStatuses, sides } from '#domain/fixture.ts';

import { moment } from './columns.ts';
import { fixtures } from './schema.ts';

/** Sources of odds and results: one row per key, shared by all processes. */
export const sources = pgTable(
  'sources',
  {
    host: text().notNull(),
    /** Distinguishes the keys of a host without storing them; empty without a key. */
    keyHash: text().notNull(),
    /** Remaining requests of the quota, if the source reports them. */
    remaining: integer(),
    /** Consecutive failures, and the moment until which it is not used. */
    failures: integer().notNull().default(0),
    restUntil: moment(),
    /** The last success of each endpoint. */
    answered: jsonb().$type<Readonly<Record<string, string>>>().notNull().default({}),
  },
  ({ host, keyHash }) => [primaryKey({ columns: [host, keyHash] })],
);

/** A source's event id of a fixture, which stays while the kick-off moves. */
export const sourceEvents = pgTable(
  'source_events',
  {
    host: text().notNull(),
    eventId: text().notNull(),
    fixtureId: text()
      .notNull()
      .references(() => fixtures.id, { onDelete: 'cascade' }),
  },
  ({ host, eventId, fixtureId }) => [
    primaryKey({ columns: [host, eventId] }),
    index('source_events_fixture').on(fixtureId),
  ],
);

/**
 * The last result by a source that differs from the current one. It stops the confirmation by rule
 * until an administrator sets the result or keeps the current one.
 */
export const resultReports = pgTable('told_results', {
  fixtureId: text()
    .primaryKey()
    .references(() => fixtures.id, { onDelete: 'cascade' }),
  source: text().notNull(),
  status: text({ enum: fixtureStatuses }).notNull(),
  halfTimeHome: smallint(),
  halfTimeAway: smallint(),
  fullTimeHome: smallint(),
  fullTimeAway: smallint(),
  firstGoal: text({ enum: sides }),
  toldAt: moment().notNull(),
  /** When an administrator kept the current result; null while it is undecided. */
  keptAt: moment(),
});

/** Unknown names of clubs, and the club that an administrator assigned. */
export const clubNames = pgTable(
  'club_names',
  {
    sportKey: text().notNull(),
    name: text().notNull(),
    source: text().notNull(),
    seenAt: moment().notNull(),
    /** The club's name in fixtures; null until it is assigned. */
    club: text(),
  },
  ({ sportKey, name }) => [primaryKey({ columns: [sportKey, name] })],
);
