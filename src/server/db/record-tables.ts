import { sql } from 'drizzle-orm';
import { index, integer, numeric, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

import { minSettledForRank, imaginaryTipCount } from '#domain/record.ts';
import { sliceKinds } from '#domain/record-slices.ts';
import { tipOutcomes } from '#domain/tip.ts';

import { memberReference } from './schema.ts';

/**
 * Creates a generated column: the profit per settled tip, lowered for tipsters with few tips
 * (`adjustedYield` of the domain) and rounded, so that equal yields compare as equal.
 */
const provenYieldColumn = (profit: 'flat_profit' | 'capped_profit') =>
  numeric()
    .notNull()
    .generatedAlwaysAs(sql.raw(`round(${profit} / (settled + ${imaginaryTipCount}), 12)`));

/**
 * Sums over a tipster's confirmed tips (`RecordSums` of the domain). `changeCountedTips` updates
 * them in the transaction that changes the tips. `form` contains the last five outcomes, including
 * voids, oldest first.
 */
export const tipsterRecords = pgTable(
  'tipster_records',
  {
    memberId: memberReference().primaryKey(),
    settled: integer().notNull(),
    won: integer().notNull(),
    priced: integer().notNull(),
    flatProfit: numeric().notNull(),
    cappedProfit: numeric().notNull().default('0'),
    provenYield: provenYieldColumn('capped_profit'),
    stars: numeric({ precision: 3, scale: 2 }),
    form: text({ enum: tipOutcomes }).array().notNull(),
  },
  (t) => [index('tipster_records_stars').on(t.stars)],
);

/** Records by month, league or option (`groupIntoSlices`), updated together with the record. */
export const recordSlices = pgTable(
  'record_slices',
  {
    memberId: memberReference(),
    kind: text({ enum: sliceKinds }).notNull(),
    key: text().notNull(),
    settled: integer().notNull(),
    won: integer().notNull(),
    flatProfit: numeric().notNull(),
    provenYield: provenYieldColumn('flat_profit'),
  },
  (t) => [
    primaryKey({ columns: [t.memberId, t.kind, t.key] }),
    index('record_slices_rank').on(
      t.kind,
      t.key,
      sql.raw(`(settled >= ${minSettledForRank}) desc`),
      t.provenYield.desc().nullsFirst(),
      t.settled.desc().nullsFirst(),
      t.memberId,
    ),
  ],
);
