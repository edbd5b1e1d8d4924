import type { Orders, SeedReport } from '../orders.ts';
import { countImmediates } from '../../world/quiet.ts';
import type { Server } from '../../world/server.ts';
import { planOf } from './generate.ts';
import type { Plan } from './plan.ts';
import { runSchedule } from './run-schedule.ts';
import { shrink } from './shrink.ts';

/** Runs stored schedules, and then those of consecutive seeds. */
export async function* playSchedules(
  server: Server,
  { plans, seeds: { first, count }, shrinks }: Pick<Orders, 'plans' | 'seeds' | 'shrinks'>,
): AsyncGenerator<SeedReport> {
  // Schedules decide when tabs learn of each other's changes; this API would notify them at once.
  Reflect.deleteProperty(globalThis, 'BroadcastChannel');
  countImmediates();
  // Dexie warns each time a browser closes a database, which is frequent here.
  const warn = console.warn;
  console.warn = (...words: unknown[]) => {
    if (words[0] !== 'Dexie: Need to reopen db') warn(...words);
  };

  async function run(name: string, plan: Plan): Promise<SeedReport> {
    const result = await runSchedule(server, plan);
    const isFailed = result.violations.length > 0;
    return {
      name,
      ...result,
      ...(isFailed && shrinks && { shrunk: await shrink(server, plan, result) }),
    };
  }

  for (const { name, plan } of plans) yield run(name, plan);
  for (let seed = first; seed < first + count; seed += 1) yield run(`seed ${seed}`, planOf(seed));
}
