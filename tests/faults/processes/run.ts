import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';

import { startCluster } from '../cluster.ts';
import { callNames } from './calls.ts';
import { printRun } from './report.ts';
import { cutsPerAnswer, type ScheduleResult } from './walks.ts';
import type { Task, Word } from './worker.ts';

const workers = 2;
/** Schedules that share a server; a walk of deaths uses it alone. */
const together = 4;
/** Runs of this size include the whole walk; a smaller one runs a share of it. */
const wholeWalk = 1000;
const repeats = 3;

export type ProcessRun = {
  runs: number;
  seed?: number | undefined;
  /** Runs only schedules against a specification-only backend. */
  specOnly?: boolean;
};

/** The results of a run. */
export type Outcome = {
  results: ScheduleResult[];
  broke: string[];
  deaths: number;
  starts: number[];
  seconds: number;
};

/** Runs real servers, connections and phones; returns true without a violation. */
export async function runProcesses({ runs, seed, specOnly }: ProcessRun): Promise<boolean> {
  const began = performance.now();
  const cluster = await startCluster();
  const outcome: Outcome = { results: [], broke: [], deaths: 0, starts: [], seconds: 0 };
  try {
    const mixed = seed === undefined ? tasksOf(runs) : mixedFrom(seed, runs);
    const tasks = specOnly ? specOnlyFrom(seed ?? 1, runs) : mixed;
    const secret = randomBytes(48).toString('base64');
    await Promise.all(
      Array.from({ length: Math.min(workers, tasks.length) }, async () => {
        const ground = { url: await cluster.database(), dataDir: cluster.dataDir, secret };
        await work(ground, tasks, outcome);
      }),
    );
  } finally {
    await cluster.stop();
  }
  outcome.seconds = (performance.now() - began) / 1000;
  return printRun(outcome);
}

/**
 * First the walks, then random schedules on both kinds of backend; a walk of deaths is many
 * schedules.
 */
function tasksOf(runs: number): Task[] {
  const share = Math.min(1, runs / wholeWalk);
  const kills = callNames.flatMap((call) =>
    Array.from({ length: repeats }, (_, repeat): Task => {
      // A batch repeats its points for each operation, so they are divided among runs.
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

/** Evenly spread, so that a small run includes something of everything. */
function sample<Item>(items: readonly Item[], share: number): Item[] {
  const count = Math.max(1, Math.round(items.length * share));
  return items.filter(
    (_, index) =>
      Math.floor(((index + 1) * count) / items.length) > Math.floor((index * count) / items.length),
  );
}

/** Runs tasks in a worker until none is left. */
async function work(ground: object, tasks: Task[], outcome: Outcome): Promise<void> {
  const child = fork(join(import.meta.dirname, 'worker.ts'), {
    env: { ...process.env, FAULTS_GROUND: JSON.stringify(ground) },
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  let underWay = 0;
  let alone = false;
  let ending = false;

  function hand(): void {
    while (!alone && underWay < together) {
      const [next] = tasks;
      if (next === undefined || (next.do === 'kill at every point' && underWay > 0)) break;
      tasks.shift();
      alone = next.do === 'kill at every point';
      underWay += 1;
      child.send(next);
    }
    if (underWay === 0 && tasks.length === 0 && !ending) {
      ending = true;
      child.send({ do: 'end' } satisfies Task);
    }
  }

  child.on('message', (word: Word) => {
    if ('result' in word) outcome.results.push(word.result);
    if ('broke' in word) outcome.broke.push(`${JSON.stringify(word.task)}\n${word.broke}`);
    if ('deaths' in word) {
      outcome.deaths += word.deaths;
      outcome.starts.push(...word.starts);
    }
    if ('finished' in word || 'broke' in word) {
      underWay -= 1;
      alone = false;
    }
    if (!('result' in word) && !('deaths' in word)) hand();
  });
  await ended(child, outcome);
}

async function ended(child: ChildProcess, outcome: Outcome): Promise<void> {
  const code = await new Promise((done) => {
    child.once('exit', done);
  });
  if (code !== 0) outcome.broke.push(`A worker ended with ${String(code)}.`);
}
