import { type Hash, nodeHash, textHash } from './hashes.ts';

/** A complete subtree of 2^level leaves, starting at leaf index · 2^level. */
export type Subtree = { level: number; index: number };

/** Returns the hash of a complete subtree. */
export type SubtreeHashReader = (subtree: Subtree) => Hash;

/** A range of leaves; `end` is exclusive. */
type LeafRange = { start: number; end: number };

/** The Merkle root of the first `size` leaves. */
export async function computeTreeRoot(size: number, hashOf: SubtreeHashReader): Promise<Hash> {
  return size === 0 ? textHash('') : hashRange({ start: 0, end: size }, hashOf);
}

/** The inclusion proof of a leaf: RFC 9162, 2.1.3.1. */
export async function computeInclusionPath(
  index: number,
  size: number,
  hashOf: SubtreeHashReader,
): Promise<Hash[]> {
  return hashRanges(listInclusionRanges(index, { start: 0, end: size }), hashOf);
}

/** The proof that the tree of size `to` extends the tree of size `from`: RFC 9162, 2.1.4.1. */
export async function computeConsistencyPath(
  from: number,
  to: number,
  hashOf: SubtreeHashReader,
): Promise<Hash[]> {
  return from === 0
    ? []
    : hashRanges(listConsistencyRanges(from, { start: 0, end: to }, true), hashOf);
}

/** Lists the subtrees needed for the root, a leaf's inclusion or consistency with size `from`. */
export function listNeededSubtrees(needed: {
  size: number;
  leaf?: number;
  from?: number;
}): Subtree[] {
  const all = { start: 0, end: needed.size };
  const { leaf, from = 0 } = needed;
  const runs =
    leaf !== undefined
      ? listInclusionRanges(leaf, all)
      : from > 0
        ? listConsistencyRanges(from, all, true)
        : [all];
  return runs.flatMap(splitIntoSubtrees);
}

/** Verifies an inclusion proof: RFC 9162, 2.1.3.2. */
export async function isLeafIncluded(
  { root, size }: { root: Hash; size: number },
  { hash, index, path }: { hash: Hash; index: number; path: readonly Hash[] },
): Promise<boolean> {
  if (index >= size) return false;
  let [node, last, found] = [index, size - 1, hash];
  for (const beside of path) {
    if (last === 0) return false;
    if (node % 2 === 1 || node === last) {
      found = await nodeHash(beside, found);
      while (node % 2 === 0 && node !== 0) [node, last] = [halve(node), halve(last)];
    } else {
      found = await nodeHash(found, beside);
    }
    [node, last] = [halve(node), halve(last)];
  }
  return last === 0 && found === root;
}

/** Verifies a consistency proof: RFC 9162, 2.1.4.2. */
export async function isConsistent(
  first: { root: Hash; size: number },
  second: { root: Hash; size: number },
  path: readonly Hash[],
): Promise<boolean> {
  if (first.size === second.size) return first.root === second.root && path.length === 0;
  if (first.size > second.size) return false;
  if (first.size === 0) return path.length === 0;

  const whole = Number.isInteger(Math.log2(first.size));
  const [start, ...rest] = whole ? [first.root, ...path] : path;
  if (start === undefined) return false;
  let [node, last] = [first.size - 1, second.size - 1];
  while (node % 2 === 1) [node, last] = [halve(node), halve(last)];
  let [old, now] = [start, start];
  for (const beside of rest) {
    if (last === 0) return false;
    if (node % 2 === 1 || node === last) {
      [old, now] = [await nodeHash(beside, old), await nodeHash(beside, now)];
      while (node % 2 === 0 && node !== 0) [node, last] = [halve(node), halve(last)];
    } else {
      now = await nodeHash(now, beside);
    }
    [node, last] = [halve(node), halve(last)];
  }
  return last === 0 && old === first.root && now === second.root;
}

/** Lists the sibling subtrees of a leaf's path, from the leaf to the root. */
function listInclusionRanges(index: number, { start, end }: LeafRange): LeafRange[] {
  if (end - start <= 1) return [];
  const middle = start + splitPoint(end - start);
  return index < middle
    ? [...listInclusionRanges(index, { start, end: middle }), { start: middle, end }]
    : [...listInclusionRanges(index, { start: middle, end }), { start, end: middle }];
}

/**
 * Implements SUBPROOF of RFC 9162; `known` is true while the verifier knows the range's hash from
 * the older root.
 */
function listConsistencyRanges(
  from: number,
  { start, end }: LeafRange,
  known: boolean,
): LeafRange[] {
  if (from === end) return known ? [] : [{ start, end }];
  const middle = start + splitPoint(end - start);
  return from <= middle
    ? [...listConsistencyRanges(from, { start, end: middle }, known), { start: middle, end }]
    : [...listConsistencyRanges(from, { start: middle, end }, false), { start, end: middle }];
}

/** The largest power of two below a size. */
function splitPoint(size: number): number {
  return 2 ** (Math.ceil(Math.log2(size)) - 1);
}

/** Splits a range at the tree's boundaries into complete subtrees, from the left. */
function splitIntoSubtrees({ start, end }: LeafRange): Subtree[] {
  if (start === end) return [];
  const level = Math.floor(Math.log2(end - start));
  const width = 2 ** level;
  return [{ level, index: start / width }, ...splitIntoSubtrees({ start: start + width, end })];
}

async function hashRanges(runs: readonly LeafRange[], hashOf: SubtreeHashReader): Promise<Hash[]> {
  return Promise.all(runs.map(async (run) => hashRange(run, hashOf)));
}

async function hashRange(run: LeafRange, hashOf: SubtreeHashReader): Promise<Hash> {
  const [last = '', ...others] = splitIntoSubtrees(run).map(hashOf).toReversed();
  let hash = last;
  for (const left of others) hash = await nodeHash(left, hash);
  return hash;
}

function halve(number: number): number {
  return Math.floor(number / 2);
}
