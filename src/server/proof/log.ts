import { and, asc, desc, eq, gt, inArray, lte, or, sql } from 'drizzle-orm';

import { leafText } from '#contract/proof/check.ts';
import type { Checkpoint, Leaf } from '#contract/proof/calls.ts';
import { leafHash, nodeHash } from '#contract/proof/hashes.ts';
import {
  type SubtreeHashReader,
  computeTreeRoot,
  type Subtree,
  listNeededSubtrees,
} from '#contract/proof/merkle.ts';
import { hourMs } from '#domain/durations.ts';

import {
  type Database,
  insertInBatches,
  type Queryable,
  tryAdvisoryLock,
  runInTransaction,
} from '../db/database.ts';
import { checkpoints, proofLeaves, proofNodes } from '../db/proof-tables.ts';
import { derivePublicKey, signCheckpoint } from './key.ts';
import { lockIds } from '../db/locks.ts';

/** Maximum events of a chain in one leaf; a receipt contains the digest of each event. */
export const maxEventsPerLeaf = 100;

/**
 * Appends leaves to the Merkle tree for every chain with new events, and signs the new root. Does
 * nothing within an hour of the last checkpoint, or if the log is empty.
 */
export async function createCheckpoint(
  database: Database,
  secret: string,
  now: Date,
): Promise<void> {
  await runInTransaction(database, async (tx) => {
    if (!(await tryAdvisoryLock(tx, lockIds.proofLog))) return;
    const last = await readNewestCheckpoint(tx);
    if (last && now.getTime() - Date.parse(last.at) < hourMs) return;
    const known = last?.size ?? 0;
    const grown = await takeNewLeaves(tx);
    const size = known + grown.length;
    if (size === 0) return;

    const hashes = await readSubtreeHashes(tx, [{ size: known }]);
    const added: (typeof proofNodes.$inferInsert)[] = [];
    for (const [offset, leaf] of grown.entries()) {
      for (const { hash, ...subtree } of await addLeaf(hashes, known + offset, leaf)) {
        added.push({ ...subtree, hash: Buffer.from(hash, 'hex') });
      }
    }
    await insertLeavesAndNodes(tx, grown, known, added);
    const root = await computeTreeRoot(size, toSubtreeHashReader(hashes));
    const checkpoint = signCheckpoint({ size, root, at: now.toISOString() }, secret);
    await tx.insert(checkpoints).values({
      at: now,
      size,
      root: Buffer.from(root, 'hex'),
      key: Buffer.from(checkpoint.key, 'hex'),
      signature: Buffer.from(checkpoint.signature, 'hex'),
    });
  });
}

/** Adds the hashes of a leaf and of the subtrees that it completes; returns these hashes. */
export async function addLeaf(hashes: Map<string, string>, index: number, leaf: Leaf) {
  const completed = [{ level: 0, index, hash: await leafHash(leafText(leaf)) }];
  for (const node of completed) {
    hashes.set(toSubtreeKey(node), node.hash);
    // A node with an odd index completes its parent.
    if (node.index % 2 === 0) continue;
    const left = hashes.get(toSubtreeKey({ ...node, index: node.index - 1 })) ?? '';
    const hash = await nodeHash(left, node.hash);
    completed.push({ level: node.level + 1, index: (node.index - 1) / 2, hash });
  }
  return completed;
}

/**
 * Returns new leaves for each chain that has grown, and empties `unsealed_events`. Reads the last
 * event of each leaf by `limit 1`, one index look-up.
 */
async function takeNewLeaves(tx: Queryable): Promise<Leaf[]> {
  const { rows } = await tx.execute<Leaf>(sql`
    with taken as (delete from unsealed_events returning chain, position),
      grown as (select chain, max(position) as position from taken group by chain)
    select grown.chain, piece.start,
      encode(coalesce(
        lag(head.hash) over (partition by grown.chain order by piece.start),
        logged.hash, decode(repeat('00', 32), 'hex')), 'hex') as "startHash",
      piece."end", encode(head.hash, 'hex') as "endHash"
    from grown
    left join lateral (select "end" as position, end_hash as hash from proof_leaves
      where chain = grown.chain order by "end" desc limit 1) as logged on true
    cross join lateral (
      select start, least(start + ${maxEventsPerLeaf}, grown.position) as "end"
      from generate_series(coalesce(logged.position, 0), grown.position - 1, ${maxEventsPerLeaf}) as start
    ) as piece
    cross join lateral (select hash from audit
      where chain = grown.chain and position = piece."end" limit 1) as head
    order by grown.chain, piece.start`);
  return rows;
}

async function insertLeavesAndNodes(
  tx: Queryable,
  leaves: readonly Leaf[],
  known: number,
  nodes: (typeof proofNodes.$inferInsert)[],
): Promise<void> {
  const rows = leaves.map(({ startHash, endHash, ...leaf }, offset) => ({
    ...leaf,
    index: known + offset,
    startHash: Buffer.from(startHash, 'hex'),
    endHash: Buffer.from(endHash, 'hex'),
  }));
  await insertInBatches(rows, (batch) => tx.insert(proofLeaves).values(batch));
  await insertInBatches(nodes, (batch) => tx.insert(proofNodes).values(batch));
}

