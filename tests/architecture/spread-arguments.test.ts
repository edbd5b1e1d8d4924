import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const src = join(import.meta.dirname, '../../src');

/** Files that spread only lists of a limited size. */
const bounded = new Set(['server/proof/verify.ts']);

test('no list of unlimited size is spread into arguments, which can overflow the stack', async () => {
  const spread = /\b(?:push|unshift|Math\.max|Math\.min|fromCharCode|fromCodePoint)\(\s*\.\.\./;
  const found: string[] = [];
  for await (const file of glob('**/*.{ts,tsx}', { cwd: src })) {
    if (!bounded.has(file) && spread.test(readFileSync(join(src, file), 'utf8'))) found.push(file);
  }
  expect(found).toEqual([]);
});
