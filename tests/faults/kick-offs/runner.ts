import { planOf } from './plan.ts';
import { type Result, runPlan } from './run-plan.ts';
import { openServer } from './server.ts';

/** A runner's task, as JSON in its environment. */
export type Orders = {
  url: string;
  dataDir: string;
  first: number;
  count: number;
  /** Ends with the first schedule that fails. */
  untilFailure: boolean;
};

/** What a runner says of one schedule. */
export type Report = Result & { seed: number };

// Whoever asked is gone: there is nobody to run for.
process.on('disconnect', () => process.exit());

const orders: Orders = JSON.parse(process.env['FAULTS_ORDERS'] ?? '{}');
const server = await openServer(orders.url, orders.dataDir);
const { first, count } = orders;
for (let seed = first; seed < first + count; seed += 1) {
  const report: Report = { seed, ...(await runPlan(server, planOf(seed))) };
  await new Promise((sent) => process.send?.(report, sent));
  if (orders.untilFailure && report.violations.length > 0) break;
}
await server.close();
process.exit();
