import { leafHash, nodeHash } from '#contract/proof/hashes.ts';
import type { SubtreeHashReader } from '#contract/proof/merkle.ts';

/** Returns a reader of the hashes of complete subtrees, as a server stores them. */
export async function aTree(leaves: readonly string[]): Promise<SubtreeHashReader> {
  const rows = [await Promise.all(leaves.map(leafHash))];
  for (let row = rows[0] ?? []; row.length > 1; row = rows.at(-1) ?? []) {
    const above = [];
    for (let index = 0; index + 1 < row.length; index += 2) {
      above.push(await nodeHash(row[index] ?? '', row[index + 1] ?? ''));
    }
    rows.push(above);
  }
  return ({ level, index }) => rows[level]?.[index] ?? 'no such subtree';
}
