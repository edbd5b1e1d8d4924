import { sql } from 'drizzle-orm';
import { index, integer, numeric, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

import { tipOutcomes } from '#domain/tip.ts';

import { ofMember } from './schema.ts';

/** What a profit proves (`provenYield` of the domain), rounded so that equal ones are equal. */
const provenYield = (profit: 'flat_profit' | 'capped_profit') =>
  numeric()
    .notNull()
    .generatedAlwaysAs(sql`round(${sql.raw(profit)} / (settled + 50), 12)`);

/**
 * The sums of a tipster's confirmed tips. Written by the function `recompute_record` alone, which triggers call at
 * the end of every transaction that confirms, withdraws or settles one of them; deleting one or giving it to somebody
 * else is nothing they look out for. `priced` had a price at kick-off; `cappedProfit` has 20 units at most from each;
 * `stars` are null below ten; `form` are the last five outcomes, voids too, oldest first.
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
 * Parts of a record, written with it: tips by month (UTC, of their last kick-off); legs, as singles, by
 * league, league and month of their tip (`soccer_epl 2026-11`), and by the number of their option.
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
