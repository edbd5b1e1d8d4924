import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';

import { ApiProblem } from '#contract/problem.ts';

import { sendProblem } from './errors.ts';

const siteFolder = fileURLToPath(new URL('../../dist', import.meta.url));

/** The built app, as any web server could host it; and what is answered where nothing is found. */
export async function serveSite(app: FastifyInstance, folder = siteFolder): Promise<void> {
  const built = existsSync(`${folder}/index.html`);
  if (built) {
    await app.register(fastifyStatic, {
      root: folder,
      // One route per file: whatever was not there at start is not served.
      wildcard: false,
      globIgnore: ['**/*.br', '**/*.gz', '**/*.map'],
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        reply.header('cache-control', cachingOf(relative(folder, path).replaceAll('\\', '/')));
      },
    });
  }

  app.setNotFoundHandler(async (request, reply) => {
    // The app's own addresses: it reads them itself.
    if (built && isNavigation(request)) return reply.sendFile('index.html');
    await app.countRequest(request);
    return sendProblem(new ApiProblem('not-found'), request, reply);
  });
}

/** Names in assets/ change with their content, except the catalogues' that are fetched by name. */
function cachingOf(path: string): string {
  const named = path.startsWith('assets/') && !path.startsWith('assets/i18n/');
  return named ? 'public, max-age=31536000, immutable' : 'no-cache';
}

/**
 * Someone opening a page, not something that is missing. The last part of a mail's link is a token
 * with dots in it, so only what looks like a file's extension counts as one.
 */
function isNavigation(request: Pick<FastifyRequest, 'method' | 'url' | 'headers'>): boolean {
  const [path = ''] = request.url.split('?');
  return (
    (request.method === 'GET' || request.method === 'HEAD') &&
    (request.headers.accept ?? '').includes('text/html') &&
    !/^\/(api|odds|pictures|proof|health)(\/|;|$)/i.test(decoded(path)) &&
    !/\.[a-z0-9]{1,11}$/i.test(path) &&
    !/\/\./.test(decoded(path))
  );
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
