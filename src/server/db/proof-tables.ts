import { index, integer, pgTable, primaryKey, smallint, text, unique } from 'drizzle-orm/pg-core';

import { bytes, moment } from './columns.ts';

/** Leaves of the signed log: the growth of each chain, in leaves of bounded length. Append-only. */
export const proofLeaves = pgTable(
  'proof_leaves',
  {
    index: integer().primaryKey(),
    chain: text().notNull(),
    /** The last position that earlier leaves contain, and its hash. */
    start: integer().notNull(),
    startHash: bytes().notNull(),
    /** The last position that this leaf contains, and its hash. */
    end: integer().notNull(),
    endHash: bytes().notNull(),
  },
  (t) => [unique('proof_leaves_chain').on(t.chain, t.end)],
);

/** The log's Merkle tree: the hash of each complete run of 2^level leaves. Append-only. */
export const proofNodes = pgTable(
  'proof_nodes',
  { level: smallint().notNull(), index: integer().notNull(), hash: bytes().notNull() },
  (t) => [primaryKey({ columns: [t.level, t.index] })],
);

/** Signed and published roots of the log, one per hour. Append-only. */
export const checkpoints = pgTable(
  'checkpoints',
  {
    at: moment().primaryKey(),
    size: integer().notNull(),
    root: bytes().notNull(),
    key: bytes().notNull(),
    signature: bytes().notNull(),
  },
  (t) => [index('checkpoints_size').on(t.size, t.at)],
);

/**
 * Events that no checkpoint contains yet. The database inserts each with its event, and the next
 * checkpoint deletes those it contains: a later or uncommitted one stays.
 */
export const unsealedEvents = pgTable(
  'unsealed_events',
  { chain: text().notNull(), position: integer().notNull() },
  (t) => [primaryKey({ columns: [t.chain, t.position] })],
);
