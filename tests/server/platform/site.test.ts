import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';

import { Configuration } from '#contract/site/site.ts';
import {
  readBuildId,
  buildSite,
  compressBuiltFiles,
  hashSources,
  buildWithEarlierFiles,
} from '#server/platform/build.ts';
import type { PageData, PageMessages } from '#contract/site/page-data.ts';
import { registerSecurityHeaders } from '#server/platform/headers.ts';
import { toDecodableUrl, serveSite } from '#server/site/site.ts';

import { serverTip } from '../../testing/engine/samples.ts';
import { aDataDir } from '../../testing/server/server-process.ts';

const aPage = '<head><title>Touchline</title></head>';
const aLeague = (title: string) => ({ key: 'soccer_epl', title, group: '', details: '' });
const nothing: PageData = {
  environment: { environment: 'production' },
  configuration: Configuration.parse({ apiBaseUrl: '', oddsBaseUrl: '/odds' }),
  leagues: [],
  fixtures: [],
  tipsters: [],
  tips: [],
};
const script = `console.log(${JSON.stringify('football '.repeat(200))});`;

describe('the site', () => {
  test.each([
    { path: '/', caching: 'no-cache', type: 'text/html' },
    { path: '/index.html', caching: 'no-cache', type: 'text/html' },
    { path: '/sw.js', caching: 'no-cache', type: 'javascript' },
    { path: '/manifest.webmanifest', caching: 'no-cache', type: 'application/manifest+json' },
    { path: '/env.json', caching: 'no-cache', type: 'application/json' },
    { path: '/config.production.json', caching: 'no-cache', type: 'application/json' },
    { path: '/assets/i18n/en.json', caching: 'no-cache', type: 'application/json' },
    {
      path: '/assets/app-1a2b3c.js',
      caching: 'public, max-age=31536000, immutable',
      type: 'javascript',
    },
  ])('serves $path with the caching $caching', async ({ path, caching, type }) => {
    const answer = await (await aSite()).inject(path);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe(caching);
    expect(answer.headers['content-type']).toContain(type);
    // The data inside the page changes every minute, so the page has no ETag.
    expect(answer.headers['etag'] === undefined).toBe(path === '/');
  });

  test.each(['/', '/index.html', '/sw.js', '/env.json'])(
    'sends %s with all policies',
    async (path) => {
      const { headers } = await (await aSite()).inject(path);
      expect(headers).toMatchObject({
        'content-security-policy': expect.stringContaining("default-src 'none'"),
        'permissions-policy': expect.any(String),
        'cross-origin-opener-policy': 'same-origin',
        'x-frame-options': 'DENY',
      });
    },
  );

  test.each(['/assets/app-1a2b3c.js', '/assets/i18n/en.json'])(
    'sends %s with the headers of a chunk',
    async (path) => {
      const { headers } = await (await aSite()).inject(path);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
        'strict-transport-security': expect.any(String),
      });
      expect(JSON.stringify(headers).length).toBeLessThan(600);
      expect(headers).not.toHaveProperty('content-security-policy');
    },
  );

  test('is sent with the compression of the build', async () => {
    const answer = await (
      await aSite()
    ).inject({ url: '/assets/app-1a2b3c.js', headers: { 'accept-encoding': 'gzip, br' } });
    expect(answer.headers['content-encoding']).toBe('br');
    expect(answer.headers['cache-control']).toContain('immutable');
    expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(script);
  });

  test.each(['/', '/tip/1', '/competitions?league=soccer_epl'])(
    'can be fetched by sites that show a preview (%s)',
    async (url) => {
      const answer = await (await aSite()).inject({ url, headers: { accept: '*/*' } });
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['content-type']).toContain('text/html');
    },
  );

  test.each(['/tips/create', '/account/verify-email/eyJhbGciOi.eyJzdWIiOi.c2lnbmF0dXJl'])(
    'opens at each of its addresses (%s)',
    async (url) => {
      const answer = await (
        await aSite()
      ).inject({ url, headers: { accept: 'text/html,application/xhtml+xml' } });
      expect(answer.statusCode).toBe(200);
      expect(answer.body.replace(/<script.*?<.script>/, '')).toBe(aPage);
      expect(answer.headers['cache-control']).toBe('no-cache');
    },
  );

  test.each([
    '/tipster/profile/a.b',
    '/tip/%E0%A4%A',
    '/tip/%00',
    '/%E0%A4%A',
    '/errors/403',
    '/no/such.thing',
    '/tips/create?league=%E0%A4%A',
  ])('answers a browser with its page at the unusual address %s', async (url) => {
    const answer = await (await aSite()).inject({ url, headers: { accept: 'text/html' } });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toContain('text/html');
  });

  test('sends compressed data in a page that no browser executes as a script', async () => {
    const site = await aSite(async () => ({ ...nothing, leagues: [aLeague('</script><b>')] }));
    const headers = { accept: 'text/html', 'accept-encoding': 'gzip, br' };
    for (const url of ['/', '/tips/create']) {
      const answer = await site.inject({ url, headers });
      const page = brotliDecompressSync(answer.rawPayload).toString();
      const [, json = ''] =
        /<script type="application\/json" id="page-data">(.*?)<\/script>/.exec(page) ?? [];
      expect(JSON.parse(json)).toMatchObject({ leagues: [{ title: '</script><b>' }] });
    }
  });

  test.each([
    {
      url: '/',
      accepted: 'fr-CM,fr;q=0.9,en;q=0.8',
      says: { lang: 'fr', messages: { a: ['ah'] } },
    },
    { url: '/?from=mail', accepted: 'en', says: { lang: 'en', messages: { a: ['oh'] } } },
    { url: '/', accepted: 'ja', says: { lang: 'en', messages: { a: ['oh'] } } },
    {
      url: '/tips/create',
      accepted: 'en',
      says: { lang: 'en', messages: { a: ['oh'], b: ['</b>'] } },
    },
    { url: '/settings', accepted: 'en', says: undefined },
  ])('sends $url in "$accepted" with the texts of its first screen', async (asked) => {
    const { url, accepted, says } = asked;
    const headers = { accept: 'text/html', 'accept-language': accepted };
    const answer = await (await aSite()).inject({ url, headers });

    const found = /<script[^>]* id="page-words" lang="(..)">(.*?)<\/script>/.exec(answer.body);
    const [, lang, json = ''] = found ?? [];
    expect(found ? { lang, ...JSON.parse(json) } : undefined).toEqual(says);
    expect(answer.headers['vary']).toContain('Accept-Language');
  });

  test('sends tips only with the page that shows them first', async () => {
    const tip = serverTip();
    const site = await aSite(async () => ({ ...nothing, tips: [tip] }));
    for (const [url, tips] of [
      ['/', [tip]],
      ['/tips/create', []],
      ['/', [tip]],
    ] as const) {
      const { body } = await site.inject({ url, headers: { accept: 'text/html' } });
      const [, json = ''] = /id="page-data">(.*?)<\/script>/.exec(body) ?? [];
      expect(JSON.parse(json)).toMatchObject({ tips });
    }
  });

  test('serves the built file /index.html unchanged', async () => {
    const site = await aSite(async () => ({ ...nothing, leagues: [aLeague('EPL')] }));
    expect((await site.inject('/index.html')).body).toBe(aPage);
  });

  test.each([
    { path: '/assets/gone-1a2b3c.js', accept: '*/*' },
    { path: '/assets/gone-1a2b3c.js', accept: 'text/html' },
    { path: '/assets/app-1a2b3c.js.map', accept: 'text/html' },
    { path: '/assets/app-1a2b3c.js.br', accept: 'text/html' },
    { path: '/.build', accept: 'text/html' },
    { path: '/.git/config', accept: 'text/html' },
    { path: '/assets/..%2f..%2fpackage.json', accept: '*/*' },
    { path: '/api/users/me;.png', accept: 'text/html' },
    { path: '/%61pi/nothing', accept: 'text/html' },
    { path: '/tips/create', accept: 'application/json' },
    { path: '/robots.txt', accept: '*/*' },
  ])('never answers with a page for $path ($accept)', async ({ path, accept }) => {
    const answer = await (await aSite()).inject({ url: path, headers: { accept } });
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['content-type']).toContain('application/problem+json');
    expect(answer.headers['cache-control']).toBe('no-store');
  });
});

