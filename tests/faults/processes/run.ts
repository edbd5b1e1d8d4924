import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';

import { withPostgres, writeFigures } from '../environment.ts';
import { createWatchedDatabase } from '../world/bookkeeping.ts';
import { count, figureLines, noFigures } from '../model/figures.ts';
import type { SeedReport } from '../model/orders.ts';
import { callNames } from './calls.ts';
import { checks } from './judge.ts';
import { cutsPerAnswer } from './walks.ts';
import type { Task, WorkerMessage, Work } from './worker.ts';

const workers = 2;
/** A run of this many schedules includes all walks, a smaller run only a share of them. */
const wholeWalk = 1000;
const repeats = 3;

type ProcessRun = {
  runs: number;
  /** The first seed; if it is set, only random schedules are run. */
  seed: number | undefined;
  /** True if only schedules against a spec-only backend are run. */
  isSpecOnly: boolean;
};

/** The result of a run. */
type Outcome = {
  results: SeedReport[];
  broke: string[];
  deaths: number;
  starts: number[];
};

/** Runs real servers, connections and phones; true if no check failed. */
export async function runProcesses({ runs, seed, isSpecOnly }: ProcessRun): Promise<boolean> {
  const began = performance.now();
  const outcome: Outcome = { results: [], broke: [], deaths: 0, starts: [] };
  const mixed = seed === undefined ? tasksOf(runs) : mixedFrom(seed, runs);
  const tasks = isSpecOnly ? specOnlyFrom(seed ?? 1, runs) : mixed;
  const secret = randomBytes(48).toString('base64');
  await withPostgres('faults', async (dataDir) =>
    Promise.all(
      Array.from({ length: Math.min(workers, tasks.length) }, async (_, index) => {
        const own = tasks.filter((_task, at) => at % workers === index);
        await work({ dataDir, secret }, own, outcome);
      }),
    ),
  );
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  return printOutcome(outcome, seconds);
}

/** Prints the result of a run and writes it to a file; true if no check failed. */
function printOutcome({ results, broke, deaths, starts }: Outcome, seconds: string): boolean {
  for (const { name, violations } of results) {
    for (const { check, what } of violations) console.log(`${check}: ${what} (${name})`);
  }
  for (const why of broke) console.log(`broke: ${why}`);
  const figures = noFigures(checks);
  for (const result of results) count(figures, result);
  const slowest = (Math.max(0, ...starts) / 1000).toFixed(1);
  console.log(`\n${figureLines(figures).join('\n')}`);
  console.log(
    `\n${deaths} kills of a server, ready again within ${slowest} s; ${seconds} s in all`,
  );
  const failed = figures.failed + broke.length;
  writeFigures('processes', { schedules: results.length + broke.length, failed });
  return failed === 0;
}

/**
 * The walks, then random schedules on both kinds of backend. A walk of kills consists of many
 * schedules.
 */
function tasksOf(runs: number): Task[] {
  const share = Math.min(1, runs / wholeWalk);
  const kills = callNames.flatMap((call) =>
    Array.from({ length: repeats }, (_, repeat): Task => {
      // A batch repeats its points for each operation, so the repeats share its points.
      const isBatch = call === 'POST /api/ops';
      const points = isBatch ? { from: 1 + repeat, step: repeats } : { from: 1, step: 1 };
      return { do: 'kill at every point', call, points };
    }),
  );
  const cuts = callNames.flatMap((call) =>
    Array.from({ length: cutsPerAnswer }, (_, cut): Task => ({ do: 'cut', call, cut })),
  );
  const walks = [...sample(kills, share), ...sample(cuts, share)];
  const others = specOnlyFrom(1, Math.ceil(runs * 0.1));
  return [...walks, ...mixedFrom(1, Math.ceil(runs * 0.4)), ...others];
}

function mixedFrom(seed: number, runs: number): Task[] {
  return Array.from({ length: runs }, (_, index): Task => ({ do: 'mixed', seed: seed + index }));
}

function specOnlyFrom(seed: number, runs: number): Task[] {
  return Array.from({ length: runs }, (_, index) => ({ do: 'spec-only', seed: seed + index }));
}

/** Picks a share of the items, evenly spread, so that a small run includes something of each kind. */
function sample<Item>(items: readonly Item[], share: number): Item[] {
  const count = Math.max(1, Math.round(items.length * share));
  return items.filter(
    (_, index) =>
      Math.floor(((index + 1) * count) / items.length) > Math.floor((index * count) / items.length),
  );
}

/** Runs tasks in a child process with its own database. */
async function work(
  place: { dataDir: string; secret: string },
  tasks: Task[],
  outcome: Outcome,
): Promise<void> {
  const { url } = await createWatchedDatabase();
  const child = fork(join(import.meta.dirname, 'worker.ts'), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  child.send({ settings: { url, ...place }, tasks } satisfies Work);
  child.on('message', (message: WorkerMessage) => {
    if ('result' in message) outcome.results.push(message.result);
    else if ('broke' in message) outcome.broke.push(message.broke);
    else {
      outcome.deaths += message.deaths;
      outcome.starts.push(...message.starts);
    }
  });
  const code = await new Promise((done) => {
    child.once('exit', done);
  });
  if (code !== 0) outcome.broke.push(`A worker ended with ${String(code)}.`);
}
