import { planOf } from './schedule/generate.ts';
import type { Plan } from './schedule/plan.ts';
import { type Result, runSchedule } from './schedule/run-schedule.ts';
import { shrink } from './schedule/shrink.ts';
import { countImmediates } from './world/quiet.ts';
import { openServer } from './world/server.ts';

/** A runner's task, as JSON in its environment. */
export type Orders = {
  url: string;
  dataDir: string;
  plans: { name: string; plan: Plan }[];
  /** A range of seeds. */
  seeds: { first: number; count: number };
  /** Stops at the first schedule that fails. */
  untilFailure: boolean;
  shrinks: boolean;
};

/** A runner's result of one schedule. */
export type Report = Result & {
  name: string;
  /** Processor time of the schedule in milliseconds. */
  took: number;
  /** The shrunk schedule. */
  shrunk?: Plan;
};

// Tabs notify each other of changes through it; here the schedule does.
Reflect.deleteProperty(globalThis, 'BroadcastChannel');
countImmediates();

// Dexie warns whenever a browser closes a database, which happens here all the time.
const warn = console.warn;
console.warn = (...words: unknown[]) => {
  if (words[0] !== 'Dexie: Need to reopen db') warn(...words);
};

// The parent process has exited.
process.on('disconnect', () => process.exit());

const orders: Orders = JSON.parse(process.env['FAULTS_ORDERS'] ?? '{}');
const server = await openServer(orders.url, orders.dataDir);

for (const { name, plan } of orders.plans) await run(name, plan);
const { first, count } = orders.seeds;
for (let seed = first; seed < first + count; seed += 1) {
  const failed = await run(`seed ${seed}`, planOf(seed));
  if (failed && orders.untilFailure) break;
}
await server.close();
process.exit();

async function run(name: string, plan: Plan): Promise<boolean> {
  const began = process.cpuUsage();
  const result = await runSchedule(server, plan);
  const { user, system } = process.cpuUsage(began);
  const failed = result.violations.length > 0;
  const shrunk = failed && orders.shrinks ? await shrink(server, plan, result) : undefined;
  const took = (user + system) / 1000;
  const report: Report = { ...result, name, took, ...(shrunk && { shrunk }) };
  await new Promise((sent) => process.send?.(report, sent));
  return failed;
}
