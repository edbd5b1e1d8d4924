import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { root, says } from '../testing/machine/planted-project.ts';

// A check that covers no files would always pass.

const written = globSync(['src/**/*.{ts,tsx,js}', 'tests/**/*.{ts,tsx}', 'locales/*.ts', '*.ts'], {
  cwd: root,
}).filter((path) => path !== 'src/client/route-tree.gen.ts');

/** A project's own files, as the compiler finds them. */
const Configuration = z.object({ files: z.array(z.string()) });

describe('every source file', () => {
  test('is linted', async () => {
    const linted = (await says('oxlint', ['--debug=files'], root)).split('\n');

    expect(written.length).toBeGreaterThan(50);
    expect(written.filter((path) => !linted.includes(path))).toEqual([]);
  });

  test('is compiled', async () => {
    const projects = ['.', 'locales', 'tests', ...globSync('src/*/tsconfig.json', { cwd: root })];
    const lists = await Promise.all(
      projects.map(async (project) => {
        const { files } = Configuration.parse(
          JSON.parse(await says('tsc', ['-p', project, '--showConfig'], root)),
        );
        const folder = project.endsWith('.json') ? dirname(project) : project;
        return files.map((path) => join(folder, path));
      }),
    );
    const compiled = new Set(lists.flat());

    expect(written.filter((path) => !path.endsWith('.js') && !compiled.has(path))).toEqual([]);
  });
});
