import { mkdirSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { scratchFolder } from '../../testing/machine/scratch-folder.ts';
import { examineProxy } from './proxy.ts';
import { holds, printReport, type Report } from './report.ts';
import { fillStadium } from './run.ts';
import { hasProxy } from './servers.ts';

const { values } = parseArgs({
  options: {
    stadium: { type: 'boolean' },
    members: { type: 'string', default: '500' },
    /** Number of processes; by default one run with one and one with two. */
    servers: { type: 'string' },
  },
});

const output = join(import.meta.dirname, '../../../test-output');
const size = { members: Number(values.members), operations: 5 };
const folder = await scratchFolder('stadium');
const reports: Report[] = [];
try {
  const proxied = hasProxy();
  if (!proxied) {
    console.log('\nThere is no haproxy here, so there is one process and no proxy before it.');
    console.log('On Debian: apt-get install haproxy');
  }
  if (proxied) add(await examineProxy(folder));
  const counts = values.servers === undefined ? [1, 2] : [Number(values.servers)];
  for (const processes of counts.filter((count) => proxied || count === 1)) {
    add(await fillStadium(size, { processes, proxied }, folder));
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
mkdirSync(output, { recursive: true });
writeFileSync(join(output, 'stadium.json'), JSON.stringify(reports, undefined, 2));
process.exit(reports.every(({ lines }) => lines.every(holds)) ? 0 : 1);

function add(report: Report): void {
  printReport(report);
  reports.push(report);
}
