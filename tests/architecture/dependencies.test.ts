import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../testing/machine/planted-project.ts';

const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
);
/** Folders with code that only a build or a developer runs. */
const notInTheImage = ['src/server/db/drizzle.config.ts'];

test('every library that the server imports is a production dependency', () => {
  const missing = globSync('src/{server,contract,domain}/**/*.ts', { cwd: root })
    .filter((file) => !notInTheImage.includes(file))
    .flatMap((file) => librariesIn(file).map((library) => ({ file, library })))
    .filter(({ library }) => !(library in dependencies));

  expect(missing).toEqual([]);
});

/** The libraries that a file imports at run time; type imports do not count. */
function librariesIn(file: string): string[] {
  const code = readFileSync(join(root, file), 'utf8');
  const imports = code.matchAll(
    /^(?:import|export)\s(?!type\s)(?:[^;]*?\sfrom\s)?'([^'.#][^']*)';/gm,
  );
  return Array.from(imports, ([, from = '']) => from)
    .filter((from) => !from.startsWith('node:'))
    .map((from) => from.split('/', from.startsWith('@') ? 2 : 1).join('/'));
}
