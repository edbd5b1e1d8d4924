import { overHttp } from '../../testing/server/over-http.ts';
import { every } from './pace.ts';

/** The ports of the health checks, and the port and token of a member who reads. */
export type Watch = { live: readonly number[]; site: number; token: string };

/** Durations of responses in milliseconds; infinite for a failed request. */
export type Seen = { live: number[]; reads: number[] };

const liveEvery = 50;
const readEvery = 150;
const reads = ['/api/tips?limit=20', '/api/feed', '/api/sync?since=0'];

// Runs as a separate process, so that the crowd's load does not distort these durations.
process.once('message', (watch: Watch) => {
  const seen: Seen = { live: [], reads: [] };
  const over = new AbortController();
  const headers = { authorization: `Bearer ${watch.token}` };
  const asking = [
    ...watch.live.map(async (port) =>
      every(liveEvery, over.signal, async () => {
        seen.live.push(await timeOf({ port, path: '/health/live' }));
      }),
    ),
    every(readEvery, over.signal, async (round) => {
      const path = reads[round % reads.length] ?? '';
      seen.reads.push(await timeOf({ port: watch.site, path, headers }));
    }),
  ];
  process.once('message', () => {
    over.abort();
    void Promise.all(asking).then(() => process.send?.(seen, () => process.exit()));
  });
});
process.on('disconnect', () => process.exit());

/** The duration of a request on a new connection, which a proxy's health check also opens. */
async function timeOf(
  request: Pick<Parameters<typeof overHttp>[0], 'port' | 'path' | 'headers'>,
): Promise<number> {
  const began = performance.now();
  const answer = await overHttp({ method: 'GET', ...request }).catch(() => undefined);
  return answer?.status === 200 ? performance.now() - began : Infinity;
}
