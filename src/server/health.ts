import type { FastifyInstance } from 'fastify';
import { Pool, type PoolClient } from 'pg';
import * as z from 'zod/mini';

import { ApiProblem } from '#contract/problem.ts';
import { ping } from '#contract/sync.ts';

import { buildId } from './build.ts';
import { isReadOnlyOn } from './db/hosts.ts';
import { type Routes, serve } from './serve.ts';
import type { Services } from './services.ts';
import { version } from './version.ts';

const Health = z.object({
  status: z.enum(['ok', 'unavailable']),
  database: z.enum(['ok', 'read-only', 'unavailable']),
  version: z.string(),
  build: z.string(),
});

/** The same for as long as the process runs. */
let thisBuild: Promise<string> | undefined;

const Alive = z.object({ status: z.literal('ok'), version: z.string(), build: z.string() });

/** How the database is: whether it takes writes, and whether it answers at all. */
export type DatabaseState = z.infer<typeof Health>['database'];

declare module 'fastify' {
  interface FastifyInstance {
    /** Asks, or repeats what was asked within the last second. */
    databaseState: () => Promise<DatabaseState>;
  }
}

/** So long an answer of the database is everybody's, in milliseconds. */
const keptFor = 1_000;
/** A database that is slow for a moment is not away. */
const patience = 3_000;

/**
 * Asks the database how it is, over a connection that nothing else uses: in a crowd all others are taken
 * for a while, and that is no failure. However many ask, it is asked about once a second.
 */
export function watchDatabase(
  app: FastifyInstance,
  { database, clock }: Pick<Services, 'database' | 'clock'>,
): void {
  // Opened by the first question, and again after a failure.
  const reserved = new Pool({
    ...database.$client.options,
    max: 1,
    query_timeout: patience,
    idleTimeoutMillis: 0,
  });
  reserved.on('error', () => undefined);
  reserved.on('connect', (client) => client.on('error', () => undefined));
  let last: { at: number; state: Promise<DatabaseState> } | undefined;

  async function ask(): Promise<DatabaseState> {
    const connection = await reserved.connect().catch(() => undefined);
    const state = connection ? await askOn(connection) : 'unavailable';
    // Another one may lead to a database that takes writes.
    connection?.release(state !== 'ok');
    return state;
  }
  app.decorate('databaseState', async () => {
    const at = clock().getTime();
    if (!last || Math.abs(at - last.at) >= keptFor) last = { at, state: ask() };
    return last.state;
  });
  app.addHook('onClose', async () => reserved.end());
}

async function askOn(connection: PoolClient): Promise<DatabaseState> {
  try {
    return (await isReadOnlyOn(connection)) ? 'read-only' : 'ok';
  } catch {
    return 'unavailable';
  }
}

/**
 * What a supervisor and a proxy ask, and what every open page asks every few seconds. They stay outside the
 * rate limits, or the asking would be what fails. `/health/live` says that the process answers, `/health`
 * that it can do its work: that its database takes writes. A ping without the database is refused: nothing
 * else would be answered either.
 */
export const healthRoutes: Routes = async (app, services) => {
  const build = await (thisBuild ??= buildId());

  serve(app, ping, async ({ reply }) => {
    reply.header('cache-control', 'no-store');
    if ((await app.databaseState()) === 'unavailable') throw new ApiProblem('unavailable');
    return { name: 'touchline' as const, serverTime: services.clock().toISOString() };
  });

  app.get(
    '/health/live',
    { schema: { summary: 'Whether the process answers', response: { 200: Alive } } },
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
      const database = await app.databaseState();
      if (database === 'ok') return { status: database, database, version, build };
      reply.code(503).header('retry-after', '2');
      return { status: 'unavailable' as const, database, version, build };
    },
  );
};

/** Whether a path is one of those by which a server is watched. */
export function isHealth(url: string): boolean {
  return url === '/health' || url === '/health/live';
}
