import { index, integer, pgTable, primaryKey, smallint, text, unique } from 'drizzle-orm/pg-core';

import { bytes, moment } from './columns.ts';

/** The log that is signed: how far each chain had grown, in leaves of bounded length. Append-only. */
export const proofLeaves = pgTable(
  'proof_leaves',
  {
    index: integer().primaryKey(),
    chain: text().notNull(),
    /** The last position that was in the log before, and its hash. */
    start: integer().notNull(),
    startHash: bytes().notNull(),
    /** The last position that is in it now, and its hash. */
    end: integer().notNull(),
    endHash: bytes().notNull(),
  },
  (t) => [unique('proof_leaves_chain').on(t.chain, t.end)],
);

/** The log's Merkle tree: the hash over each whole run of 2^level leaves. Append-only. */
export const proofNodes = pgTable(
  'proof_nodes',
  { level: smallint().notNull(), index: integer().notNull(), hash: bytes().notNull() },
  (t) => [primaryKey({ columns: [t.level, t.index] })],
);

/** The log's root as it was signed and published, hour by hour. Append-only. */
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
 * Events that no checkpoint holds yet. The database adds each with the event itself, and whoever writes
 * the next checkpoint takes away those it holds: a later one, or one not yet committed, stays.
 */
export const unsealedEvents = pgTable(
  'unsealed_events',
  { chain: text().notNull(), position: integer().notNull() },
  (t) => [primaryKey({ columns: [t.chain, t.position] })],
);
