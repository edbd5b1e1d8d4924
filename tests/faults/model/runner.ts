import { playKickOffs } from './kick-offs/run-plan.ts';
import type { Orders, TimedReport } from './orders.ts';
import { playRaces } from './races/run.ts';
import { playSchedules } from './schedule/play.ts';
import { openServer } from '../world/server.ts';

// Runs as a child process: runs the seeds of its task, and reports each of them.

const players = { schedules: playSchedules, 'kick-offs': playKickOffs, races: playRaces };

// The parent process has exited.
process.on('disconnect', () => process.exit());

const orders: Orders = JSON.parse(process.env['FAULTS_ORDERS'] ?? '{}');
// Schedules around a kick-off never release a held lock, so a short timeout is enough.
const timeouts = orders.kind === 'kick-offs' ? { lockTimeoutMs: 15 } : {};
const server = await openServer(orders.url, orders.dataDir, timeouts);
let began = process.cpuUsage();
for await (const report of players[orders.kind](server, orders)) {
  const { user, system } = process.cpuUsage(began);
  const timed: TimedReport = { ...report, took: (user + system) / 1000 };
  await new Promise((sent) => process.send?.(timed, sent));
  if (orders.untilFailure && report.violations.length > 0) break;
  began = process.cpuUsage();
}
await server.close();
process.exit();
