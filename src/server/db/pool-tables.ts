import {
  date,
  index,
  integer,
  numeric,
  pgTable,
  pgView,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';

import { legResults, tipOutcomes } from '#domain/tip.ts';

import { moment } from './columns.ts';
import { leagues, members, memberReference } from './schema.ts';

/**
 * Private rankings of a few members, over days in UTC. The invitation code is computed from the id,
 * `invitation` (a number) and a secret, so that the row alone does not reveal the code.
 */
export const pools = pgTable('pools', {
  id: uuid().primaryKey(),
  ownerId: uuid()
    .notNull()
    .references(() => members.id),
  name: text().notNull(),
  from: date().notNull(),
  until: date().notNull(),
  /** The league whose games count; null for all games. */
  sportKey: text().references(() => leagues.key),
  invitation: integer().notNull().default(1),
  createdAt: moment().notNull(),
});

/** The members of pools, including the owners. */
export const poolMembers = pgTable(
  'pool_members',
  {
    poolId: uuid()
      .notNull()
      .references(() => pools.id, { onDelete: 'cascade' }),
    memberId: memberReference(),
    joinedAt: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.poolId, t.memberId] }),
    index('pool_members_member').on(t.memberId),
  ],
);

/** The tips that count in records and tables, a view created by a migration. */
export const countedTips = pgView('counted_tips', {
  id: uuid().notNull(),
  ownerId: uuid().notNull(),
  lastKickOff: moment().notNull(),
  outcome: text({ enum: tipOutcomes }).notNull(),
  recordOdds: numeric().notNull(),
}).existing();

/** The legs of counted tips, each counted as a single bet; a view created by a migration. */
export const countedSingles = pgView('counted_singles', {
  ownerId: uuid().notNull(),
  lastKickOff: moment().notNull(),
  sportKey: text().notNull(),
  result: text({ enum: legResults }).notNull(),
  kickOffOdd: numeric().notNull(),
}).existing();
