import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';

import { isAppPath } from '#contract/site/pages.ts';
import { ApiProblem } from '#contract/problem.ts';

import { createPageHandler, type PageOptions } from './app-page.ts';
import { sendProblem } from '../platform/errors.ts';
import { removePageHeaders } from '../platform/headers.ts';

export const siteFolder = fileURLToPath(new URL('../../../dist', import.meta.url));

/** Serves the built app's files, its page for navigations, and "not found" for all other paths. */
export async function serveSite(
  app: FastifyInstance,
  folder = siteFolder,
  extras: PageOptions = {},
): Promise<void> {
  const built = existsSync(`${folder}/index.html`);
  const openPage = built ? await createPageHandler(folder, extras) : undefined;
  if (openPage) {
    await app.register(fastifyStatic, {
      root: folder,
      // One route per file: files added after the start are not served.
      wildcard: false,
      index: false,
      globIgnore: ['**/*.br', '**/*.gz', '**/*.map'],
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        const name = relative(folder, path).replaceAll('\\', '/');
        reply.header('cache-control', toCacheControl(name));
        if (/^assets\/|^[^/]+\.js$/.test(name) && name !== 'sw.js') removePageHeaders(reply);
      },
    });
    // Fastify does not compress the page, because the page handler compresses each page once.
    app.get('/', { compress: false }, async (request, reply) => openPage(request, reply));
  }

  app.setNotFoundHandler(async (request, reply) => {
    // The app's router decides what to show for the path.
    if (openPage && isNavigation(request)) return openPage(request, reply);
    await app.countRequest(request);
    return sendProblem(new ApiProblem('not-found'), request, reply);
  });
}

/** File names in assets/ contain a digest, except for translation catalogues. */
function toCacheControl(path: string): string {
  const named = path.startsWith('assets/') && !path.startsWith('assets/i18n/');
  return named ? 'public, max-age=31536000, immutable' : 'no-cache';
}

/**
 * True if a request is for a page: any client's request for a path of the app, whose end may be
 * malformed, or a browser's request for another path.
 */
function isNavigation(request: Pick<FastifyRequest, 'method' | 'url' | 'headers'>): boolean {
  const [path = ''] = request.url.split('?');
  const accept = request.headers.accept ?? '*/*';
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  if (isAppPath(path)) return accept.includes('text/html') || accept.includes('*/*');
  return accept.includes('text/html') && !nonAppPaths.test(decodePath(path));
}

/** Paths of API calls, folders of files, hidden files, and source maps or compressed copies. */
const nonAppPaths =
  /^\/(api|odds|pictures|previews|proof|health|assets)(\/|;|$)|\/\.|\.(?:map|br|gz)$/i;

/**
 * Returns the URL for Fastify's router, which refuses a path that cannot be decoded. Outside the
 * API, the percent signs of such a path are escaped, so that the app's page is shown.
 */
export function toDecodableUrl({ url = '/' }: { url?: string | undefined }): string {
  const [path = '', ...query] = url.split('?');
  if (isDecodable(path) || nonAppPaths.test(path)) return url;
  return [path.replaceAll('%', '%25'), ...query].join('?');
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

function decodePath(path: string): string {
  return isDecodable(path) ? decodeURIComponent(path) : path;
}
