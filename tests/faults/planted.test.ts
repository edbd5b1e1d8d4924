import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { plantedProject, root, says } from '../testing/machine/planted-project.ts';
import { kickOffBugs, plantedBugs, raceBugs } from './model/planted/bugs.ts';
import { condition } from './model/planted/content-bugs.ts';
import { failpointsIn, plant } from './model/planted/plant.ts';

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const sources = globSync('src/{domain,contract,sync,server}/**/*.ts', { cwd: root }).map(
  (file) => ({ file, source: read(file) }),
);
const marked = sources.filter(({ source }) => source.includes('// failpoint: '));
const allBugs = [...plantedBugs, ...kickOffBugs, ...raceBugs, condition];
const planted = allBugs.flatMap(({ name, edits }) => edits.map(({ at = name }) => at));

describe('the planted bugs', () => {
  test('have fifty-five different names', () => {
    expect(new Set(plantedBugs.map(({ name }) => name)).size).toBe(55);
  });

  test('use each failpoint of the source once, and no other', () => {
    const found = marked.flatMap(({ source }) => failpointsIn(source).map(({ name }) => name));
    expect(found.toSorted()).toEqual(planted.toSorted());
  });

  test.each(allBugs)('$name changes one file of the source', (bug) => {
    const changed = marked.filter(({ source }) => plant([bug], source) !== source);
    expect(changed).toHaveLength(1);
  });

  test('cause no type error when all of them are in the source', async () => {
    const texts = sources.map(({ file, source }) => [file, plant(allBugs, source)]);
    // A bug may leave a variable unused.
    const base = read('tsconfig.json').replaceAll(/("noUnused\w+": )true/g, '$1false');
    const packages = readdirSync(join(root, 'node_modules')).filter(
      (name) => !name.startsWith('.'),
    );
    using project = plantedProject(
      { ...Object.fromEntries(texts), 'tsconfig.json': base },
      packages,
    );
    expect(await says('tsc', ['-b', 'src/sync', 'src/server'], project.folder)).toBe('');
  }, 60_000);
});

describe('a failpoint', () => {
  const source = `f(
    // failpoint: argument
    a + b,
  );
  // failpoint: statement
  const c = 1;`;
  const bug = (at: string, edit: { before: string } | { after: string } | { instead: string }) => [
    { name: at, edits: [edit] },
  ];

  test('marks the whole syntax node after its comment', () => {
    const marked = failpointsIn(source).map(({ node: { start, end } }) => source.slice(start, end));
    expect(marked).toEqual(['a + b', 'const c = 1;']);
  });

  test('can have code added before it or after it, or be replaced', () => {
    expect(plant(bug('argument', { instead: 'd' }), source)).toContain('argument\n    d,');
    expect(plant(bug('argument', { after: 'd' }), source)).toContain('a + b, d,');
    expect(plant(bug('statement', { before: 'd();' }), source)).toContain('d();\nconst c = 1;');
    expect(plant(bug('statement', { after: 'd();' }), source)).toContain('const c = 1;\nd();');
  });
});
