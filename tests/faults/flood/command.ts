import { mkdirSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { buildSite } from '#server/platform/build.ts';

import { scratchFolder } from '../../testing/machine/scratch-folder.ts';
import { holds, printReport, type Report } from '../stadium/report.ts';
import { runFloods } from './run.ts';

const { values } = parseArgs({
  options: {
    flood: { type: 'boolean' },
    servers: { type: 'string', default: '1' },
    /** Duration of each flood in seconds. */
    seconds: { type: 'string', default: '12' },
  },
});

const output = join(import.meta.dirname, '../../../test-output');
const folder = await scratchFolder('flood');
// Floods of pages need the built app.
await buildSite((line) => console.log(line));
const size = { processes: Number(values.servers), seconds: Number(values.seconds) };
const reports: Report[] = [];
try {
  for await (const report of runFloods(size, folder)) {
    printReport(report);
    reports.push(report);
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
mkdirSync(output, { recursive: true });
writeFileSync(join(output, 'flood.json'), JSON.stringify(reports, undefined, 2));
process.exit(reports.every(({ lines }) => lines.every(holds)) ? 0 : 1);
