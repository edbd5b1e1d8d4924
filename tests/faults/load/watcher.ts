import { overHttp } from '../../testing/server/over-http.ts';
import { every } from './pace.ts';

/** Ports of the probes, and the address and token of a reading member. */
export type Watch = { live: readonly number[]; site: number; token: string };

/** Durations of responses in milliseconds; infinite for a failure. */
export type Seen = { live: number[]; reads: number[] };

const liveEvery = 50;
const readEvery = 150;
const reads = ['/api/tips?limit=20', '/api/feed', '/api/sync?since=0'];

// A process of its own, so that the crowd's load does not count in these times.
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

/** A new connection each time, as for a proxy's check. */
async function timeOf(
  request: Pick<Parameters<typeof overHttp>[0], 'port' | 'path' | 'headers'>,
): Promise<number> {
  const began = performance.now();
  const answer = await overHttp({ method: 'GET', ...request }).catch(() => undefined);
  return answer?.status === 200 ? performance.now() - began : Infinity;
}
