import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root, says } from '../support/planted-project.ts';

const parts = ['package.json', 'tsconfig.json', 'lingui.config.ts', 'vite.config.ts', 'index.html'];
const folders = ['src', 'tests', 'locales'];

test('a file nobody imports and an export nobody uses are found in every folder', async () => {
  using copy = copyOfTheProject();
  for (const name of ['domain', 'contract', 'sync', 'client', 'worker', 'server']) {
    writeFileSync(join(copy.folder, 'src', name, 'planted.ts'), 'export const planted = 1;\n');
  }
  writeFileSync(join(copy.folder, 'locales', 'planted.ts'), 'export const planted = 1;\n');
  writeFileSync(
    join(copy.folder, 'locales', 'catalogues.ts'),
    '\nexport const nobodyAsksForThis = 1;\n',
    { flag: 'a' },
  );

  const report = await says('knip', ['--no-config-hints'], copy.folder);

  for (const name of ['domain', 'contract', 'sync', 'client', 'worker', 'server']) {
    expect(report).toContain(`src/${name}/planted.ts`);
  }
  expect(report).toContain('locales/planted.ts');
  expect(report).toContain('nobodyAsksForThis');
}, 30_000);

function copyOfTheProject(): Disposable & { folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'touchline-dead-code-'));
  for (const path of [...parts, ...folders]) {
    cpSync(join(root, path), join(folder, path), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return {
    folder,
    [Symbol.dispose]() {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
