import { integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';

import { fixtures, members, moment } from './schema.ts';

/** What a correction makes of the options of a fixture. */
export type CorrectedResults = { oddsId: number; result: 'won' | 'lost' | 'void' }[];

/**
 * The correction of a fixture that one administrator proposed and another one has to carry out. It speaks
 * of the `version` of the fixture that its author saw.
 */
export const proposedCorrections = pgTable('proposed_corrections', {
  fixtureId: text()
    .primaryKey()
    .references(() => fixtures.id, { onDelete: 'cascade' }),
  version: integer().notNull(),
  results: jsonb().$type<CorrectedResults>().notNull(),
  reason: text().notNull(),
  proposedBy: uuid()
    .notNull()
    .references(() => members.id),
  proposedAt: moment().notNull(),
});
