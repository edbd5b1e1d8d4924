import { fork } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { createDatabase, providePostgres } from '../testing/database/postgres.ts';
import { scratchFolder } from '../testing/machine/scratch-folder.ts';
import type { PlantedBug } from './planted/planted-bug.ts';
import type { Orders, SeedReport } from './seed-runner.ts';

/** A kind of seeds that runs in child processes. */
type Kind = {
  /** Its folder and its option on the command line. */
  folder: string;
  /** The noun for one seed, and the default number. */
  what: string;
  usually: number;
  /** The sentence for failed seeds. */
  failedWords: string;
  /** Number of concurrent processes. */
  runners: number;
  bugs: readonly PlantedBug[];
  maxSeedsPerBug: number;
};

const seedsPerRunner = 250;
const output = join(import.meta.dirname, '../../test-output');
const started = performance.now();

/** Plays the number of seeds of the command line, or plants each known bug until it is detected. */
export async function runSeeds(kind: Kind): Promise<void> {
  const { values } = parseArgs({
    options: {
      /** Number of seeds. */
      [kind.folder]: { type: 'string', default: String(kind.usually) },
      /** The first seed. */
      seed: { type: 'string', default: '1' },
      /** Plants each known bug until it is detected, instead. */
      planted: { type: 'boolean', default: false },
    },
  });
  const stop = await providePostgres();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void stop().then(() => process.exit(1)));
  }
  const dataDir = await scratchFolder(kind.folder);
  try {
    const fine = values['planted']
      ? await plantAll(kind, dataDir)
      : await playAll(kind, dataDir, Number(values['seed']), Number(values[kind.folder]));
    console.log(`\n${seconds()} s`);
    process.exitCode = fine ? 0 : 1;
  } finally {
    await stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

function seconds(): string {
  return ((performance.now() - started) / 1000).toFixed(1);
}

async function playAll(kind: Kind, dataDir: string, first: number, seeds: number) {
  const { folder, what, failedWords, runners } = kind;
  const totals: Record<string, number> = {};
  let done = 0;
  let failed = 0;
  const size = Math.min(seedsPerRunner, Math.ceil(seeds / runners));
  const parts = Array.from({ length: Math.ceil(seeds / size) }, (_, index) => ({
    first: first + index * size,
    count: Math.min(size, seeds - index * size),
  }));
  await atOnce(runners, parts, async (part) =>
    send(folder, { ...part, dataDir, untilFailure: false }, ({ seed, violations, counts }) => {
      done += 1;
      if (done % 1_000 === 0) console.log(`${done} ${what} in ${seconds()} s, ${failed} failed`);
      for (const [name, times] of Object.entries(counts)) {
        totals[name] = (totals[name] ?? 0) + times;
      }
      if (violations.length === 0) return;
      failed += 1;
      console.log(`seed ${seed}: ${violations.join('; ')}`);
    }),
  );
  console.log(`\n${what} ${done}`);
  const sorted = Object.entries(totals).toSorted(([one], [other]) => one.localeCompare(other));
  console.log(sorted.map(([name, times]) => `${name} ${times}`).join(', '));
  console.log(`${failedWords} ${failed}`);
  mkdirSync(output, { recursive: true });
  writeFileSync(join(output, `${folder}.json`), JSON.stringify({ [what]: done, failed }));
  return failed === 0 && done === seeds;
}

async function plantAll({ folder, runners, bugs, maxSeedsPerBug }: Kind, dataDir: string) {
  let caught = 0;
  const task = { first: 1, count: maxSeedsPerBug, dataDir, untilFailure: true };
  await atOnce(runners, bugs, async ({ name }) => {
    let text = `was not caught in ${maxSeedsPerBug} seeds`;
    const onReport = ({ seed, violations: [violation] }: SeedReport) => {
      if (violation === undefined) return;
      caught += 1;
      text = `"${violation}" at seed ${seed}`;
    };
    await send(folder, task, onReport, name);
    console.log(`${name.padEnd(26)} ${text}`);
  });
  console.log(`\n${caught} of ${bugs.length} planted bugs caught`);
  return caught === bugs.length;
}

async function atOnce<Part>(
  runners: number,
  parts: readonly Part[],
  work: (part: Part) => Promise<void>,
): Promise<void> {
  const waiting = [...parts];
  await Promise.all(
    Array.from({ length: runners }, async () => {
      for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) await work(part);
    }),
  );
}

/** Plays seeds in a child process; rejects if it fails. */
async function send(
  folder: string,
  task: Omit<Orders, 'url'>,
  onReport: (report: SeedReport) => void,
  planted?: string,
): Promise<void> {
  const { url, drop } = await createDatabase();
  const orders: Orders = { ...task, url };
  const runner = fork(join(import.meta.dirname, folder, 'runner.ts'), {
    env: {
      ...process.env,
      FAULTS_ORDERS: JSON.stringify(orders),
      ...(planted !== undefined && { FAULTS_PLANTED: planted }),
    },
    execArgv: [
      '--disable-warning=ExperimentalWarning',
      // Also without a bug: it makes desk batches small, so that other requests come in between.
      '--import',
      join(import.meta.dirname, 'planted/hook.ts'),
    ],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  runner.on('message', (report: SeedReport) => onReport(report));
  const code = await new Promise((ended) => {
    runner.on('exit', (exitCode, signal) => ended(signal ?? exitCode));
  });
  await drop();
  if (code !== 0) throw new Error(`A runner ended with ${String(code)}.`);
}
