import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

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
 * Someone opening a page, or fetching it to show what it is, and not something that is missing. The last part
 * of a mail's link is a token with dots in it, so only what looks like a file's extension counts as one.
 */
function isNavigation(request: Pick<FastifyRequest, 'method' | 'url' | 'headers'>): boolean {
  const [path = ''] = request.url.split('?');
  return (
    (request.method === 'GET' || request.method === 'HEAD') &&
    accepts(request.headers.accept ?? '*/*', path) &&
    !/^\/(api|odds|pictures|previews|proof|health)(\/|;|$)/i.test(decoded(path)) &&
    !/\.[a-z0-9]{1,11}$/i.test(path) &&
    !/\/\./.test(decoded(path))
  );
}

/** Whoever shows other sites' pages takes anything, of addresses that are pages. */
function accepts(accept: string, path: string): boolean {
  return accept.includes('text/html') || (accept.includes('*/*') && isPage(path));
}

/** Whether a path is a page of the app, by its first part. */
export function isPage(path: string): boolean {
  const [, first = ''] = path.split('/');
  return pages.has(first);
}

const pages = new Set([
  '',
  'account',
  'admin',
  'competitions',
  'help',
  'inbox',
  'play-responsibly',
  'pools',
  'privacy',
  'settings',
  'sync',
  'terms',
  'tip',
  'tips',
  'tipster',
]);

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