/** Reads the hashes of subtrees that the proofs over these ranges of leaves need. */
async function readSubtreeHashes(
  database: Queryable,
  ranges: readonly Parameters<typeof listNeededSubtrees>[0][],
): Promise<Map<string, string>> {
  const subtreesByName = new Map(
    ranges.flatMap(listNeededSubtrees).map((subtree) => [toSubtreeKey(subtree), subtree]),
  );
  if (subtreesByName.size === 0) return new Map();
  const rows = await database
    .select()
    .from(proofNodes)
    .where(
      or(
        ...[...subtreesByName.values()].map(({ level, index }) =>
          and(eq(proofNodes.level, level), eq(proofNodes.index, index)),
        ),
      ),
    );
  return new Map(rows.map((row) => [toSubtreeKey(row), row.hash.toString('hex')]));
}

/** Reads the hashes that the proofs need; returns a function that finds the hash of a subtree. */
export async function createSubtreeHashReader(
  database: Queryable,
  ranges: readonly Parameters<typeof listNeededSubtrees>[0][],
): Promise<SubtreeHashReader> {
  return toSubtreeHashReader(await readSubtreeHashes(database, ranges));
}

function toSubtreeHashReader(hashes: ReadonlyMap<string, string>): SubtreeHashReader {
  return (subtree) => {
    const hash = hashes.get(toSubtreeKey(subtree));
    if (hash === undefined) throw new Error(`the log has no subtree ${toSubtreeKey(subtree)}`);
    return hash;
  };
}

/** Returns the key of a subtree in a map of hashes. */
export function toSubtreeKey({ level, index }: Subtree): string {
  return `${level}:${index}`;
}

/** Returns the newest checkpoint; undefined if there is none. */
export async function readNewestCheckpoint(database: Queryable): Promise<Checkpoint | undefined> {
  const [row] = await database.select().from(checkpoints).orderBy(desc(checkpoints.at)).limit(1);
  return row && toCheckpoint(row);
}

/** Reads checkpoints with at least `size` leaves, oldest first, optionally after an instant. */
export async function readCheckpoints(
  database: Queryable,
  size: number,
  limit: number,
  after?: string,
): Promise<Checkpoint[]> {
  const rows = await database
    .select()
    .from(checkpoints)
    .where(
      and(
        gt(checkpoints.size, size - 1),
        after === undefined ? undefined : gt(checkpoints.at, new Date(after)),
      ),
    )
    .orderBy(asc(checkpoints.at))
    .limit(limit);
  return rows.map(toCheckpoint);
}

/** Reads at most `limit` leaves in order, beginning at an index. */
export async function readLeaves(
  database: Queryable,
  index: number,
  limit: number,
): Promise<Leaf[]> {
  const rows = await database
    .select()
    .from(proofLeaves)
    .where(gt(proofLeaves.index, index - 1))
    .orderBy(asc(proofLeaves.index))
    .limit(limit);
  return rows.map(toLeaf);
}

/** A leaf with the first checkpoint that contains it and the last checkpoint that does not. */
export type LeafWithCheckpoints = {
  index: number;
  leaf: Leaf;
  checkpoint: Checkpoint;
  previous: Checkpoint | undefined;
};

/** Reads leaves by index, in order, if a checkpoint contains them. */
export async function readLeavesWithCheckpoints(
  database: Queryable,
  indexes: readonly number[],
): Promise<LeafWithCheckpoints[]> {
  const first = database
    .select()
    .from(checkpoints)
    .where(gt(checkpoints.size, proofLeaves.index))
    .orderBy(asc(checkpoints.size), asc(checkpoints.at))
    .limit(1)
    .as('first');
  const former = database
    .select()
    .from(checkpoints)
    .where(lte(checkpoints.size, proofLeaves.index))
    .orderBy(desc(checkpoints.size), desc(checkpoints.at))
    .limit(1)
    .as('former');
  const rows = await database
    .select()
    .from(proofLeaves)
    .innerJoinLateral(first, sql`true`)
    .leftJoinLateral(former, sql`true`)
    .where(inArray(proofLeaves.index, [...indexes]))
    .orderBy(asc(proofLeaves.index));
  return rows.map(({ proof_leaves: row, first, former }) => ({
    index: row.index,
    leaf: toLeaf(row),
    checkpoint: toCheckpoint(first),
    previous: former ? toCheckpoint(former) : undefined,
  }));
}

function toCheckpoint({ size, root, at, key, signature }: typeof checkpoints.$inferSelect) {
  return {
    size,
    root: root.toString('hex'),
    at: at.toISOString(),
    key: key.toString('hex'),
    signature: signature.toString('hex'),
  };
}

function toLeaf({ chain, start, startHash, end, endHash }: typeof proofLeaves.$inferSelect): Leaf {
  return {
    chain,
    start,
    startHash: startHash.toString('hex'),
    end,
    endHash: endHash.toString('hex'),
  };
}

/**
 * True if the last checkpoint has this secret's public key, or none exists. The server logs another
 * key at its start; phones report it, too.
 */
export async function isLastCheckpointSignedBy(
  database: Queryable,
  secret: string,
): Promise<boolean> {
  const last = await readNewestCheckpoint(database);
  return !last || last.key === derivePublicKey(secret);
}
