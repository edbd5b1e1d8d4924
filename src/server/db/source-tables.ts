import { index, integer, jsonb, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';

import { fixtureStatuses, sides } from '#domain/fixture.ts';

import { moment } from './columns.ts';
import { fixtures } from './schema.ts';

/** Sources of odds and results: one row per host and API key, shared by all processes. */
export const sources = pgTable(
  'sources',
  {
    host: text().notNull(),
    /** Distinguishes the API keys of a host without storing them; empty without a key. */
    keyHash: text().notNull(),
    /** Remaining requests of the quota; null if the source does not report them. */
    remaining: integer(),
    /** Number of consecutive failures; the source is not used before `restUntil`. */
    failures: integer().notNull().default(0),
    restUntil: moment(),
    /** The time (ISO) of the last success of each endpoint. */
    answered: jsonb().$type<Readonly<Record<string, string>>>().notNull().default({}),
  },
  ({ host, keyHash }) => [primaryKey({ columns: [host, keyHash] })],
);

/** A source's event id for a fixture, which does not change when the kick-off moves. */
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
 * The latest result from a source that differs from the stored result. Such a row prevents
 * confirmation by rule until an administrator sets a result or keeps the stored result.
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
  /** When an administrator kept the stored result; null while undecided. */
  keptAt: moment(),
});

/** Unknown club names of sources, each with the club that an administrator assigned. */
export const clubNames = pgTable(
  'club_names',
  {
    sportKey: text().notNull(),
    name: text().notNull(),
    source: text().notNull(),
    seenAt: moment().notNull(),
    /** The club's name in fixtures; null until an administrator assigns it. */
    club: text(),
  },
  ({ sportKey, name }) => [primaryKey({ columns: [sportKey, name] })],
);
