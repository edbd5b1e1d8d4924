import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

import { type PageData, pageDataId } from '#contract/site/page-data.ts';

import { toAnonymousCaller } from '../admission/callers.ts';
import { defaultLimits } from '../limits.ts';
import { recordShedRequest } from '../platform/overload.ts';
import { createPageCompressor, type BuiltPage } from './page-compressor.ts';
import { createDataElement, readPageMessages } from './page-messages.ts';
import { createLruCache } from '../platform/lru-cache.ts';

export type PageOptions = {
  /** Reads the rows of the first screen, which are embedded in the page to save requests. */
  readData?: () => Promise<PageData | undefined>;
  /** Reads title and description of a URL in an accepted language, as HTML for the page's head. */
  readHead?: (url: string, acceptLanguage: string | undefined) => Promise<string | undefined>;
  /** Maximum pages per minute for one network, per process. */
  pagesPerNetwork?: number;
};

/** Maximum pages in the cache. */
const maxPages = 50;

/**
 * Returns a handler that serves the app's page with embedded data. A network above its limit gets
 * the built page without data and the status 429: this needs no query, and the app still opens.
 */
export async function createPageHandler(folder: string, extras: PageOptions) {
  const built = await readFile(join(folder, 'index.html'), 'utf8');
  const buildPage = createPageBuilder(built, await readPageMessages(folder), extras);
  const pack = createPageCompressor();
  const refusalOf = createPageLimiter(extras.pagesPerNetwork);
  const plainPage: BuiltPage = { plain: built, compressed: {} };

  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const refusal = await refusalOf(request);
    if (refusal) recordShedRequest(request, 'rate-limited');
    const page = refusal ? plainPage : await buildPage(request);
    const { body, encoding } = await pack(page, request.headers['accept-encoding'] ?? '');
    return reply
      .code(refusal ? 429 : 200)
      .headers({
        'cache-control': refusal ? 'no-store' : 'no-cache',
        'content-type': 'text/html; charset=utf-8',
        vary: 'Accept-Encoding, Accept-Language',
        ...(refusal && { 'retry-after': String(refusal.retryAfterSeconds) }),
        ...(encoding && { 'content-encoding': encoding }),
      })
      .send(body);
  };
}

/** Returns a counter of pages per network, in memory: a page opens even without the database. */
function createPageLimiter(pagesPerNetwork = defaultLimits.pagesPerNetwork) {
  const pages = new RateLimiterMemory({ points: pagesPerNetwork, duration: 60 });
  return async (request: FastifyRequest): Promise<{ retryAfterSeconds: number } | undefined> => {
    try {
      await pages.consume(toAnonymousCaller(request).key);
      return undefined;
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      return { retryAfterSeconds: Math.max(1, Math.ceil(refused.msBeforeNext / 1000)) };
    }
  };
}

/** Returns a function that builds pages and caches them until the embedded data changes. */
function createPageBuilder(
  built: string,
  messagesOf: Awaited<ReturnType<typeof readPageMessages>>,
  { readData, readHead }: PageOptions,
) {
  const pages = createLruCache<BuiltPage>(maxPages);
  let currentRows: PageData | undefined;

  return async ({ url, headers }: FastifyRequest): Promise<BuiltPage> => {
    const accepted = headers['accept-language'];
    const [rows, own = ''] = await Promise.all([readData?.(), readHead?.(url, accepted)]);
    if (rows !== currentRows) pages.clear();
    currentRows = rows;
    const [path = ''] = url.split('?');
    const messages = messagesOf(path, accepted);
    const key = [path === '/', own, messages].join();
    const known = pages.get(key);
    if (known) return known;
    const shown = rows && path !== '/' ? { ...rows, tips: [] } : rows;
    const plain = embedData(own === '' ? built : replaceHead(built, own), shown, messages);
    const page = { plain, compressed: {} };
    pages.set(key, page);
    return page;
  };
}

/** Embeds data in the page as an element that is not executed, before the scripts that read it. */
function embedData(page: string, rows: PageData | undefined, messages: string): string {
  const data = messages + (rows ? createDataElement(pageDataId, rows) : '');
  return page.replace(/<script src|<\/head>/, (found) => data + found);
}

/** Replaces title and description in the page's head. */
function replaceHead(page: string, head: string): string {
  return page
    .replace(/<meta name="description"[^>]*>/, '')
    .replace(/<title>[^<]*<\/title>/, () => head);
}
