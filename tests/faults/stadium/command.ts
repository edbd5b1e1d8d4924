import { mkdirSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { scratchFolder } from '../../support/scratch-folder.ts';
import { fillStadium, type Line, type Report } from './run.ts';
import { hasProxy } from './servers.ts';

const { values } = parseArgs({
  options: {
    stadium: { type: 'boolean' },
    members: { type: 'string', default: '500' },
    /** With how many processes: 1, or more behind HAProxy. Both unless it is named. */
    servers: { type: 'string' },
  },
});

const output = join(import.meta.dirname, '../../../test-output');
const size = { members: Number(values.members), operations: 5 };
const folder = await scratchFolder('stadium');
const reports: Report[] = [];
try {
  for (const processes of values.servers === undefined ? [1, 2] : [Number(values.servers)]) {
    if (processes > 1 && !hasProxy()) {
      console.log(
        '\nThere is no haproxy here, so no part with two processes. On Debian: apt-get install haproxy',
      );
      continue;
    }
    const report = await fillStadium(size, processes, folder);
    print(report);
    reports.push(report);
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
mkdirSync(output, { recursive: true });
writeFileSync(join(output, 'stadium.json'), JSON.stringify(reports, undefined, 2));
process.exit(reports.every(({ lines }) => lines.every(holds)) ? 0 : 1);

function holds({ figure, bound }: Line): boolean {
  return figure <= bound;
}

function print({ title, lines, words }: Report): void {
  console.log(`\n${title}: ${size.members} members, ${size.operations} operations each\n`);
  for (const line of lines) {
    const { what, figure, bound, unit } = line;
    const digits = unit === '' ? 0 : 1;
    console.log(
      `  ${what.padEnd(44)} ${figure.toFixed(digits).padStart(8)} ${unit.padEnd(3)} at most ${bound}${holds(line) ? '' : '  FAILS'}`,
    );
  }
  console.log('');
  for (const each of words) console.log(`  ${each}`);
}
