import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { type Cluster, startCluster } from './cluster.ts';
import { send, type Task } from './crew.ts';
import { count, noFigures, figureLines } from './figures.ts';
import { plantedBugs } from './planted/bugs.ts';
import type { Report } from './runner.ts';
import type { Plan } from './schedule/plan.ts';

const { values, positionals } = parseArgs({
  options: {
    /** Number of schedules. */
    runs: { type: 'string' },
    /** The first seed; without a number only that one runs, with its log. */
    seed: { type: 'string' },
    /** Plants all known bugs, or the named one, until each is detected. */
    planted: { type: 'boolean', default: false },
    /** Runs one schedule from a file. */
    plan: { type: 'string' },
    /** The second tier: real processes and sockets, with further options. */
    processes: { type: 'boolean', default: false },
    browser: { type: 'string' },
    'spec-only': { type: 'boolean', default: false },
    /** Number of schedules of requests around kick-offs, with further options. */
    'kick-offs': { type: 'string' },
    /** Number of random requests to each route, with further options. */
    requests: { type: 'string' },
    only: { type: 'string' },
    /** Number of races of two administrators, with further options. */
    races: { type: 'string' },
    /** A day at the desk with this many tickets, from a phone on a faulty network. */
    'desk-day': { type: 'string' },
    /** Kills the primary of a cluster; the following number says how often, by default 10 times. */
    cluster: { type: 'boolean', default: false },
    /** A stadium's crowd at once, with further options. */
    stadium: { type: 'boolean', default: false },
    members: { type: 'string' },
    servers: { type: 'string' },
    /** Floods by one member, by strangers and of pages, with further options. */
    flood: { type: 'boolean', default: false },
    seconds: { type: 'string' },
    /** Does not shrink failing schedules. */
    whole: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});

// A runner waits for the database half of the time, so two cores run three of them.
const runners = 3;
const maxSeedsPerBug = 300;
/** Memory of earlier schedules slows later ones down, so a new process continues. */
const schedulesPerRunner = 150;
const schedulesPerLine = 100;
const noWork = { plans: [], seeds: { first: 1, count: 0 }, untilFailure: false, shrinks: false };
const regressions = join(import.meta.dirname, 'regressions');
const output = join(import.meta.dirname, '../../test-output');

const started = performance.now();
if (values.processes) process.exitCode = elsewhere('processes');
else if (values['kick-offs'] !== undefined) process.exitCode = elsewhere('kick-offs');
else if (values.races !== undefined) process.exitCode = elsewhere('races');
else if (values['desk-day'] !== undefined) process.exitCode = elsewhere('desk-day');
else if (values.cluster) process.exitCode = elsewhere('cluster');
else if (values.stadium) process.exitCode = elsewhere('stadium');
else if (values.flood) process.exitCode = elsewhere('flood');
else if (values.requests !== undefined) process.exitCode = elsewhere('requests');
else process.exitCode = (await firstTier()) ? 0 : 1;

async function firstTier(): Promise<boolean> {
  const cluster = await startCluster();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void cluster.stop().then(() => process.exit(1)));
  }
  try {
    const fine = values.planted ? await plantAll(cluster) : await runSeeds(cluster);
    console.log(`\n${((performance.now() - started) / 1000).toFixed(1)} s`);
    return fine;
  } finally {
    await cluster.stop();
  }
}

type Folder =
  | 'processes'
  | 'kick-offs'
  | 'requests'
  | 'races'
  | 'desk-day'
  | 'cluster'
  | 'stadium'
  | 'flood';

function elsewhere(folder: Folder): number {
  const command = join(import.meta.dirname, folder, 'command.ts');
  const rest = process.argv.slice(2).filter((argument) => argument !== '--processes');
  const { status } = spawnSync(process.execPath, [command, ...rest], { stdio: 'inherit' });
  return status ?? 1;
}

