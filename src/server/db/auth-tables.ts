import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core';

/**
 * How often something was tried lately, counted for all processes together. The library that counts
 * asks for these columns in this order. The table is unlogged: a crash forgets it, and nothing else.
 */
export const limits = pgTable('limits', {
  key: text().primaryKey(),
  points: integer().notNull().default(0),
  /** When the count begins anew, in milliseconds since 1970. */
  expire: bigint({ mode: 'number' }),
});
