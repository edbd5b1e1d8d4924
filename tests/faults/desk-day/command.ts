import { mkdirSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { createDatabase, providePostgres } from '../../testing/database/postgres.ts';
import { scratchFolder } from '../../testing/machine/scratch-folder.ts';
import { spendDay } from './run.ts';

const { values } = parseArgs({
  options: {
    /** Number of open tickets. */
    'desk-day': { type: 'string', default: '1000' },
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
    fixtures: Math.ceil(Number(values['desk-day']) / 25),
    failing: 0.2,
    seed: Number(values.seed),
  };
  const timed = { open: 1000, confirmed: 5000 };
  const { wrong, ...figures } = await spendDay(day, {
    url,
    dataDir,
    timed,
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
