import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';

import { isPage } from '#contract/pages.ts';
import { ApiProblem } from '#contract/problem.ts';

import { appPage, type PageExtras } from './app-page.ts';
import { sendProblem } from './errors.ts';
import { setPartHeaders } from './headers.ts';

export const siteFolder = fileURLToPath(new URL('../../dist', import.meta.url));

/** The built app, as any web server could host it; and what is answered where nothing is found. */
export async function serveSite(
  app: FastifyInstance,
  folder = siteFolder,
  extras: PageExtras = {},
): Promise<void> {
  const built = existsSync(`${folder}/index.html`);
  const openPage = built ? await appPage(folder, extras) : undefined;
  if (openPage) {
    await app.register(fastifyStatic, {
      root: folder,
      // One route per file: whatever was not there at start is not served.
      wildcard: false,
      index: false,
      globIgnore: ['**/*.br', '**/*.gz', '**/*.map'],
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        const name = relative(folder, path).replaceAll('\\', '/');
        reply.header('cache-control', cachingOf(name));
        if (/^assets\/|^[^/]+\.js$/.test(name) && name !== 'sw.js') setPartHeaders(reply);
      },
    });
    // The page is compressed once, and not for each request.
    app.get('/', { compress: false }, async (request, reply) => openPage(request, reply));
  }

  app.setNotFoundHandler(async (request, reply) => {
    // The app's own addresses: it reads them itself.
    if (openPage && isNavigation(request)) return openPage(request, reply);
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
 * Whether a request opens a page, or fetches it to show what it is. Below a page's first part every address
 * is one, also a token with dots or an id that no browser should have sent; elsewhere only what a person opens.
 */
function isNavigation(request: Pick<FastifyRequest, 'method' | 'url' | 'headers'>): boolean {
  const [path = ''] = request.url.split('?');
  const accept = request.headers.accept ?? '*/*';
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  if (isPage(path)) return accept.includes('text/html') || accept.includes('*/*');
  return accept.includes('text/html') && !outsideTheApp.test(decoded(path));
}

/** Calls, folders of files, hidden files, and files that a build leaves beside others. */
const outsideTheApp =
  /^\/(api|odds|pictures|previews|proof|health|assets)(\/|;|$)|\/\.|\.(?:map|br|gz)$/i;

/**
 * A request's address for the router, which refuses a path that cannot be decoded. Outside of the API its
 * percent signs are taken as text, so that a person gets a page.
 */
export function decodableUrl({ url = '/' }: { url?: string | undefined }): string {
  const [path = '', ...query] = url.split('?');
  if (isDecodable(path) || outsideTheApp.test(path)) return url;
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

function decoded(path: string): string {
  return isDecodable(path) ? decodeURIComponent(path) : path;
}
