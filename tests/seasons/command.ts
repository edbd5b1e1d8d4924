import { mkdirSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import { createDatabase, providePostgres } from '../testing/database/postgres.ts';
import { scratchFolder } from '../testing/machine/scratch-folder.ts';
import { playSeasons } from './run.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('Usage: npm run seasons -- FOLDER   (season files in the manner of openfootball)');
  process.exit(1);
}
const output = join(import.meta.dirname, '../../test-output');
const started = performance.now();
const stop = await providePostgres();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void stop().then(() => process.exit(1)));
}
const dataDir = await scratchFolder('seasons');
const { url, drop } = await createDatabase();
try {
  const say = (line: string) => console.log(line);
  const { wrong, ...figures } = await playSeasons(folder, { url, dataDir, say });
  for (const what of wrong.slice(0, 40)) console.log(`  ${what}`);
  const { files, games, legs, asked, confirmed } = figures;
  console.log(
    `\n${files} files, ${games} played games, ${legs} legs, ${confirmed} tickets confirmed`,
  );
  console.log(`left to a person, or waiting: ${asked}`);
  for (const [end, times] of Object.entries(figures.others)) console.log(`${end}: ${times}`);
  console.log(`wrong: ${wrong.length}`);
  console.log(`\n${((performance.now() - started) / 1000).toFixed(1)} s`);
  mkdirSync(output, { recursive: true });
  writeFileSync(join(output, 'seasons.json'), JSON.stringify({ ...figures, wrong: wrong.length }));
  process.exitCode = wrong.length === 0 && games > 0 ? 0 : 1;
} finally {
  await drop();
  await stop();
  await rm(dataDir, { recursive: true, force: true });
}
