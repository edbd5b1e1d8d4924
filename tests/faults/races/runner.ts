import { openGround } from './ground.ts';
import { type RaceReport, races } from './run.ts';

/** A runner's task, as JSON in its environment. */
export type Orders = {
  url: string;
  dataDir: string;
  first: number;
  count: number;
  /** Ends with the first race that fails. */
  untilFailure: boolean;
};

export type Report = RaceReport;

// Whoever asked is gone: there is nobody to run for.
process.on('disconnect', () => process.exit());

const orders: Orders = JSON.parse(process.env['FAULTS_ORDERS'] ?? '{}');
const ground = await openGround(orders.url, orders.dataDir);
for await (const report of races(ground, orders)) {
  await new Promise((sent) => process.send?.(report, sent));
  if (orders.untilFailure && report.failures.length > 0) break;
}
await ground.close();
process.exit();
