import { integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

import { moment } from './schema.ts';

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
