import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { isPage } from '#contract/pages.ts';
import { ApiProblem } from '#contract/problem.ts';
import { type PageData, pageDataId } from '#contract/page-data.ts';

import { sendProblem } from './errors.ts';
import { setPartHeaders } from './headers.ts';
import { dataElement, pageWords } from './page-words.ts';

export const siteFolder = fileURLToPath(new URL('../../dist', import.meta.url));

/** What goes with the page: its first rows, and what the head of an address says of it. */
type Extras = {
  read?: () => Promise<PageData | undefined>;
  head?: (url: string) => Promise<string | undefined>;
};

/**
 * The built app, as any web server could host it; and what is answered where nothing is found. What `read`
 * answers goes with the page of an address, so that its first rows need not be asked for, and what `head`
 * answers takes the place of the page's own title and description.
 */
export async function serveSite(
  app: FastifyInstance,
  folder = siteFolder,
  extras: Extras = {},
): Promise<void> {
  const built = existsSync(`${folder}/index.html`);
  const openPage = built ? await pageIn(folder, extras) : undefined;
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
    app.get('/', async (request, reply) => openPage(request, reply));
  }

  app.setNotFoundHandler(async (request, reply) => {
    // The app's own addresses: it reads them itself.
    if (openPage && isNavigation(request)) return openPage(request, reply);
    await app.countRequest(request);
    return sendProblem(new ApiProblem('not-found'), request, reply);
  });
}

type Page = { plain: string; packed: Buffer };

/** So many pages with a head of their own are kept packed. */
const mostPacked = 50;

/** Answers with the page and what goes with it, packed once for as long as that is the same. */
async function pageIn(folder: string, { read, head }: Extras) {
  const page = await readFile(join(folder, 'index.html'), 'utf8');
  const wordsOf = await pageWords(folder);
  const kept = new Map<string, Page>();
  let keptRows: PageData | undefined;
  async function pageAt({ url, headers }: FastifyRequest): Promise<Page> {
    const [rows, own = ''] = await Promise.all([read?.(), head?.(url)]);
    if (rows !== keptRows || kept.size > mostPacked) kept.clear();
    keptRows = rows;
    const [path = ''] = url.split('?');
    const words = wordsOf(path, headers['accept-language']);
    const key = [path === '/', own, words].join();
    const known = kept.get(key);
    if (known) return known;
    const shown = rows && path !== '/' ? { ...rows, tips: [] } : rows;
    const made = await packed(filled(own === '' ? page : withHead(page, own), shown, words));
    if (rows === keptRows) kept.set(key, made);
    return made;
  }
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { plain, packed } = await pageAt(request);
    const encoding = request.headers['accept-encoding'] ?? '';
    const isPacked = /\bbr\b/.test(encoding);
    return reply
      .code(200)
      .headers({
        'cache-control': 'no-cache',
        'content-type': 'text/html; charset=utf-8',
        vary: 'Accept-Encoding, Accept-Language',
        ...(isPacked && { 'content-encoding': 'br' }),
      })
      .send(isPacked ? packed : plain);
  };
}

async function packed(plain: string): Promise<Page> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 6 };
  return { plain, packed: await promisify(brotliCompress)(plain, { params }) };
}

/** The page with what goes with it: data that no browser runs, ahead of the scripts that ask for it. */
function filled(page: string, rows: PageData | undefined, words: string): string {
  const data = words + (rows ? dataElement(pageDataId, rows) : '');
  return page.replace(/<script src|<\/head>/, (found) => data + found);
}

/** The page with another title and description. */
function withHead(page: string, head: string): string {
  return page
    .replace(/<meta name="description"[^>]*>/, '')
    .replace(/<title>[^<]*<\/title>/, () => head);
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
