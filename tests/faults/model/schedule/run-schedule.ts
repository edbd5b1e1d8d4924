import { judgeView } from '../checks/view.ts';
import { quiet } from '../../world/quiet.ts';
import type { Server } from '../../world/server.ts';
import type { Counts, Violation } from '../../world/world.ts';
import { end } from './ending.ts';
import { openWorld } from './open-world.ts';
import { closesAll } from './phones-steps.ts';
import type { Plan } from './plan.ts';
import { perform } from './steps.ts';

/** The result of a schedule. */
export type Result = {
  violations: Violation[];
  counts: Counts;
  /** The log, which is equal in every run of a schedule. */
  log: string[];
};

/** The view is checked once in this number of steps. */
const stepsBetweenViews = 6;

/** Runs a schedule on an empty database until everything is sent and checked. */
export async function runSchedule(server: Server, plan: Plan): Promise<Result> {
  const world = await openWorld(server, plan);
  const unhandled = (error: unknown) => {
    const words = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    // Unfinished work of a killed tab fails with this error.
    if (words.includes('Whoever asked is gone')) return;
    world.found('unhandled', words);
    world.log(error instanceof Error ? (error.stack ?? '') : '');
  };
  process.on('unhandledRejection', unhandled);
  try {
    for (const [index, step] of plan.steps.entries()) {
      await world.time.passesUntil(world.time.now() + step.wait);
      const { wait: _, ...described } = step;
      world.log(JSON.stringify(described));
      await perform(world, step);
      await world.settled();
      if (index % stepsBetweenViews === 0) {
        for (const device of world.devices) judgeView(world, device);
      }
    }
    await end(world);
  } catch (error) {
    unhandled(error);
  } finally {
    for (const device of world.devices) {
      closesAll(device);
      for (const worker of device.workers) worker.dies();
    }
    await quiet().catch(unhandled);
    process.off('unhandledRejection', unhandled);
  }
  const { lines, violations, counts } = world;
  return { violations, counts, log: lines };
}
