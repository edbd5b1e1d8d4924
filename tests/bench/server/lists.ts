import { Agent } from 'node:http';

import { fillWithACrowd } from '../../testing/people/crowd.ts';
import {
  crowdLists,
  crowdSearches,
  crowdTokens,
  type Reader,
} from '../../testing/people/crowd-lists.ts';
import { overHttp } from '../../testing/server/over-http.ts';
import { serverBudgets } from '../budgets.ts';
import { atMost, heading } from '../report.ts';
import { startChild } from './child.ts';
import { aWorld } from './world.ts';

/** Number of concurrent readers; each has one request in flight. */
const readers = 4;
const rounds = 60;
/** A prime number, so that every round reads every list. */
const stride = 17;

/**
 * Measures each list with concurrent readers on 50,000 tips of 20,000 members with 200,000 follows.
 */
export async function benchLists(): Promise<void> {
  const now = new Date();
  const world = await aWorld(1);
  const { DATABASE_URL: url = '', JWT_SECRET: secret = '' } = world.env;
  await fillWithACrowd(url, now);
  const tokens = await crowdTokens(world.database, secret, now);
  const app = await startChild('app', world.env);
  try {
    const lists = [...crowdLists(now.toISOString().slice(0, 7)), ...crowdSearches];
    // Lists alternate: similar lists do not follow each other, and none is measured alone.
    const turns = Array.from({ length: rounds }, (_, round) =>
      lists.flatMap((_one, index) => lists[(index * stride + round) % lists.length] ?? []),
    ).flat();
    const times = await timesOf(app.origin, turns, tokens);
    heading(
      `Server: lists of a large community, ${readers} readers, 95 of 100 within milliseconds`,
    );
    for (const { path } of lists) {
      atMost(path.slice(0, 60), at(times.get(path) ?? [], 0.95), serverBudgets.list, 'ms');
    }
  } finally {
    await app.stop();
    await world.remove();
  }
}

async function timesOf(
  origin: string,
  turns: readonly { path: string; by: Reader }[],
  tokens: Record<Reader, string>,
): Promise<Map<string, number[]>> {
  const port = Number(new URL(origin).port);
  const agent = new Agent({ keepAlive: true, maxSockets: readers });
  const times = new Map<string, number[]>();
  let next = 0;
  await Promise.all(
    Array.from({ length: readers }, async () => {
      for (let turn = turns[next]; turn; turn = turns[next]) {
        next += 1;
        const { path, by } = turn;
        const token = tokens[by];
        const headers = token === '' ? {} : { authorization: `Bearer ${token}` };
        const began = performance.now();
        const { status } = await overHttp({ port, agent, method: 'GET', path, headers });
        if (status !== 200) throw new Error(`${path}: ${status}`);
        times.set(path, [...(times.get(path) ?? []), performance.now() - began]);
      }
    }),
  );
  agent.destroy();
  return times;
}

function at(times: readonly number[], share: number): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Infinity;
}
