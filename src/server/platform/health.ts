import type { FastifyInstance } from 'fastify';
import { Pool, type PoolClient } from 'pg';
import * as z from 'zod/mini';

import { ApiProblem } from '#contract/problem.ts';
import { ping } from '#contract/sync.ts';

import { readBuildId } from './build.ts';
import { isReadOnlyConnection } from '../db/hosts.ts';
import { type RoutePlugin, serveRoute } from '../serve.ts';
import type { Services } from '../services.ts';
import { version } from './version.ts';

const Health = z.object({
  status: z.enum(['ok', 'unavailable']),
  database: z.enum(['ok', 'read-only', 'unavailable']),
  version: z.string(),
  build: z.string(),
});

/** The build id; read once, as the build does not change while the process runs. */
let currentBuildId: Promise<string> | undefined;

const Liveness = z.object({ status: z.literal('ok'), version: z.string(), build: z.string() });

/** State of the database: writable, read-only or unavailable. */
export type DatabaseState = z.infer<typeof Health>['database'];

declare module 'fastify' {
  interface FastifyInstance {
    /** Queries the state of the database, or returns the result of the last second. */
    readDatabaseState: () => Promise<DatabaseState>;
  }
}

/** Time in milliseconds for which a state is cached. */
const stateLifetimeMs = 1_000;
/** Timeout of the query in milliseconds; long, because a slow database is still available. */
const stateTimeoutMs = 3_000;

/**
 * Adds `readDatabaseState`, which queries over a reserved connection, as calls may use all others
 * under load. Runs at most about once a second for any number of callers.
 */
export function registerDatabaseStateReader(
  app: FastifyInstance,
  { database, clock }: Pick<Services, 'database' | 'clock'>,
): void {
  // The pool opens its connection at the first query, and again after a failure.
  const reserved = new Pool({
    ...database.$client.options,
    max: 1,
    query_timeout: stateTimeoutMs,
    idleTimeoutMillis: 0,
  });
  reserved.on('error', () => undefined);
  reserved.on('connect', (client) => client.on('error', () => undefined));
  let last: { at: number; state: Promise<DatabaseState> } | undefined;

  async function queryState(): Promise<DatabaseState> {
    const connection = await reserved.connect().catch(() => undefined);
    const state = connection ? await queryDatabaseState(connection) : 'unavailable';
    // Any other state closes the connection, as a new one may reach a host that accepts writes.
    connection?.release(state !== 'ok');
    return state;
  }
  app.decorate('readDatabaseState', async () => {
    const at = clock().getTime();
    if (!last || Math.abs(at - last.at) >= stateLifetimeMs) last = { at, state: queryState() };
    return last.state;
  });
  app.addHook('onClose', async () => reserved.end());
}

async function queryDatabaseState(connection: PoolClient): Promise<DatabaseState> {
  try {
    return (await isReadOnlyConnection(connection)) ? 'read-only' : 'ok';
  } catch {
    return 'unavailable';
  }
}

/**
 * Serves health checks for supervisors and proxies, and the ping of open pages; rate limits count
 * none of these. `/health/live`: the process responds. `/health`: the database accepts writes. The
 * ping fails without the database, like every other call.
 */
export const healthRoutes: RoutePlugin = async (app, services) => {
  const build = await (currentBuildId ??= readBuildId());

  serveRoute(app, ping, async ({ reply }) => {
    reply.header('cache-control', 'no-store');
    if ((await app.readDatabaseState()) === 'unavailable') throw new ApiProblem('unavailable');
    return { name: 'touchline' as const, serverTime: services.clock().toISOString() };
  });

  app.get(
    '/health/live',
    { schema: { summary: 'Whether the process answers', response: { 200: Liveness } } },
    async (_request, reply) => {
      reply.header('cache-control', 'no-store');
      return { status: 'ok' as const, version, build };
    },
  );

  app.get(
    '/health',
    { schema: { summary: 'How the server is', response: { 200: Health, 503: Health } } },
    async (_request, reply) => {
      reply.header('cache-control', 'no-store');
      const database = await app.readDatabaseState();
      if (database === 'ok') return { status: database, database, version, build };
      reply.code(503).header('retry-after', '2');
      return { status: 'unavailable' as const, database, version, build };
    },
  );
};

/** True for the paths of health checks. */
export function isHealthUrl(url: string): boolean {
  return url === '/health' || url === '/health/live';
}
