import { describe, expect, test } from 'vitest';

import { leafHash } from '#contract/proof/hashes.ts';
import {
  computeConsistencyPath,
  isLeafIncluded,
  computeInclusionPath,
  isConsistent,
  computeTreeRoot,
} from '#contract/proof/merkle.ts';

import { aTree } from '../testing/tips/merkle-tree.ts';

/** The eight leaves of the RFC 6962 and 9162 test vectors. */
const known = ['', '\0', '\u0010', ' !', '01', '@ABC', 'PQRSTUVW', '`abcdefghijklmno'];

const knownRoots = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

const letters = Array.from({ length: 11 }, (_, index) => `leaf ${index}`);
const sizes = letters.map((_, index) => index + 1);

describe('the root of a log', () => {
  test('of no leaves is the hash of nothing', async () => {
    expect(await computeTreeRoot(0, await aTree([]))).toBe(
      'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    );
  });

  test.each(knownRoots.map((root, index) => [index + 1, root] as const))(
    'of the %i known leaves equals the published one',
    async (size, root) => {
      expect(await computeTreeRoot(size, await aTree(known))).toBe(root);
    },
  );
});

describe('an inclusion proof', () => {
  test('of a known leaf equals the published path', async () => {
    expect(await computeInclusionPath(5, 8, await aTree(known))).toEqual([
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ]);
  });

  test('proves every leaf in every tree, and no other leaf', async () => {
    const tree = await aTree(letters);
    for (const size of sizes) {
      const root = await computeTreeRoot(size, tree);
      for (let index = 0; index < size; index += 1) {
        const path = await computeInclusionPath(index, size, tree);
        const hash = await leafHash(letters[index] ?? '');
        const other = await leafHash('another leaf');
        expect(await isLeafIncluded({ root, size }, { hash, index, path })).toBe(true);
        expect(await isLeafIncluded({ root, size }, { hash: other, index, path })).toBe(false);
        expect(await isLeafIncluded({ root, size }, { hash, index: size, path })).toBe(false);
        expect(await isLeafIncluded({ root, size }, { hash, index, path: [...path, hash] })).toBe(
          false,
        );
      }
    }
  });
});

describe('a consistency proof', () => {
  test('between known trees equals the published path', async () => {
    expect(await computeConsistencyPath(6, 8, await aTree(known))).toEqual([
      '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ]);
  });

  test('proves that every tree begins with every smaller one, and with no other', async () => {
    const tree = await aTree(letters);
    const forged = await aTree(
      letters.map((leaf, index) => (index === 0 ? 'a forged leaf' : leaf)),
    );
    for (const to of sizes) {
      const now = { root: await computeTreeRoot(to, tree), size: to };
      for (let from = 1; from <= to; from += 1) {
        const path = await computeConsistencyPath(from, to, tree);
        const then = { root: await computeTreeRoot(from, tree), size: from };
        const other = { root: await computeTreeRoot(from, forged), size: from };
        expect(await isConsistent(then, now, path)).toBe(true);
        expect(await isConsistent(other, now, path)).toBe(false);
        const rewritten = await computeConsistencyPath(from, to, forged);
        const forgedNow = { root: await computeTreeRoot(to, forged), size: to };
        expect(await isConsistent(then, forgedNow, rewritten)).toBe(false);
      }
    }
  });

  test('never proves that a log became shorter', async () => {
    const tree = await aTree(letters);
    const [two, five] = [
      { root: await computeTreeRoot(2, tree), size: 2 },
      { root: await computeTreeRoot(5, tree), size: 5 },
    ];
    expect(await isConsistent(five, two, await computeConsistencyPath(2, 5, tree))).toBe(false);
  });
});
