import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

import { buildId } from '../build.ts';
import type { DatabaseState } from '../health.ts';
import { version } from '../version.ts';
import type { MetricsAddress } from './address.ts';
import { registry } from './counters.ts';
import type { Asked, Begun, Known, Told } from './thread.ts';

/** Interval of the thread's updates, in milliseconds. */
const toldEvery = 250;

export type Served = { address: string; port: number; close: () => Promise<void> };

/**
 * Serves `/metrics`, `/health` and `/health/live` at an address of its own and in a thread of its
 * own: in a crowd the main event loop is too busy for a probe. Rejects if it cannot listen on the
 * address.
 */
export async function serveMetrics(
  { host, port }: MetricsAddress,
  databaseState: () => Promise<DatabaseState>,
): Promise<Served> {
  const about: Known = { host, port, version, build: await buildId() };
  const thread = new Worker(new URL('./thread.ts', import.meta.url), {
    workerData: about,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
  });
  const tell = (told: Told) => thread.postMessage(told);
  const [begun]: Begun[] = await once(thread, 'message');
  if (!begun || 'error' in begun) {
    await thread.terminate();
    throw new Error(begun?.error);
  }

  const tellState = async () => tell({ database: await databaseState() });
  thread.on('message', ({ question }: Asked) => {
    registry.metrics().then(
      (text) => tell({ question, type: registry.contentType, text }),
      () => tell({ question }),
    );
  });
  await tellState();
  const telling = setInterval(() => void tellState(), toldEvery);
  return {
    ...begun,
    async close() {
      clearInterval(telling);
      await thread.terminate();
    },
  };
}
