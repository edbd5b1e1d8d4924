import type { Orders, SeedReport } from '../orders.ts';
import { countImmediates } from '../../world/quiet.ts';
import type { Server } from '../../world/server.ts';
import { planOf } from './generate.ts';
import type { Plan } from './plan.ts';
import { runSchedule } from './run-schedule.ts';
import { shrink } from './shrink.ts';

/** Runs stored schedules, and those of consecutive seeds. */
export async function* playSchedules(
  server: Server,
  { plans, seeds: { first, count }, shrinks }: Pick<Orders, 'plans' | 'seeds' | 'shrinks'>,
): AsyncGenerator<SeedReport> {
  // Tabs notify each other of changes through it; here the schedule does.
  Reflect.deleteProperty(globalThis, 'BroadcastChannel');
  countImmediates();
  // Dexie warns whenever a browser closes a database, which happens here all the time.
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
