import { index, integer, pgTable, primaryKey, smallint, text, unique } from 'drizzle-orm/pg-core';

import { bytes, moment } from './columns.ts';

/** Leaves of the signed log: each covers a limited number of new events of a chain. Append-only. */
export const proofLeaves = pgTable(
  'proof_leaves',
  {
    index: integer().primaryKey(),
    chain: text().notNull(),
    /** The chain position of the last event before this leaf; `startHash` is this event's hash. */
    start: integer().notNull(),
    startHash: bytes().notNull(),
    /** The chain position of the last event in this leaf; `endHash` is this event's hash. */
    end: integer().notNull(),
    endHash: bytes().notNull(),
  },
  (t) => [unique('proof_leaves_chain').on(t.chain, t.end)],
);

/** Inner nodes of the log's Merkle tree: hashes of full groups of 2^level leaves. Append-only. */
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
 * Events that are not in a checkpoint yet. A trigger inserts a row with each event, and a
 * checkpoint deletes the rows of the events that it contains.
 */
export const unsealedEvents = pgTable(
  'unsealed_events',
  { chain: text().notNull(), position: integer().notNull() },
  (t) => [primaryKey({ columns: [t.chain, t.position] })],
);
