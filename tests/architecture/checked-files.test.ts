import { globSync } from 'node:fs';
import { relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root, says } from '../testing/machine/planted-project.ts';

// A check that covers no files would always pass.

const written = globSync(['src/**/*.{ts,tsx,js}', 'tests/**/*.{ts,tsx}', 'locales/*.ts', '*.ts'], {
  cwd: root,
}).filter((path) => path !== 'src/client/route-tree.gen.ts');

describe('every source file', () => {
  test('is linted', async () => {
    const linted = (await says('oxlint', ['--debug=files'], root)).split('\n');

    expect(written.length).toBeGreaterThan(50);
    expect(written.filter((path) => !linted.includes(path))).toEqual([]);
  });

  test('is compiled', async () => {
    const projects = ['.', 'locales', 'tests', ...globSync('src/*', { cwd: root })];
    const lists = await Promise.all(
      projects.map((project) => says('tsc', ['-p', project, '--listFilesOnly'], root)),
    );
    const compiled = new Set(
      lists
        .join('\n')
        .split('\n')
        .map((path) => relative(root, path)),
    );

    expect(written.filter((path) => !path.endsWith('.js') && !compiled.has(path))).toEqual([]);
  });
});
