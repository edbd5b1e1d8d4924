import './without-broadcast.ts';
import { verifyDatabase } from '#server/proof/verify.ts';

import type { CallName } from './calls.ts';
import { openField } from './ground.ts';
import { runMixed } from './mixed.ts';
import type { Ground } from './server-process.ts';
import { runSpecOnly } from './spec-only.ts';
import { type Points, type ScheduleResult, walkCut, walkPoints } from './walks.ts';

/** The task of a worker. */
export type Task =
  | { do: 'kill at every point'; call: CallName; points: Points }
  | { do: 'cut'; call: CallName; cut: number }
  | { do: 'mixed'; seed: number }
  | { do: 'spec-only'; seed: number }
  | { do: 'end' };

/** A message of a worker. */
export type Word =
  | { ready: true }
  | { result: ScheduleResult }
  | { finished: Task }
  | { broke: string; task: Task }
  | { deaths: number; starts: readonly number[] };

const ground: Ground = JSON.parse(process.env['FAULTS_GROUND'] ?? '{}');
const field = await openField(ground);

process.on('message', (task: Task) => {
  void execute(task).catch((error: unknown) => {
    const broke = error instanceof Error ? (error.stack ?? error.message) : String(error);
    report({ broke, task });
  });
});
report({ ready: true });

async function execute(task: Task): Promise<void> {
  switch (task.do) {
    case 'kill at every point':
      await walkPoints(field, task.call, task.points, (result) => report({ result }));
      break;
    case 'cut':
      report({ result: await walkCut(field, task.call, task.cut) });
      break;
    case 'mixed':
      report({ result: await runMixed(field, task.seed) });
      break;
    case 'spec-only':
      report({ result: await runSpecOnly(task.seed) });
      break;
    case 'end': {
      // Verifies the database after the deaths of all schedules.
      const { problems } = await verifyDatabase(field.database);
      if (problems.length > 0) report({ broke: problems.join('\n'), task });
      await field.close();
      report({ deaths: field.servers.deaths(), starts: field.servers.starts() });
      process.disconnect();
      return;
    }
  }
  report({ finished: task });
}

function report(word: Word): void {
  process.send?.(word);
}
