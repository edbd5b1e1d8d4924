import { spawnSync } from 'node:child_process';
import { globSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { parseArgs } from 'node:util';

import { provideChromium } from '../testing/phone/chromium.ts';
import { openFile, openOnes } from './open-findings.ts';
import { looksByFile, looksFile } from './selection.ts';

// Checks every screen in every state, and prints the number of states.

const root = join(import.meta.dirname, '..', '..');
const bin = join(root, 'node_modules', '.bin');
const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });
/** Minimum number of checked states by file; fewer mean an emptied list or unrecorded checks. */
const fewest: Readonly<Record<string, number>> = {
  'barriers.test.ts': 1730,
  'sight-and-touch.test.ts': 997,
  'installed.test.ts': 42,
  'languages.test.ts': 51,
  'names.test.ts': 150,
  'screen-reader.test.ts': 9,
  'keyboard.test.ts': 8,
};

await provideChromium();
for (const file of [looksFile, openFile]) rmSync(file, { force: true });
const failed =
  run('vite', 'build') ||
  run('playwright', 'test', '--config', join('tests', 'audit', 'playwright.config.ts'));
console.log('\nWhat axe could not tell by itself:');
for (const line of openOnes()) console.log(`  ${line}`);
const looks = looksByFile();
const tooFew = values.only === '' ? thinFiles() : [];
console.log('\nStates looked at:');
for (const [file, count] of looks) console.log(`  ${count} in ${file}`);
for (const line of tooFew) console.log(line);
if (looks.size === 0) console.log('  none');
if (failed) console.log('Something was found.');
else if (looks.size > 0) console.log('Nothing was found.');
else console.log(`No state's name holds "${values.only}".`);
process.exitCode = failed || tooFew.length > 0 || looks.size === 0 ? 1 : 0;

/** Returns a line for each test file that checked too few states; a new file needs at least one. */
function thinFiles(): string[] {
  return globSync('*.test.ts', { cwd: import.meta.dirname }).flatMap((file) => {
    const minimum = fewest[file] ?? 1;
    return (looks.get(file) ?? 0) < minimum ? [`${file} is to look at ${minimum} or more.`] : [];
  });
}

/** Runs a tool of this project; returns true if it failed. */
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
