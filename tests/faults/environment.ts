import { mkdirSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import { providePostgres } from '../testing/database/postgres.ts';
import { scratchFolder } from '../testing/machine/scratch-folder.ts';

/** The folder for the results of runs and for shrunk schedules. */
export const output = join(import.meta.dirname, '../../test-output');

/** Runs work with a temporary folder, which is removed at the end. */
export async function withFolder<Result>(
  name: string,
  run: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await scratchFolder(name);
  try {
    return await run(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs work with a PostgreSQL server and a data folder for the app's servers. */
export async function withPostgres<Result>(
  name: string,
  run: (dataDir: string) => Promise<Result>,
): Promise<Result> {
  const stop = await providePostgres();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void stop().then(() => process.exit(1)));
  }
  try {
    return await withFolder(name, run);
  } finally {
    await stop();
  }
}

/** Writes the results of a run to a JSON file, which `npm test` reads. */
export function writeFigures(name: string, figures: object): void {
  mkdirSync(output, { recursive: true });
  writeFileSync(join(output, `${name}.json`), JSON.stringify(figures, undefined, 2));
}

/** Runs `work` for every task, with at most `count` tasks at the same time. */
export async function atOnce<Task>(
  count: number,
  tasks: readonly Task[],
  work: (task: Task) => Promise<void>,
): Promise<void> {
  const waiting = [...tasks];
  await Promise.all(
    Array.from({ length: count }, async () => {
      for (let task = waiting.shift(); task !== undefined; task = waiting.shift()) await work(task);
    }),
  );
}
