import { fork } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { createDatabase, providePostgres } from '../../support/postgres.ts';
import { scratchFolder } from '../../support/scratch-folder.ts';
import { raceBugs } from './bugs.ts';
import type { Orders, Report } from './runner.ts';

const { values } = parseArgs({
  options: {
    /** How many races. */
    races: { type: 'string', default: '1000' },
    /** The first seed. */
    seed: { type: 'string', default: '1' },
    /** Plants each known mistake until it is caught, instead. */
    planted: { type: 'boolean', default: false },
  },
});

const runners = 2;
const seedsPerRunner = 250;
const mostSeedsPerBug = 400;
const output = join(import.meta.dirname, '../../../test-output');

const started = performance.now();
const seconds = () => ((performance.now() - started) / 1000).toFixed(1);
const stop = await providePostgres();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void stop().then(() => process.exit(1)));
}
const dataDir = await scratchFolder('races');
try {
  const fine = values.planted
    ? await plantAll()
    : await runSeeds(Number(values.seed), Number(values.races));
  console.log(`\n${seconds()} s`);
  process.exitCode = fine ? 0 : 1;
} finally {
  await stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function runSeeds(firstSeed: number, races: number): Promise<boolean> {
  const counts: Record<string, number> = {};
  let done = 0;
  let failed = 0;
  const size = Math.min(seedsPerRunner, Math.ceil(races / runners));
  const parts = Array.from({ length: Math.ceil(races / size) }, (_, index) => ({
    first: firstSeed + index * size,
    count: Math.min(size, races - index * size),
  }));
  await atOnce(parts, async (part) =>
    send({ ...part, untilFailure: false }, ({ seed, failures, answers: theirs }) => {
      done += 1;
      if (done % 1_000 === 0) console.log(`${done} races in ${seconds()} s, ${failed} failed`);
      for (const [what, times] of Object.entries(theirs)) {
        counts[what] = (counts[what] ?? 0) + times;
      }
      if (failures.length === 0) return;
      failed += 1;
      console.log(`seed ${seed}: ${failures.join('; ')}`);
    }),
  );
  console.log(`\nraces ${done}`);
  const sorted = Object.entries(counts).toSorted(([one], [other]) => one.localeCompare(other));
  console.log(sorted.map(([what, times]) => `${what} ${times}`).join(', '));
  console.log(`not as it should be ${failed}`);
  mkdirSync(output, { recursive: true });
  writeFileSync(join(output, 'races.json'), JSON.stringify({ races: done, failed }));
  return failed === 0 && done === races;
}

async function plantAll(): Promise<boolean> {
  let caught = 0;
  await atOnce(raceBugs, async ({ name }) => {
    let text = `was not caught in ${mostSeedsPerBug} seeds`;
    await send(
      { first: 1, count: mostSeedsPerBug, untilFailure: true },
      ({ seed, failures: [failure] }) => {
        if (failure === undefined) return;
        caught += 1;
        text = `"${failure}" at seed ${seed}`;
      },
      name,
    );
    console.log(`${name.padEnd(26)} ${text}`);
  });
  console.log(`\n${caught} of ${raceBugs.length} planted bugs caught`);
  return caught === raceBugs.length;
}

async function atOnce<Part>(parts: readonly Part[], work: (part: Part) => Promise<void>) {
  const waiting = [...parts];
  await Promise.all(
    Array.from({ length: runners }, async () => {
      for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) await work(part);
    }),
  );
}

/** Runs schedules in a process of their own; rejects when it does not come to its end. */
async function send(
  task: Omit<Orders, 'url' | 'dataDir'>,
  onReport: (report: Report) => void,
  planted?: string,
): Promise<void> {
  const { url, drop } = await createDatabase();
  const orders: Orders = { ...task, url, dataDir };
  const hook = join(import.meta.dirname, '../planted/hook.ts');
  const runner = fork(join(import.meta.dirname, 'runner.ts'), {
    env: {
      ...process.env,
      FAULTS_ORDERS: JSON.stringify(orders),
      ...(planted !== undefined && { FAULTS_PLANTED: planted }),
    },
    execArgv: [
      '--disable-warning=ExperimentalWarning',
      // One part is for a ticket or two, so that others come in between.
      '--import',
      hook,
    ],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  runner.on('message', (report: Report) => onReport(report));
  const code = await new Promise((ended) => {
    runner.on('exit', (exitCode, signal) => ended(signal ?? exitCode));
  });
  await drop();
  if (code !== 0) throw new Error(`A runner ended with ${String(code)}.`);
}
