import type { Checkpoint, Leaf } from '#contract/proof/calls.ts';
import { hasValidSignature } from '#contract/proof/check.ts';
import { linkHash, noHash, textHash } from '#contract/proof/hashes.ts';
import { computeTreeRoot, type Subtree } from '#contract/proof/merkle.ts';

import { type Database, type Queryable, runInTransaction } from '../db/database.ts';
import { readChainedEvents, type ChainedEvent } from './chained-events.ts';
import { FixtureReplay } from './fixture-replay.ts';
import { addLeaf, readCheckpoints, readLeaves, toSubtreeKey } from './log.ts';
import { MemberVerifier } from './member-verifier.ts';

/** Numbers of checked events and checkpoints, and a sentence for each problem. */
export type VerificationResult = { events: number; checkpoints: number; problems: string[] };

/** Tolerated difference between clocks, in milliseconds. */
const checkpointToleranceMs = 60_000;

/**
 * Verifies a database against its own checkpoints and `seen`, those that a reader has saved: all
 * chains, the log, its roots and signatures, and whether games, tips, records, roles and follows
 * match the events. Reads one snapshot, so members can continue to post.
 */
export async function verifyDatabase(
  database: Database,
  seen: readonly Checkpoint[] = [],
): Promise<VerificationResult> {
  return runInTransaction(database, async (tx) => verifySnapshot(tx, seen), { isSnapshot: true });
}

/** Verifies the database within a transaction. */
export async function verifySnapshot(
  database: Queryable,
  seen: readonly Checkpoint[] = [],
): Promise<VerificationResult> {
  const problems: string[] = [];
  const report = (problem: string) => problems.push(problem);
  const log = await readProofLog(database, report);
  const stored = await readAllPages(async (last?: Checkpoint) =>
    readCheckpoints(database, 0, 1000, last?.at),
  );
  for (const checkpoint of stored) await verifyCheckpoint(checkpoint, log, report);
  const keys = new Set(stored.map(({ key }) => key));
  for (const checkpoint of seen) {
    await verifyCheckpoint(checkpoint, log, report);
    if (!keys.has(checkpoint.key))
      report(`${describeCheckpoint(checkpoint)} was signed with a key nobody knows.`);
  }

  const times = createLeafTimeFinder(stored);
  const fixtures = new FixtureReplay(report);
  const members = new MemberVerifier(database, fixtures, report);
  let before: ChainedEvent | undefined;
  let events = 0;
  for await (const event of readChainedEvents(database)) {
    const last = before?.chain === event.chain ? before : undefined;
    await verifyEvent(event, last, log, times, report);
    if (event.chain.startsWith('fixture:')) fixtures.add(event);
    if (event.chain.startsWith('member:')) await members.add(event);
    before = event;
    events += 1;
  }
  for (const name of log.heads.keys())
    report(`${name} is in the log and not in the audit any more.`);
  await fixtures.compare(database);
  await members.finish();
  return { events, checkpoints: stored.length, problems };
}

type ProofLog = {
  size: number;
  rootAt: (size: number) => Promise<string>;
  /** Hash of each leaf's last event, by chain and position; deleted when the event is verified. */
  heads: Map<string, string>;
  /** The end position and index of each leaf, by chain. */
  leaves: Map<string, { end: number; index: number }[]>;
};

type ReportProblem = (problem: string) => void;

async function readProofLog(database: Queryable, report: ReportProblem): Promise<ProofLog> {
  const nodes = new Map<string, string>();
  const heads = new Map<string, string>();
  const leaves: ProofLog['leaves'] = new Map();
  const ends = new Map<string, Leaf>();
  const all = await readAllPages(async (_last: Leaf | undefined, count) =>
    readLeaves(database, count, 1000),
  );
  for (const [index, leaf] of all.entries()) {
    const former = ends.get(leaf.chain);
    if (leaf.start !== (former?.end ?? 0) || leaf.startHash !== (former?.endHash ?? noHash)) {
      report(`Leaf ${index} of the log does not go on where ${leaf.chain} had ended.`);
    }
    ends.set(leaf.chain, leaf);
    heads.set(`${leaf.chain} ${leaf.end}`, leaf.endHash);
    leaves.set(leaf.chain, [...(leaves.get(leaf.chain) ?? []), { end: leaf.end, index }]);
    await addLeaf(nodes, index, leaf);
  }
  const hashOf = (subtree: Subtree) => nodes.get(toSubtreeKey(subtree)) ?? '';
  return { size: all.length, rootAt: async (size) => computeTreeRoot(size, hashOf), heads, leaves };
}

async function verifyCheckpoint(
  checkpoint: Checkpoint,
  log: ProofLog,
  report: ReportProblem,
): Promise<void> {
  const { size, root } = checkpoint;
  if (!(await hasValidSignature(checkpoint)))
    report(`${describeCheckpoint(checkpoint)} does not bear its signature.`);
  if (size > log.size)
    report(`${describeCheckpoint(checkpoint)} is of ${size} leaves, and ${log.size} are left.`);
  else if ((await log.rootAt(size)) !== root)
    report(`${describeCheckpoint(checkpoint)} is not of this log.`);
}

function describeCheckpoint({ at }: Checkpoint): string {
  return `The checkpoint of ${at}`;
}

async function verifyEvent(
  event: ChainedEvent,
  last: ChainedEvent | undefined,
  log: ProofLog,
  times: (leaf: number) => { after: number; before: number },
  report: ReportProblem,
): Promise<void> {
  const { chain, position, content, contentDigest, subject, action, hash, at } = event;
  const name = `${action} of ${subject} (${chain}, ${position})`;
  if (position !== (last?.position ?? 0) + 1) report(`What came before ${name} is gone.`);
  const digest = content === null ? undefined : await textHash(content);
  const isAsHashed = digest === undefined || contentDigest === null || digest === contentDigest;
  const link = await linkHash(last?.hash ?? noHash, contentDigest ?? digest ?? noHash);
  if (hash !== link || !isAsHashed) report(`${name} is not what was written down.`);
  const head = log.heads.get(`${chain} ${position}`);
  if (head !== undefined && head !== hash) report(`${name} is not what the log says.`);
  log.heads.delete(`${chain} ${position}`);

  const leaf = log.leaves.get(chain)?.find(({ end }) => position <= end);
  const { after, before } = times(leaf?.index ?? Infinity);
  if (
    at.getTime() >= after - checkpointToleranceMs &&
    at.getTime() <= before + checkpointToleranceMs
  )
    return;
  if (!leaf) report(`${name} is in no checkpoint, and there is a later one.`);
  else report(`${name} says ${at.toISOString()}, and was written between two other checkpoints.`);
}

/**
 * Returns a function that finds the interval in which a leaf was added: between two checkpoints. An
 * event outside all leaves must be newer than the last checkpoint.
 */
function createLeafTimeFinder(stored: readonly Checkpoint[]) {
  const intervals: { after: number; before: number }[] = [];
  let after = Number.NEGATIVE_INFINITY;
  for (const { size, at } of stored) {
    const before = Date.parse(at);
    while (intervals.length < size) intervals.push({ after, before });
    after = before;
  }
  const unsealed = { after, before: Number.POSITIVE_INFINITY };
  return (leaf: number) => intervals[leaf] ?? unsealed;
}

async function readAllPages<Row>(
  page: (last: Row | undefined, count: number) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const next = await page(rows.at(-1), rows.length);
    rows.push(...next);
    if (next.length === 0) return rows;
  }
}
