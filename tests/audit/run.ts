import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { parseArgs } from 'node:util';

import { provideChromium } from '../support/chromium.ts';
import { openFile, openOnes } from './incompletes.ts';
import { looksFile } from './only.ts';

// Looks at every screen in every state, and says how many that were.

const root = join(import.meta.dirname, '..', '..');
const bin = join(root, 'node_modules', '.bin');
const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });
/** Fewer states than this and somebody has emptied the list. */
const fewest = 300;

provideChromium();
for (const file of [looksFile, openFile]) rmSync(file, { force: true });
const failed =
  run('vite', 'build') ||
  run('playwright', 'test', '--config', join('tests', 'audit', 'playwright.config.ts'));
const looks = existsSync(looksFile) ? readFileSync(looksFile, 'utf8').trim().split('\n').length : 0;
console.log('\nWhat axe could not tell by itself:');
for (const line of openOnes()) console.log(`  ${line}`);
const tooFew = values.only === '' && looks < fewest;
console.log(`\n${looks} states looked at, ${failed ? 'and something was found' : 'nothing found'}`);
if (tooFew) console.log(`That is less than ${fewest}.`);
process.exitCode = failed || tooFew ? 1 : 0;

/** Runs a tool of this package; true when it found something or fell over. */
function run(name: string, ...args: string[]): boolean {
  const { status } = spawnSync(join(bin, name), args, {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}`,
      AUDIT_ONLY: values.only,
    },
  });
  return status !== 0;
}
