import './without-broadcast.ts';
import { verifyDatabase } from '#server/proof/verify.ts';

import type { ActName } from './acts.ts';
import { openField } from './ground.ts';
import { runMixed } from './mixed.ts';
import type { Ground } from './server-process.ts';
import { runSpecOnly } from './spec-only.ts';
import { type Points, type ScheduleResult, walkCut, walkPoints } from './walks.ts';

/** The task of a worker. */
export type Task =
  | { do: 'kill at every point'; act: ActName; points: Points }
  | { do: 'cut'; act: ActName; cut: number }
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
    say({ broke, task });
  });
});
say({ ready: true });

async function execute(task: Task): Promise<void> {
  switch (task.do) {
    case 'kill at every point':
      await walkPoints(field, task.act, task.points, (result) => say({ result }));
      break;
    case 'cut':
      say({ result: await walkCut(field, task.act, task.cut) });
      break;
    case 'mixed':
      say({ result: await runMixed(field, task.seed) });
      break;
    case 'spec-only':
      say({ result: await runSpecOnly(task.seed) });
      break;
    case 'end': {
      // Verifies the database after the deaths of all schedules.
      const { problems } = await verifyDatabase(field.database);
      if (problems.length > 0) say({ broke: problems.join('\n'), task });
      await field.close();
      say({ deaths: field.servers.deaths(), starts: field.servers.starts() });
      process.disconnect();
      return;
    }
  }
  say({ finished: task });
}

function say(word: Word): void {
  process.send?.(word);
}
