import { fork } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { createDatabase } from '../../testing/database/postgres.ts';
import { atOnce, output, withPostgres, writeFigures } from '../environment.ts';
import { count, figureLines, noFigures } from './figures.ts';
import type { Kind, Orders, TimedReport } from './orders.ts';
import { kickOffBugs, plantedBugs, raceBugs } from './planted/bugs.ts';
import { createWatchedDatabase } from '../world/bookkeeping.ts';
import { checks } from '../world/world.ts';

/** Options of a run: seeds of a kind, or planted bugs of that kind. */
type ModelRun = {
  kind: Kind;
  runs: number;
  first: number;
  /** Path of a stored schedule, which is run alone. */
  plan?: string | undefined;
  /** True if one seed is run, with its log and without stored schedules. */
  isSingle: boolean;
  shrinks: boolean;
  /** The names of bugs to plant, one after the other, until each is detected; empty for all. */
  planted?: readonly string[] | undefined;
};

// A runner waits for the database half of the time, so three of them use two cores.
const runners = 3;
/** A process becomes slower with each seed, so another one continues after this number. */
const seedsPerRunner = 150;
const regressions = join(import.meta.dirname, 'regressions');

const kinds = {
  schedules: {
    file: 'faults',
    checks,
    bugs: plantedBugs,
    maxSeedsPerBug: 300,
    seedsPerLine: 100,
    createDatabase: createWatchedDatabase,
  },
  'kick-offs': {
    file: 'kick-offs',
    checks: ['choice after kick-off'],
    bugs: kickOffBugs,
    maxSeedsPerBug: 60,
    seedsPerLine: 1000,
    createDatabase,
  },
  races: {
    file: 'races',
    checks: ['not as it should be'],
    bugs: raceBugs,
    maxSeedsPerBug: 400,
    seedsPerLine: 1000,
    createDatabase,
  },
} as const satisfies Record<Kind, object>;

/** Runs seeds in child processes; true if no check failed, or if every planted bug was detected. */
export async function runModel(run: ModelRun): Promise<boolean> {
  return withPostgres('faults', async (dataDir) =>
    run.planted ? plantAll(run, dataDir, run.planted) : playAll(run, dataDir),
  );
}

async function playAll(run: ModelRun, dataDir: string): Promise<boolean> {
  const { kind, runs, first, isSingle, plan } = run;
  const started = performance.now();
  const figures = noFigures(kinds[kind].checks);
  const { file, seedsPerLine } = kinds[kind];
  const onReport = (report: TimedReport) => {
    count(figures, report);
    if (figures.seeds % seedsPerLine === 0) {
      const seconds = Math.round((performance.now() - started) / 1000);
      console.log(`${figures.seeds} ${kind} in ${seconds} s, ${figures.failed} failed`);
    }
    if ((isSingle || plan !== undefined) && report.log) console.log(report.log.join('\n'));
    if (report.violations.length > 0) printFailure(report);
  };
  const plans = plansOf(run);
  const seeds = plan === undefined ? runs : 0;
  const task = { kind, dataDir, untilFailure: false, shrinks: run.shrinks && !isSingle };
  const parts = seeds === 0 ? [{ first, count: 0 }] : seedsApart(first, seeds);
  const tasks = parts.map((part, index) => ({
    ...task,
    plans: plans.filter((_, at) => at % Math.min(runners, parts.length) === index),
    seeds: part,
  }));
  await atOnce(runners, tasks, async (each) => send(each, onReport));
  console.log(`\n${figureLines(figures).join('\n')}`);
  console.log(`\n${((performance.now() - started) / 1000).toFixed(1)} s`);
  writeFigures(file, { schedules: figures.seeds, failed: figures.failed });
  return figures.failed === 0 && figures.seeds === plans.length + seeds;
}

/** Splits seeds into ranges of similar duration. */
function seedsApart(first: number, runs: number): Orders['seeds'][] {
  const size = Math.min(seedsPerRunner, Math.ceil(runs / runners));
  return Array.from({ length: Math.ceil(runs / size) }, (_, index) => ({
    first: first + index * size,
    count: Math.min(size, runs - index * size),
  }));
}

/** Stored schedules, which failed once, are always run, before the seeds. */
function plansOf({ kind, plan, isSingle }: ModelRun): Orders['plans'] {
  if (plan !== undefined) return [planIn(plan)];
  if (kind !== 'schedules' || isSingle) return [];
  const files = readdirSync(regressions).filter((name) => name.endsWith('.json'));
  return files.toSorted().map((file) => planIn(join(regressions, file)));
}

function planIn(file: string): Orders['plans'][number] {
  return { name: file.split('/').at(-1) ?? file, plan: JSON.parse(readFileSync(file, 'utf8')) };
}

function printFailure({ name, violations, shrunk }: TimedReport): void {
  console.log(`\n${name} failed`);
  for (const { check, what } of violations) console.log(`  ${check}: ${what}`);
  if (!shrunk) return;
  mkdirSync(join(output, 'faults'), { recursive: true });
  const file = join(output, 'faults', `${name.replaceAll(/\W+/g, '-')}.json`);
  writeFileSync(file, `${JSON.stringify(shrunk, undefined, 2)}\n`);
  console.log(`  again: npm run faults -- --seed ${shrunk.seed}`);
  console.log(`  cut down to ${shrunk.steps.length} steps: npm run faults -- --plan ${file}`);
}

async function plantAll({ kind }: ModelRun, dataDir: string, names: readonly string[]) {
  const { bugs, maxSeedsPerBug } = kinds[kind];
  const chosen = bugs.filter(({ name }) => names.length === 0 || names.includes(name));
  let caught = 0;
  await atOnce(runners, chosen, async ({ name }) => {
    let seeds = 0;
    let text = `was not caught in ${maxSeedsPerBug} seeds`;
    const first = { plans: [], seeds: { first: 1, count: maxSeedsPerBug } };
    const task = { kind, dataDir, ...first, untilFailure: true, shrinks: false };
    const onReport = ({ name: seed, violations: [violation] }: TimedReport) => {
      seeds += 1;
      if (!violation) return;
      caught += 1;
      text = `"${violation.check}" at ${seed}, after ${seeds} (${violation.what})`;
    };
    await send(task, onReport, name);
    console.log(`${name.padEnd(26)} ${text}`);
  });
  console.log(`\n${caught} of ${chosen.length} planted bugs caught`);
  return caught === chosen.length && chosen.length > 0;
}

/** Runs seeds in a child process, optionally with a planted bug; rejects if the process fails. */
async function send(
  task: Omit<Orders, 'url'>,
  onReport: (report: TimedReport) => void,
  planted?: string,
): Promise<void> {
  const { url, drop } = await kinds[task.kind].createDatabase();
  const orders: Orders = { ...task, url };
  const runner = fork(join(import.meta.dirname, 'runner.ts'), {
    env: {
      ...process.env,
      FAULTS_ORDERS: JSON.stringify(orders),
      ...(planted !== undefined && { FAULTS_PLANTED: planted }),
    },
    execArgv: [
      '--disable-warning=ExperimentalWarning',
      // Most objects of a schedule live only briefly.
      '--max-semi-space-size=64',
      // Also without a bug, to make desk batches small: other requests then run in between.
      '--import',
      join(import.meta.dirname, 'planted/hook.ts'),
    ],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  runner.on('message', (report: TimedReport) => onReport(report));
  const code = await new Promise((ended) => {
    runner.on('exit', (exitCode, signal) => ended(signal ?? exitCode));
  });
  await drop();
  if (code !== 0) throw new Error(`A runner ended with ${String(code)}.`);
}
