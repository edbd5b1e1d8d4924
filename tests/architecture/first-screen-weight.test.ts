import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../testing/machine/planted-project.ts';

/** Matches static imports of values, because only these load code at once. */
const brings = /^(?:import|export)\s(?!type\s)(?:[^'";]*?\sfrom\s+)?'([^']+)'/gm;

function broughtBy(source: string): string[] {
  return [...source.matchAll(brings)].flatMap(([, name = '']) => name);
}

function pathOf(name: string, file: string): string | undefined {
  if (name.startsWith('#')) return `src/${name.slice(1)}`;
  return name.startsWith('.') ? relative(root, join(root, dirname(file), name)) : undefined;
}

/** Returns the chain of static imports from a file to `zod`; undefined if there is none. */
function wayToShapes(start: string): string[] | undefined {
  const ways = new Map([[start, [start]]]);
  for (const [file, way] of ways) {
    if (!/\.tsx?$/.test(file) || !existsSync(join(root, file))) continue;
    for (const name of broughtBy(readFileSync(join(root, file), 'utf8'))) {
      if (/^zod(?:\/|$)/.test(name)) return [...way, name];
      const path = pathOf(name, file);
      if (path !== undefined && !ways.has(path)) ways.set(path, [...way, path]);
    }
  }
  return undefined;
}

/** Pages with forms or with operations in the outbox, which need zod schemas. */
const withShapes =
  /^src\/client\/routes\/(?:account|settings|_member\/(?:admin|settings|sync|tipster))\b/;

const read = [
  ...globSync('src/client/routes/**/*.tsx', { cwd: root }),
  // Files that the home route loads for a member.
  'src/client/features/home/member-home.tsx',
]
  .filter((route) => !withShapes.test(route))
  .toSorted();

describe('a page without forms', () => {
  test('is found by this check', () => {
    expect(read.length).toBeGreaterThan(12);
    expect(read).toContain('src/client/routes/tip.$id.tsx');
  });

  test.each(read)('%s loads no zod schemas', (route) => {
    expect(wayToShapes(route)).toBeUndefined();
  });

  test('differs from a form, which loads schemas', () => {
    expect(wayToShapes('src/client/routes/account/login.tsx')?.at(-1)).toBe('zod/mini');
  });

  test.each([
    [`import { a } from './a.ts';`, ['./a.ts']],
    [`import {\n  a,\n  type B,\n} from '#contract/a.ts';`, ['#contract/a.ts']],
    [`import './zod-jitless.ts';`, ['./zod-jitless.ts']],
    [`export { a } from './a.ts';`, ['./a.ts']],
    [`import type { A } from './a.ts';`, []],
    [`const a = lazy(() => import('./a.ts'));`, []],
  ])('%s statically imports %s', (source, brought) => {
    expect(broughtBy(source)).toEqual(brought);
  });
});
