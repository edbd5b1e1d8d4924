import { mkdirSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { createDatabase, providePostgres } from '../../support/postgres.ts';
import { scratchFolder } from '../../support/scratch-folder.ts';
import { spendDay } from './run.ts';

const { values } = parseArgs({
  options: {
    /** How many open tickets. */
    'desk-day': { type: 'string', default: '1000' },
    fixtures: { type: 'string', default: '40' },
    /** Which part of all requests fails. */
    failing: { type: 'string', default: '0.2' },
    /** How many tickets are confirmed beside the open ones when the desk is timed again. */
    confirmed: { type: 'string', default: '4000' },
    seed: { type: 'string', default: '1' },
  },
});

const output = join(import.meta.dirname, '../../../test-output');
const stop = await providePostgres();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void stop().then(() => process.exit(1)));
}
const dataDir = await scratchFolder('desk-day');
const { url, drop } = await createDatabase();
try {
  const day = {
    tickets: Number(values['desk-day']),
    fixtures: Number(values.fixtures),
    failing: Number(values.failing),
    seed: Number(values.seed),
  };
  const { wrong, ...figures } = await spendDay(day, {
    url,
    dataDir,
    more: Number(values.confirmed),
  });
  for (const what of wrong.slice(0, 40)) console.log(`  ${what}`);
  console.log(JSON.stringify(figures, undefined, 2));
  console.log(`wrong: ${wrong.length}`);
  mkdirSync(output, { recursive: true });
  writeFileSync(join(output, 'desk-day.json'), JSON.stringify({ ...figures, wrong: wrong.length }));
  process.exitCode = wrong.length === 0 ? 0 : 1;
} finally {
  await drop();
  await stop();
  await rm(dataDir, { recursive: true, force: true });
}
process.exit();
