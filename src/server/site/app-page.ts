import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

import { type PageData, pageDataId } from '#contract/site/page-data.ts';

import { strangerOf } from '../admission/callers.ts';
import { defaultLimits } from '../limits.ts';
import { noteShed } from '../platform/overload.ts';
import { createPagePacker, type Page } from './page-packer.ts';
import { dataElement, pageMessages } from './page-messages.ts';
import { createRecentCache } from '../platform/recent-cache.ts';

export type PageExtras = {
  /** Reads the first rows, which are embedded in the page to save it a request. */
  read?: () => Promise<PageData | undefined>;
  /** Reads the head of an address in an accepted language; replaces title and description of the built page. */
  head?: (url: string, acceptLanguage: string | undefined) => Promise<string | undefined>;
  /** Maximum pages per minute for one network, per process. */
  pagesPerNetwork?: number;
};

/** Maximum built pages in memory, plain and packed. */
const maxPages = 50;

/**
 * Serves the app's page with its embedded data. A network over its limit gets the page as built,
 * which costs nothing, with the status 429: behind a shared address the app still opens.
 */
export async function appPage(folder: string, extras: PageExtras) {
  const built = await readFile(join(folder, 'index.html'), 'utf8');
  const buildPage = pageBuilder(built, await pageMessages(folder), extras);
  const pack = createPagePacker();
  const refusalOf = pageLimit(extras.pagesPerNetwork);
  const plainPage: Page = { plain: built, packed: {} };

  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const refusal = await refusalOf(request);
    if (refusal) noteShed(request, 'rate-limited');
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

/** Counts pages by network in memory, so that a page opens without the database. */
function pageLimit(pagesPerNetwork = defaultLimits.pagesPerNetwork) {
  const pages = new RateLimiterMemory({ points: pagesPerNetwork, duration: 60 });
  return async (request: FastifyRequest): Promise<{ retryAfterSeconds: number } | undefined> => {
    try {
      await pages.consume(strangerOf(request).key);
      return undefined;
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      return { retryAfterSeconds: Math.max(1, Math.ceil(refused.msBeforeNext / 1000)) };
    }
  };
}

/** Builds pages and caches each until its embedded data changes. */
function pageBuilder(
  built: string,
  messagesOf: Awaited<ReturnType<typeof pageMessages>>,
  { read, head }: PageExtras,
) {
  const pages = createRecentCache<Page>(maxPages);
  let currentRows: PageData | undefined;

  return async ({ url, headers }: FastifyRequest): Promise<Page> => {
    const accepted = headers['accept-language'];
    const [rows, own = ''] = await Promise.all([read?.(), head?.(url, accepted)]);
    if (rows !== currentRows) pages.clear();
    currentRows = rows;
    const [path = ''] = url.split('?');
    const messages = messagesOf(path, accepted);
    const key = [path === '/', own, messages].join();
    const known = pages.get(key);
    if (known) return known;
    const shown = rows && path !== '/' ? { ...rows, tips: [] } : rows;
    const plain = withData(own === '' ? built : withHead(built, own), shown, messages);
    const page = { plain, packed: {} };
    pages.set(key, page);
    return page;
  };
}

/** Embeds data in the page as an inert element before the scripts that read it. */
function withData(page: string, rows: PageData | undefined, messages: string): string {
  const data = messages + (rows ? dataElement(pageDataId, rows) : '');
  return page.replace(/<script src|<\/head>/, (found) => data + found);
}

/** Replaces title and description of the page. */
function withHead(page: string, head: string): string {
  return page
    .replace(/<meta name="description"[^>]*>/, '')
    .replace(/<title>[^<]*<\/title>/, () => head);
}
