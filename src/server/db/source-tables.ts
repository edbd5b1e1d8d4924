import { index, integer, jsonb, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';

import { fixtureStatuses, sides } from '#domain/fixture.ts';

import { moment } from './columns.ts';
import { fixtures } from './schema.ts';

/** The services that odds and results are asked of: a row for each key, which all processes share. */
export const sources = pgTable(
  'sources',
  {
    host: text().notNull(),
    /** Tells one key of a host from another, and never what it is; empty where there is none. */
    keyHash: text().notNull(),
    /** Until when one process asks it and the others do not. */
    takenUntil: moment(),
    /** How many requests it has left for us, where it says so. */
    remaining: integer(),
    /** How often in a row it failed, and until when it is left alone. */
    failures: integer().notNull().default(0),
    restUntil: moment(),
    /** When it last answered each question. */
    answered: jsonb().$type<Readonly<Record<string, string>>>().notNull().default({}),
  },
  ({ host, keyHash }) => [primaryKey({ columns: [host, keyHash] })],
);

/** What a source calls a fixture: its event id, which stays while the kick-off moves. */
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
 * The last result that a source told of a fixture otherwise than it stands. It stops the confirmation by
 * rule until an administrator sets the result, or keeps the one that stands.
 */
export const toldResults = pgTable('told_results', {
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
  /** When an administrator kept the result that stands; null while it waits. */
  keptAt: moment(),
});

/** Names of clubs that are in no fixture of their league, and the club that an administrator assigned. */
export const clubNames = pgTable(
  'club_names',
  {
    sportKey: text().notNull(),
    name: text().notNull(),
    source: text().notNull(),
    seenAt: moment().notNull(),
    /** A name that fixtures of the league have; null while nobody assigned one. */
    club: text(),
  },
  ({ sportKey, name }) => [primaryKey({ columns: [sportKey, name] })],
);
