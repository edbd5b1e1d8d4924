import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

import { catalogue, oddNameOf } from '#domain/catalogue.ts';

import type { Game, Person } from '../../world/community.ts';
import { aServerProcess } from '../server-process.ts';
import { eventually, type Nodes } from './patroni.ts';

/** The behaviour of a server with a single-host address while that host was no primary. */
export type Demotion = {
  /** Wrong responses. */
  wrong: string[];
  /** Time from its promotion until it accepted writes, in milliseconds. */
  wellAfter: number;
};

const looks = 10;

/** Demotes the primary under a server that is connected to it directly, and promotes it again. */
export async function demote(
  nodes: Nodes,
  { person, game, ...settings }: { person: Person; game: Game; dataDir: string; secret: string },
): Promise<Demotion> {
  const { primary, synchronous } = await nodes.whole();
  // With only one standby, the former primary is promoted next.
  const third = nodes.all.find((node) => node !== primary && node !== synchronous);
  const server = await aServerProcess({
    ...settings,
    url: nodes.serverUrlOf(primary),
    ownerUrl: nodes.urlOf(primary),
  });
  const wrong: string[] = [];
  const send = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${server.origin}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${person.token}`,
        ...(body && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (answer.status === 500) wrong.push(`${method} ${path}: ${answer.status} ${text}`);
    return answer.status;
  };
  let sentCount = 0;
  const posts = async () => {
    // The server refuses a pick that was posted before.
    const option = catalogue[sentCount % catalogue.length];
    sentCount += 1;
    const oddName = option && oddNameOf(option);
    return send('POST', '/api/tips', { options: [{ fixtureId: game.id, oddName }] });
  };
  const expects = (what: string, status: number, expected: number) => {
    if (status !== expected) wrong.push(`${what}: ${status}, not ${expected}`);
  };
  try {
    expects('a change at the primary', await posts(), 201);
    if (third) await nodes.leave(third);
    await nodes.whole(1);

    await nodes.switchTo(synchronous);
    await eventually('no reads at the standby', async () =>
      (await send('GET', '/api/feed')) === 200 && (await nodes.primary()) === synchronous
        ? true
        : undefined,
    );
    for (let look = 0; look < looks; look += 1) {
      expects('a change at a standby', await posts(), 503);
      expects('the feed at a standby', await send('GET', '/api/feed'), 200);
      expects('own tips at a standby', await send('GET', '/api/tips'), 200);
      expects('health at a standby', await send('GET', '/health'), 503);
      expects('life at a standby', await send('GET', '/health/live'), 200);
      await wait(100);
    }

    await nodes.whole(1);
    await nodes.switchTo(primary);
    await eventually('no promotion', async () =>
      (await nodes.primary()) === primary ? true : undefined,
    );
    const promotedAt = performance.now();
    await eventually('no change is taken', async () =>
      (await posts()) === 201 ? true : undefined,
    );
    const wellAfter = performance.now() - promotedAt;
    expects('health at the primary', await send('GET', '/health'), 200);
    return { wrong, wellAfter };
  } finally {
    if (third) nodes.start(third);
    server.kill();
    await server.died;
  }
}
