import './without-broadcast.ts';
import { verifyDatabase } from '#server/proof/verify.ts';

import type { SeedReport } from '../model/orders.ts';
import { atOnce } from '../environment.ts';
import type { CallName } from './calls.ts';
import { type Field, openField } from './scene.ts';
import { runMixed } from './mixed.ts';
import type { ServerSettings } from './server-process.ts';
import { runSpecOnly } from './spec-only.ts';
import { type Points, walkCut, walkPoints } from './walks.ts';

/** A random schedule or a walk. */
export type Task =
  | { do: 'kill at every point'; call: CallName; points: Points }
  | { do: 'cut'; call: CallName; cut: number }
  | { do: 'mixed'; seed: number }
  | { do: 'spec-only'; seed: number };

/** The tasks of a worker, and the settings of its own database. */
export type Work = { settings: ServerSettings; tasks: Task[] };

/** A message from a worker to its parent. */
export type WorkerMessage =
  | { result: SeedReport }
  | { broke: string }
  | { deaths: number; starts: readonly number[] };

/** The number of tasks that share the server at a time; a walk of kills needs the server alone. */
const together = 4;

process.once('message', (work: Work) => void runAll(work));

async function runAll({ settings, tasks }: Work): Promise<void> {
  const field = await openField(settings);
  const isAlone = (task: Task) => task.do === 'kill at every point';
  await atOnce(1, tasks.filter(isAlone), async (task) => execute(field, task));
  const others = tasks.filter((task) => !isAlone(task));
  await atOnce(together, others, async (task) => execute(field, task));
  // The database must still be consistent after all kills.
  const { problems } = await verifyDatabase(field.database);
  if (problems.length > 0) report({ broke: problems.join('\n') });
  await field.close();
  report({ deaths: field.servers.deaths(), starts: field.servers.starts() });
  process.disconnect();
}

async function execute(field: Field, task: Task): Promise<void> {
  try {
    if (task.do === 'kill at every point') {
      await walkPoints(field, task.call, task.points, (result) => report({ result }));
    } else report({ result: await resultOf(field, task) });
  } catch (error) {
    const why = error instanceof Error ? (error.stack ?? error.message) : String(error);
    report({ broke: `${JSON.stringify(task)}\n${why}` });
  }
}

async function resultOf(
  field: Field,
  task: Exclude<Task, { do: 'kill at every point' }>,
): Promise<SeedReport> {
  if (task.do === 'cut') return walkCut(field, task.call, task.cut);
  return task.do === 'mixed' ? runMixed(field, task.seed) : runSpecOnly(task.seed);
}

function report(message: WorkerMessage): void {
  process.send?.(message);
}
