import type { FastifyInstance, FastifyRequest } from 'fastify';

import { requestSeconds } from './counters.ts';

/** Measures every request. */
export function measureRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    requestSeconds.observe(
      { method: request.method, route: routeOf(request), status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    );
  });
}

/** The declared route; the site's files are one, and unknown paths are another. */
function routeOf({ is404, routeOptions, url }: FastifyRequest): string {
  const declared = routeOptions.url ?? '';
  if (!is404)
    return /^\/(api|odds|health|pictures|previews|proof)\b/.test(declared) ? declared : 'site';
  return /^\/(api|odds|pictures|previews|proof)\b/i.test(url) ? 'none' : 'site';
}
