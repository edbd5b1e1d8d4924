import { writeFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';

import { createPageCompressor, type BuiltPage } from '#server/site/page-compressor.ts';
import { serveSite } from '#server/site/site.ts';

import { atTheEnd } from '../../testing/server/clean-up.ts';
import { aDataDir } from '../../testing/server/server-process.ts';

const built = '<head><title>Touchline</title></head>';

/** A site with one page behind a proxy; the page's head contains its address. */
async function aSite(pagesPerNetwork: number) {
  const dist = join(await aDataDir(), 'dist');
  await mkdir(dist, { recursive: true });
  await writeFile(join(dist, 'index.html'), built);
  const app = Fastify({ trustProxy: true });
  atTheEnd(async () => app.close());
  app.decorate('countRequest', async () => undefined);
  const head = async () => '<title>Made</title>';
  await serveSite(app, dist, { readHead: head, pagesPerNetwork });
  return async (url: string, address: string, method: 'GET' | 'HEAD' = 'GET') =>
    app.inject({ method, url, headers: { accept: 'text/html', 'x-forwarded-for': address } });
}

describe('a network that opens too many pages', () => {
  test('gets a refusal with the page as built, while other networks get the page with data', async () => {
    const open = await aSite(3);
    const made = [
      await open('/?n=1', '2001:db8:0:1::1'),
      await open('/tip/1?n=2', '2001:db8:0:1::2'),
      await open('/no/such', '2001:db8:0:1::3', 'HEAD'),
    ];

    const refused = await open('/?n=3', '2001:db8:0:1::4');
    const other = await open('/?n=4', '2001:db8:0:2::1');

    expect(made.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect([refused.statusCode, refused.body]).toEqual([429, built]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.headers['cache-control']).toBe('no-store');
    expect([other.statusCode, other.body]).toEqual([200, expect.stringContaining('Made')]);
  });
});

describe('compression', () => {
  const aPage = (plain: string): BuiltPage => ({ plain, compressed: {} });

  test.each([
    { accepted: 'gzip, deflate, br', encoding: 'br', unpack: brotliDecompressSync },
    { accepted: 'gzip', encoding: 'gzip', unpack: gunzipSync },
  ])(
    'sends $encoding to a client that accepts "$accepted"',
    async ({ accepted, encoding, unpack }) => {
      const packed = await createPageCompressor()(aPage(built), accepted);

      expect(packed.encoding).toBe(encoding);
      expect(unpack(packed.body).toString()).toBe(built);
    },
  );

  test('happens once per page and for a limited number at a time; other pages are sent uncompressed', async () => {
    const gate = Promise.withResolvers<Buffer>();
    const packed: string[] = [];
    const compress = async (text: string) => {
      packed.push(text);
      return gate.promise;
    };
    const pack = createPageCompressor({ br: compress, gzip: compress });
    const pages = Array.from({ length: 20 }, (_, n) => aPage(`page ${n}`));
    const first = pages.slice(0, 1);

    const answers = Promise.all(
      [...first, ...first, ...pages].map(async (page) => pack(page, 'br')),
    );
    await expect.poll(() => packed.length).toBe(1);
    gate.resolve(Buffer.from('packed'));
    const plain = (await answers).filter(({ encoding }) => !encoding);

    // One page is compressed at a time, and eight wait in the queue.
    expect(packed).toEqual(pages.slice(0, 9).map((page) => page.plain));
    expect(plain.map(({ body }) => body)).toEqual(pages.slice(9).map((page) => page.plain));
    expect((await pack(pages[19] ?? aPage(''), 'br')).encoding).toBe('br');
  });
});
