import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';

import type { Routes } from './serve.ts';

const Health = z.object({
  status: z.enum(['ok', 'unavailable']),
  database: z.enum(['ok', 'unavailable']),
  version: z.string(),
});

/** What a supervisor asks. It stays outside the rate limits, or the asking would be what fails. */
export const healthRoutes: Routes = async (app, { database }) => {
  app.get(
    '/health',
    { schema: { summary: 'How the server is', response: { 200: Health, 503: Health } } },
    async (_request, reply) => {
      reply.header('cache-control', 'no-store');
      const state = await database.execute(sql`select 1`).then(
        () => 'ok' as const,
        () => 'unavailable' as const,
      );
      if (state === 'unavailable') reply.code(503).header('retry-after', '2');
      return { status: state, database: state, version };
    },
  );
};

const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');

/** The version of the product that is running. */
export const { version } = z.object({ version: z.string() }).parse(JSON.parse(manifest));