async function runSeeds(cluster: Cluster): Promise<boolean> {
  const single = values.seed !== undefined && values.runs === undefined;
  const runs = single ? 1 : Number(values.runs ?? '300');
  const first = Number(values.seed ?? '1');
  const plans = values.plan === undefined ? regressionPlans(single) : [planIn(values.plan)];
  const figures = noFigures();
  let failed = 0;

  const onReport = (report: Report) => {
    count(figures, report);
    if (figures.schedules % schedulesPerLine === 0) {
      const seconds = Math.round((performance.now() - started) / 1000);
      console.log(`${figures.schedules} schedules in ${seconds} s, ${failed} failed`);
    }
    if (single || values.plan !== undefined) console.log(report.log.join('\n'));
    if (report.violations.length === 0) return;
    failed += 1;
    printFailure(report);
  };
  const parts = seedsApart(first, values.plan === undefined ? runs : 0);
  const tasks = [{ plans }, ...parts.map((seeds) => ({ seeds }))];
  await Promise.all(
    Array.from({ length: runners }, async () => {
      for (let task = tasks.shift(); task; task = tasks.shift()) {
        await send(cluster, { ...noWork, ...task, shrinks: !values.whole && !single }, onReport);
      }
    }),
  );
  console.log(`\n${figureLines(figures).join('\n')}`);
  mkdirSync(output, { recursive: true });
  const report = { schedules: figures.schedules, failed };
  writeFileSync(join(output, 'faults.json'), JSON.stringify(report));
  return failed === 0;
}

/** Splits seeds into parts of similar duration. */
function seedsApart(first: number, runs: number): Task['seeds'][] {
  const size = Math.min(schedulesPerRunner, Math.ceil(runs / runners));
  const parts = size === 0 ? 0 : Math.ceil(runs / size);
  return Array.from({ length: parts }, (_, index) => ({
    first: first + index * size,
    count: Math.min(size, runs - index * size),
  }));
}

function printFailure({ name, violations, shrunk }: Report): void {
  console.log(`\n${name} failed`);
  for (const { check, what } of violations) console.log(`  ${check}: ${what}`);
  if (!shrunk) return;
  mkdirSync(join(output, 'faults'), { recursive: true });
  const file = join(output, 'faults', `${name.replaceAll(/\W+/g, '-')}.json`);
  writeFileSync(file, `${JSON.stringify(shrunk, undefined, 2)}\n`);
  console.log(`  again: npm run faults -- --seed ${shrunk.seed}`);
  console.log(`  cut down to ${shrunk.steps.length} steps: npm run faults -- --plan ${file}`);
}

/** Schedules that once failed always run first. */
function regressionPlans(none: boolean): { name: string; plan: Plan }[] {
  if (none) return [];
  const files = readdirSync(regressions).filter((name) => name.endsWith('.json'));
  return files.toSorted().map((file) => planIn(join(regressions, file)));
}

function planIn(file: string): { name: string; plan: Plan } {
  const plan: Plan = JSON.parse(readFileSync(file, 'utf8'));
  return { name: file.split('/').at(-1) ?? file, plan };
}

async function plantAll(cluster: Cluster): Promise<boolean> {
  const bugs = plantedBugs.filter(
    ({ name }) => positionals.length === 0 || positionals.includes(name),
  );
  const waiting = [...bugs];
  let caught = 0;
  await Promise.all(
    Array.from({ length: runners }, async () => {
      for (let bug = waiting.shift(); bug; bug = waiting.shift()) {
        const { name } = bug;
        const text = await hunt(cluster, name);
        if (text !== undefined) caught += 1;
        console.log(`${name.padEnd(26)} ${text ?? `was not caught in ${maxSeedsPerBug} seeds`}`);
      }
    }),
  );
  console.log(`\n${caught} of ${bugs.length} planted bugs caught`);
  return caught === bugs.length;
}

/** Runs seeds with a planted bug until a check detects it; returns that check. */
async function hunt(cluster: Cluster, planted: string): Promise<string | undefined> {
  let seeds = 0;
  let found: string | undefined;
  const task = {
    ...noWork,
    planted,
    seeds: { first: 1, count: maxSeedsPerBug },
    untilFailure: true,
  };
  await send(cluster, task, ({ name, violations: [violation] }) => {
    seeds += 1;
    if (!violation) return;
    found = `"${violation.check}" at ${name}, after ${seeds} (${violation.what})`;
  });
  return found;
}