describe('a build', () => {
  test('is needed when a source of the site changes, but not for the server’s sources', async () => {
    const folder = await aDataDir();
    await write(folder, 'src/client/main.tsx', 'one');
    await write(folder, 'src/server/main.ts', 'one');
    const before = await hashSources(folder);
    await write(folder, 'src/server/main.ts', 'two');
    expect(await hashSources(folder)).toBe(before);
    await write(folder, 'src/client/main.tsx', 'two');
    expect(await hashSources(folder)).not.toBe(before);
  });

  test('is made, compressed and recorded if there is none', async () => {
    const folder = await aDataDir();
    await write(folder, 'index.html', `<script type="module" src="/src/client/main.js"></script>`);
    await write(folder, 'src/client/main.js', script);
    const message: string[] = [];
    await buildSite((line) => message.push(line), folder);
    expect(message).toHaveLength(1);

    const assets = await readdir(join(folder, 'dist', 'assets'));
    expect(assets.map((name) => name.replace(/-.*?\./, '.')).toSorted()).toEqual([
      'index.js',
      'index.js.br',
      'index.js.gz',
    ]);
    await buildSite((line) => message.push(line), folder);
    expect(message).toHaveLength(1);
  });

  test('is made once by two concurrent starts in one folder', async () => {
    const folder = await aDataDir();
    await write(folder, 'index.html', `<script type="module" src="/src/client/main.js"></script>`);
    await write(folder, 'src/client/main.js', script);
    const message: string[] = [];
    const start = async () => buildSite((line) => message.push(line), folder);

    await Promise.all([start(), start()]);

    expect(message.toSorted()).toEqual([
      expect.stringContaining('Another start builds the site here already'),
      expect.stringContaining('Building the site'),
    ]);
    expect((await readdir(folder)).toSorted()).toEqual(['dist', 'index.html', 'src']);
  });

  test('has an id that changes with the site and with the server', async () => {
    const folder = await aDataDir();
    await write(folder, 'dist/.build', 'one');
    await write(folder, 'src/server/main.ts', 'one');
    const names = [await readBuildId(folder), await readBuildId(folder)];
    await write(folder, 'src/server/main.ts', 'two');
    names.push(await readBuildId(folder));
    await write(folder, 'dist/.build', 'two');
    names.push(await readBuildId(folder));

    expect(names[0]).toMatch(/^[\da-f]{10}$/);
    expect(names[1]).toBe(names[0]);
    expect(new Set(names).size).toBe(3);
  });

  test('keeps the chunks of the five previous builds for open pages', async () => {
    const dist = join(await aDataDir(), 'dist');
    const parts = async () => readdir(join(dist, 'assets'));
    const build = async (number: number) =>
      buildWithEarlierFiles(dist, async () => {
        await write(dist, `assets/part-${number}.js`, script);
        await write(dist, 'assets/shared-1a2b3c.js', script);
      });
    for (const number of [1, 2, 3, 4, 5, 6]) await build(number);

    expect((await parts()).toSorted()).toEqual([
      ...[1, 2, 3, 4, 5, 6].map((number) => `part-${number}.js`),
      'shared-1a2b3c.js',
    ]);
    await build(7);
    expect(await parts()).not.toContain('part-1.js');
    expect(await parts()).toContain('part-2.js');
  });

  test('that was interrupted keeps previous chunks', async () => {
    const dist = join(await aDataDir(), 'dist');
    await buildWithEarlierFiles(dist, async () => write(dist, 'assets/part-1.js', script));
    const stopped = buildWithEarlierFiles(dist, async () => Promise.reject(new Error('stopped')));
    await expect(stopped).rejects.toThrow('stopped');
    await buildWithEarlierFiles(dist, async () => write(dist, 'assets/part-2.js', script));

    expect(await readdir(join(dist, 'assets'))).toContain('part-1.js');
  });

  test('continues if the list of earlier chunks is incomplete', async () => {
    const dist = join(await aDataDir(), 'dist');
    await buildWithEarlierFiles(dist, async () => write(dist, 'assets/part-1.js', script));
    await write(dist, '.parts', '[["part-');
    const build = async (number: number) =>
      buildWithEarlierFiles(dist, async () => write(dist, `assets/part-${number}.js`, script));
    await build(2);
    await build(3);

    expect((await readdir(join(dist, 'assets'))).toSorted()).toEqual(['part-2.js', 'part-3.js']);
  });

  test('is skipped if the site is up to date, or if there are no sources', async () => {
    const built = await aDataDir();
    await write(built, 'index.html', 'page');
    await write(built, 'dist/.build', await hashSources(built));
    const packaged = await aDataDir();
    await write(packaged, 'dist/index.html', 'page');
    const message: string[] = [];
    for (const folder of [built, packaged]) await buildSite((line) => message.push(line), folder);
    expect(message).toEqual([]);
  });
});

