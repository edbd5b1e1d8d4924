import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';

import { ApiProblem } from '#contract/problem.ts';
import { ping } from '#contract/sync.ts';

import { buildId } from './build.ts';
import { type Routes, serve } from './serve.ts';

const Health = z.object({
  status: z.enum(['ok', 'unavailable']),
  database: z.enum(['ok', 'read-only', 'unavailable']),
  version: z.string(),
  build: z.string(),
});

/** The same for as long as the process runs. */
let thisBuild: Promise<string> | undefined;

const Alive = z.object({ status: z.literal('ok'), version: z.string(), build: z.string() });

/**
 * What a supervisor and a proxy ask, and what every open page asks every few seconds. They stay outside the
 * rate limits, or the asking would be what fails. `/health/live` says that the process answers, `/health`
 * that it can do its work: that its database takes writes. A ping without the database is refused: nothing
 * else would be answered either.
 */
export const healthRoutes: Routes = async (app, { database, clock }) => {
  const build = await (thisBuild ??= buildId());
  const asksDatabase = async () =>
    database.execute(sql`select 1`).then(
      () => 'ok' as const,
      () => 'unavailable' as const,
    );

  serve(app, ping, async ({ reply }) => {
    reply.header('cache-control', 'no-store');
    if ((await asksDatabase()) === 'unavailable') {
      throw new ApiProblem('unavailable', { retryAfterSeconds: 2 });
    }
    return { name: 'touchline' as const, serverTime: clock().toISOString() };
  });

  const canWrite = async (): Promise<z.infer<typeof Health>['database']> =>
    database
      .execute<{ readOnly: boolean }>(
        sql`select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as "readOnly"`,
      )
      .then(
        ({ rows }) => (rows[0]?.readOnly ? 'read-only' : 'ok'),
        () => 'unavailable',
      );

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
      const state = await canWrite();
      if (state === 'ok') return { status: state, database: state, version, build };
      reply.code(503).header('retry-after', '2');
      return { status: 'unavailable' as const, database: state, version, build };
    },
  );
};

/** Whether a path is one of those by which a server is watched. */
export function isHealth(url: string): boolean {
  return url === '/health' || url === '/health/live';
}

const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');

/** The version of the product that is running. */
export const { version } = z.object({ version: z.string() }).parse(JSON.parse(manifest));
