import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';

import { ApiProblem } from '#contract/problem.ts';
import { ping } from '#contract/sync.ts';

import { type Routes, serve } from './serve.ts';

const Health = z.object({
  status: z.enum(['ok', 'unavailable']),
  database: z.enum(['ok', 'unavailable']),
  version: z.string(),
});

/**
 * What a supervisor asks, and what every open page asks every few seconds. They stay outside the rate
 * limits, or the asking would be what fails. A ping without the database is refused: nothing else would
 * be answered either.
 */
export const healthRoutes: Routes = async (app, { database, clock }) => {
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

  app.get(
    '/health',
    { schema: { summary: 'How the server is', response: { 200: Health, 503: Health } } },
    async (_request, reply) => {
      reply.header('cache-control', 'no-store');
      const state = await asksDatabase();
      if (state === 'unavailable') reply.code(503).header('retry-after', '2');
      return { status: state, database: state, version };
    },
  );
};

const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');

/** The version of the product that is running. */
export const { version } = z.object({ version: z.string() }).parse(JSON.parse(manifest));
