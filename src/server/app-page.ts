import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

import { type PageData, pageDataId } from '#contract/page-data.ts';

import { strangerOf } from './admission/callers.ts';
import { usualLimits } from './limits.ts';
import { noteTurnedAway } from './overload.ts';
import { createPagePacker, type Page } from './page-packer.ts';
import { dataElement, pageWords } from './page-words.ts';
import { createRecentCache } from './recent-cache.ts';

export type PageExtras = {
  /** Reads the first rows, which go with the page so that it need not ask for them. */
  read?: () => Promise<PageData | undefined>;
  /** Reads the head of an address in an accepted language; replaces title and description of the built page. */
  head?: (url: string, acceptLanguage: string | undefined) => Promise<string | undefined>;
  /** Pages a minute that one network is given by each process. */
  pagesPerNetwork?: number;
};

/** Maximum built pages in memory, plain and packed. */
const maxPages = 50;

/**
 * Answers with the app's page and what goes with it. A network beyond its limit gets the page as it was built,
 * which costs nothing to make, with the status of a refusal: behind a shared address the app opens all the same.
 */
export async function appPage(folder: string, extras: PageExtras) {
  const built = await readFile(join(folder, 'index.html'), 'utf8');
  const buildPage = pageBuilder(built, await pageWords(folder), extras);
  const pack = createPagePacker();
  const refusalOf = pageLimit(extras.pagesPerNetwork);
  const bare: Page = { plain: built, packed: {} };

  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const refusal = await refusalOf(request);
    if (refusal) noteTurnedAway(request, 'rate-limited');
    const page = refusal ? bare : await buildPage(request);
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

/** Counts pages by network, in memory: a page opens without the database. */
function pageLimit(pagesPerNetwork = usualLimits.pagesPerNetwork) {
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

/** Builds pages, each once for as long as what goes with it is the same. */
function pageBuilder(
  built: string,
  wordsOf: Awaited<ReturnType<typeof pageWords>>,
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
    const words = wordsOf(path, accepted);
    const key = [path === '/', own, words].join();
    const known = pages.get(key);
    if (known) return known;
    const shown = rows && path !== '/' ? { ...rows, tips: [] } : rows;
    const plain = withData(own === '' ? built : withHead(built, own), shown, words);
    const page = { plain, packed: {} };
    pages.set(key, page);
    return page;
  };
}

/** The page with its data, which no browser runs, ahead of the scripts that ask for it. */
function withData(page: string, rows: PageData | undefined, words: string): string {
  const data = words + (rows ? dataElement(pageDataId, rows) : '');
  return page.replace(/<script src|<\/head>/, (found) => data + found);
}

/** The page with another title and description. */
function withHead(page: string, head: string): string {
  return page
    .replace(/<meta name="description"[^>]*>/, '')
    .replace(/<title>[^<]*<\/title>/, () => head);
}
