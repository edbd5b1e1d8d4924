import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

import { plantedBugs } from './planted/all.ts';
import { plant } from './planted/planted-bug.ts';

const root = join(import.meta.dirname, '../..');
const sourceOf = (file: string) => readFileSync(join(root, file), 'utf8');

describe('the planted bugs', () => {
  test('are fifteen, each with a name of its own', () => {
    expect(new Set(plantedBugs.map(({ name }) => name)).size).toBe(15);
  });

  test.each(plantedBugs)('$name changes exactly one place of the source as it is', (bug) => {
    const source = sourceOf(bug.file);
    expect(plant(bug, source)).not.toBe(source);
  });

  test('that are not in the source any more are an error', () => {
    const bug = { name: 'outdated', file: 'a.ts', edits: [{ find: 'gone', replace: 'there' }] };
    expect(() => plant(bug, 'nothing of it')).toThrow('found 0 times in a.ts');
    expect(() => plant(bug, 'gone and gone')).toThrow('found 2 times in a.ts');
  });
});
