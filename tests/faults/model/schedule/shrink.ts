import type { Server } from '../../world/server.ts';
import type { Plan, Step } from './plan.ts';
import { type Result, runSchedule } from './run-schedule.ts';

/** The maximum number of runs to shrink one schedule. */
const maxTries = 120;

/** Shrinks a failing schedule: removes ever smaller pieces while the same check fails. */
export async function shrink(
  server: Server,
  plan: Plan,
  { violations }: Pick<Result, 'violations'>,
): Promise<Plan> {
  const reason = violations[0]?.check;
  let { steps } = plan;
  let tries = 0;

  async function fails(candidate: Step[]): Promise<boolean> {
    tries += 1;
    const result = await runSchedule(server, { ...plan, steps: candidate });
    return result.violations.some(({ check }) => check === reason);
  }

  for (let size = Math.ceil(steps.length / 2); size >= 1 && tries < maxTries;) {
    let cut = false;
    for (let from = 0; from < steps.length && tries < maxTries;) {
      const candidate = without(steps, from, size);
      if (await fails(candidate)) {
        steps = candidate;
        cut = true;
      } else from += size;
    }
    if (!cut || size > 1) size = size === 1 ? 0 : Math.ceil(size / 2);
  }
  return { ...plan, steps };
}

/** Removes a range of steps, but waits as long as they did. */
function without(steps: readonly Step[], from: number, size: number): Step[] {
  const passed = steps.slice(from, from + size).reduce((sum, { wait }) => sum + wait, 0);
  const [next, ...rest] = steps.slice(from + size);
  const later = next ? [{ ...next, wait: next.wait + passed }] : [];
  return [...steps.slice(0, from), ...later, ...rest];
}