async function aSite(read?: () => Promise<PageData | undefined>) {
  const dist = await aDataDir();
  await write(dist, 'index.html', aPage);
  for (const name of ['sw.js', 'assets/app-1a2b3c.js']) await write(dist, name, script);
  for (const name of [
    'manifest.webmanifest',
    'env.json',
    'config.production.json',
    'assets/i18n/en.json',
    '.build',
  ]) {
    await write(dist, name, '{}');
  }
  await write(dist, 'assets/app-1a2b3c.js.map', '{}');
  for (const [language, a] of [
    ['en', 'oh'],
    ['fr', 'ah'],
  ]) {
    const pages = { '^/?$': {}, '^/tips/create/?$': { b: ['</b>'] } };
    const words: PageMessages = { shared: { a: [a] }, pages };
    await write(dist, `assets/i18n/first/${language}.json`, JSON.stringify(words));
  }
  await compressBuiltFiles(dist);
  const app = Fastify({ rewriteUrl: toDecodableUrl });
  app.decorate('countRequest', async () => undefined);
  await registerSecurityHeaders(app, {
    environment: 'production',
    publicOrigin: 'https://tips.example.org',
  });
  await serveSite(app, dist, { ...(read && { readData: read }) });
  return app;
}

async function write(folder: string, name: string, content: string): Promise<void> {
  await mkdir(join(folder, name, '..'), { recursive: true });
  await writeFile(join(folder, name), content);
}
