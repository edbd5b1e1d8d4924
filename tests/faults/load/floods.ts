import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';

import { type HttpRequest, overHttp } from '../../testing/server/over-http.ts';

/** A request of a flood, with the local address to send it from. */
type FloodRequest = Omit<HttpRequest, 'port' | 'agent'>;

/** Tokens of one member, and ids of tips, for the requests of a flood. */
type FloodMaterial = { tokens: readonly string[]; tips: readonly string[] };

/** A flood: several connections, each of which sends its requests one after the other. */
export type Flood = {
  name: string;
  /** The n-th request of a connection. */
  requestOf: (connection: number, n: number, material: FloodMaterial) => FloodRequest;
  /** The address of a flood from one network, from which members log in as well. */
  address?: string;
};

export const connectionCount = 60;

/** The maximum number of requests per connection, so that a flood ends in any case. */
const maxRequestsPerConnection = 5_000;

const reads = ['/api/feed', '/api/tips?limit=20', '/api/sync?since=0', '/api/fixtures'];
const networks = 60;
const addressOf = (group: number, connection: number) =>
  `127.0.${group}.${(connection % networks) + 1}`;

export const floods: readonly Flood[] = [
  {
    name: 'ten sessions of one member',
    requestOf: (connection, n, { tokens }) => ({
      method: 'GET',
      path: pick(reads, n),
      headers: { authorization: `Bearer ${pick(tokens, connection)}` },
      localAddress: addressOf(10, connection),
    }),
  },
  {
    name: 'feed reads by strangers of sixty networks',
    requestOf: (connection) => feedFrom(addressOf(11, connection)),
  },
  {
    name: 'feed reads by strangers of one network',
    address: '127.0.12.1',
    requestOf: () => feedFrom('127.0.12.1'),
  },
  {
    name: 'pages by strangers of sixty networks',
    requestOf: (connection, n, { tips }) =>
      pageFrom(addressOf(13, connection), `n=${connection}-${n}`, { tips, n }),
  },
  {
    name: 'pages by strangers of one network',
    address: '127.0.15.1',
    requestOf: (connection, n, { tips }) =>
      pageFrom('127.0.15.1', `n=${connection}-${n}`, { tips, n }),
  },
  {
    name: 'wrong passwords from one network',
    requestOf: () => {
      const body = JSON.stringify({ email: `${randomUUID()}@example.org`, password: 'wrong' });
      return {
        method: 'POST',
        path: '/api/auth',
        body,
        headers: { 'content-type': 'application/json' },
        localAddress: '127.0.14.1',
      };
    },
  },
];

function feedFrom(localAddress: string): FloodRequest {
  return { method: 'GET', path: '/api/feed', localAddress };
}

/** A request for a page, with a query that no other request has. */
function pageFrom(
  localAddress: string,
  query: string,
  { tips, n }: { tips: readonly string[]; n: number },
): FloodRequest {
  const path = pick(['/', `/tip/${pick(tips, n)}`, '/competitions'], n);
  return {
    method: 'GET',
    path: `${path}?${query}`,
    headers: { accept: 'text/html', 'accept-encoding': pick(['br', 'gzip', 'identity'], n) },
    localAddress,
  };
}

function pick(items: readonly string[], n: number): string {
  return items[n % items.length] ?? '';
}

/** Sends requests over all connections until the signal; counts responses by status. */
export async function sendFlood(
  { requestOf }: Flood,
  { ports, signal, ...material }: FloodMaterial & { ports: readonly number[]; signal: AbortSignal },
): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {};
  await Promise.all(
    Array.from({ length: connectionCount }, async (_, connection) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const port = ports[connection % ports.length] ?? 0;
      for (let n = 0; n < maxRequestsPerConnection && !signal.aborted; n += 1) {
        const request = { port, agent, ...requestOf(connection, n, material) };
        const status = await overHttp(request).then(
          (answer) => String(answer.status),
          () => 'none',
        );
        statuses[status] = (statuses[status] ?? 0) + 1;
      }
      agent.destroy();
    }),
  );
  return statuses;
}
