import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

import { readBuildId } from '../platform/build.ts';
import type { DatabaseState } from '../platform/health.ts';
import { version } from '../platform/version.ts';
import { metricsRegistry } from './counters.ts';
import type { MetricsRequest, StartMessage, ThreadStartData, ThreadMessage } from './thread.ts';

/** Interval of updates to the thread, in milliseconds. */
const updateIntervalMs = 250;

export type MetricsAddress = { host: string; port: number };

/** Returns a warning if the address listens on all networks, else undefined. */
export function findMetricsAddressWarning({ host }: MetricsAddress): string | undefined {
  // URL normalizes addresses, for example 0x0 to 0.0.0.0.
  const url = URL.parse(`http://${host.includes(':') ? `[${host}]` : host}`);
  return ['0.0.0.0', '[::]', '[::ffff:0:0]'].includes(url?.hostname ?? '')
    ? 'METRICS_ADDRESS is on every network of this machine, and asks for no password. Let nobody but ' +
        'Prometheus reach its port.'
    : undefined;
}

type MetricsServer = { address: string; port: number; close: () => Promise<void> };

/**
 * Serves `/metrics`, `/health` and `/health/live` on a separate address and thread, because under
 * load the main event loop is too slow for probes. Rejects if it cannot listen on the address.
 */
export async function serveMetrics(
  { host, port }: MetricsAddress,
  databaseState: () => Promise<DatabaseState>,
): Promise<MetricsServer> {
  const about: ThreadStartData = { host, port, version, build: await readBuildId() };
  const thread = new Worker(new URL('./thread.ts', import.meta.url), {
    workerData: about,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
  });
  const send = (message: ThreadMessage) => thread.postMessage(message);
  const [begun]: StartMessage[] = await once(thread, 'message');
  if (!begun || 'error' in begun) {
    await thread.terminate();
    throw new Error(begun?.error);
  }

  const sendState = async () => send({ database: await databaseState() });
  thread.on('message', ({ id: question }: MetricsRequest) => {
    metricsRegistry.metrics().then(
      (text) => send({ id: question, type: metricsRegistry.contentType, text }),
      () => send({ id: question }),
    );
  });
  await sendState();
  const timer = setInterval(() => void sendState(), updateIntervalMs);
  return {
    ...begun,
    async close() {
      clearInterval(timer);
      await thread.terminate();
    },
  };
}
