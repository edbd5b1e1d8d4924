import { integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';

import { moment } from './columns.ts';
import { fixtures, members } from './schema.ts';

/**
 * A correction of an option of a fixture that one administrator proposed and another one must
 * confirm. It refers to the `version` of the fixture that its author saw.
 */
export const proposedCorrections = pgTable(
  'proposed_corrections',
  {
    fixtureId: text()
      .notNull()
      .references(() => fixtures.id, { onDelete: 'cascade' }),
    oddsId: smallint().notNull(),
    version: integer().notNull(),
    result: text({ enum: ['won', 'lost', 'void'] }).notNull(),
    reason: text().notNull(),
    proposedBy: uuid()
      .notNull()
      .references(() => members.id),
    proposedAt: moment().notNull(),
  },
  (t) => [primaryKey({ columns: [t.fixtureId, t.oddsId] })],
);
