import { sql } from 'drizzle-orm';
import { index, integer, numeric, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

import { tipOutcomes } from '#domain/tip.ts';

import { ofMember } from './schema.ts';

/**
 * The proven yield of a profit (`provenYield` of the domain), rounded so that equal ones compare as
 * equal.
 */
const provenYield = (profit: 'flat_profit' | 'capped_profit') =>
  numeric()
    .notNull()
    .generatedAlwaysAs(sql`round(${sql.raw(profit)} / (settled + 50), 12)`);

/**
 * Sums of a tipster's confirmed tips. Only the function `recompute_record` writes them, called by
 * triggers at the end of every transaction that confirms, withdraws or settles a tip; a deletion or
 * a change of the owner triggers nothing. `priced` had a price at kick-off; `cappedProfit` counts
 * at most 20 units of each; `stars` are null below ten; `form` are the last five outcomes, voids
 * included, oldest first.
 */
export const tipsterRecords = pgTable(
  'tipster_records',
  {
    memberId: ofMember().primaryKey(),
    settled: integer().notNull(),
    won: integer().notNull(),
    priced: integer().notNull(),
    flatProfit: numeric().notNull(),
    cappedProfit: numeric().notNull().default('0'),
    provenYield: provenYield('capped_profit'),
    stars: numeric({ precision: 3, scale: 2 }),
    form: text({ enum: tipOutcomes }).array().notNull(),
  },
  (t) => [index('tipster_records_stars').on(t.stars)],
);

/**
 * Slices of a record, written with it: tips by month (UTC, of their last kick-off); legs, as
 * singles, by league, league and month of their tip (`soccer_epl 2026-11`), and by the number of
 * their option.
 */
export const recordSlices = pgTable(
  'record_slices',
  {
    memberId: ofMember(),
    kind: text({ enum: ['month', 'league', 'league-month', 'option'] }).notNull(),
    key: text().notNull(),
    settled: integer().notNull(),
    won: integer().notNull(),
    flatProfit: numeric().notNull(),
    provenYield: provenYield('flat_profit'),
  },
  (t) => [
    primaryKey({ columns: [t.memberId, t.kind, t.key] }),
    index('record_slices_rank').on(
      t.kind,
      t.key,
      sql`(settled >= 5) desc`,
      t.provenYield.desc().nullsFirst(),
      t.settled.desc().nullsFirst(),
      t.memberId,
    ),
  ],
);
