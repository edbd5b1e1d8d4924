import { mkdirSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { createDatabase, providePostgres } from '../../testing/database/postgres.ts';
import { scratchFolder } from '../../testing/machine/scratch-folder.ts';
import { openGround } from './ground.ts';
import { nameOf, type RouteReport, sendAtRandom } from './run.ts';

const { values } = parseArgs({
  options: {
    /** Number of requests to each route. */
    requests: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    /** Only routes with one of these texts in their name, such as "PUT /api/tips". */
    only: { type: 'string', multiple: true, default: [''] },
  },
});

/** Some routes have a minimum response time. */
const routesAtOnce = 3;
const output = join(import.meta.dirname, '../../../test-output');
const started = performance.now();
const stop = await providePostgres();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void stop().then(() => process.exit(1)));
}
const dataDir = await scratchFolder('requests');
const { url, drop } = await createDatabase();
const ground = await openGround(url, dataDir);
try {
  process.exitCode = (await sendToAll()) ? 0 : 1;
} finally {
  await ground.close();
  await drop();
  await stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function sendToAll(): Promise<boolean> {
  const chosen = ground.routes.filter((route) =>
    values.only.some((part) => nameOf(route).includes(part)),
  );
  const waiting = [...chosen];
  const figures = { routes: chosen.length, requests: 0, failed: 0 };
  await Promise.all(
    Array.from({ length: routesAtOnce }, async () => {
      for (let route = waiting.shift(); route; route = waiting.shift()) {
        const report = await sendAtRandom(ground, route, {
          count: Number(values.requests),
          seed: Number(values.seed),
        });
        figures.failed += report.failures.length;
        figures.requests += show(report);
      }
    }),
  );
  console.log(
    `\n${figures.requests} requests to ${chosen.length} routes in ${secondsFrom(started)} s`,
  );
  console.log(`not as it should be ${figures.failed}`);
  mkdirSync(output, { recursive: true });
  writeFileSync(join(output, 'requests.json'), JSON.stringify(figures));
  return figures.failed === 0 && chosen.length > 0;
}

/** Prints the result of a route and returns the number of responses. */
function show({ route, answers, failures, seconds }: RouteReport): number {
  const counts = Object.entries(answers);
  const each = counts.map(([status, times]) => `${status} ${times}`).join(', ');
  console.log(`${route.padEnd(46)} ${seconds.toFixed(1).padStart(6)} s  ${each}`);
  for (const failure of failures) console.log(`\n${failure}\n`);
  return counts.reduce((sum, [, times]) => sum + times, 0);
}

function secondsFrom(moment: number): string {
  return ((performance.now() - moment) / 1000).toFixed(1);
}
