import { once } from 'node:events';
import { createServer } from 'node:http';
import { describe, expect, test } from 'vitest';
import { isValidResponse } from '#worker/valid-response.ts';

const site = 'https://touchline.example';
const page = '<html><meta name="application-name" content="Touchline" /></html>';
const portal = '<html><title>Welcome to the stadium wifi</title></html>';

function answer(type: string, body = '', status = 200): Response {
  return new Response(body, { status, headers: { 'content-type': type } });
}

describe('a response to a request for a file of the app', () => {
  test.each([
    ['/index.html', answer('text/html; charset=utf-8', page)],
    ['/assets/index-x.js', answer('text/javascript')],
    ['/assets/index-x.js', answer('application/javascript; charset=UTF-8')],
    ['/assets/font-x.woff2', answer('application/octet-stream')],
    ['/assets/i18n/fr.json', answer('Application/JSON')],
    ['/index.html?__WB_REVISION__=1', answer('text/html', page)],
  ])('is accepted for %s', async (path, response) => {
    expect(await isValidResponse(site + path, response)).toBe(true);
  });

  test.each([
    ["a portal's page for ours", '/index.html', answer('text/html', portal)],
    ["a portal's JSON for a page", '/index.html', answer('application/json', '{"ok":true}')],
    [
      "a portal's JSON for a script",
      '/assets/index-x.js',
      answer('application/json', '{"ok":true}'),
    ],
    ["a portal's page for a script", '/assets/index-x.js', answer('text/html', portal)],
    ["a portal's page for a picture", '/pictures/a.webp', answer('text/html', portal)],
    ['a page for a file of another kind', '/some.thing', answer('text/html', page)],
    ['no type at all', '/assets/index-x.css', new Response(null)],
    ['an error', '/index.html', answer('text/html', page, 503)],
    ['a login that the network asks for', '/assets/index-x.js', answer('text/javascript', '', 511)],
  ])('is refused if it is %s', async (_what, path, response) => {
    expect(await isValidResponse(site + path, response)).toBe(false);
  });

  test('is refused after a redirect', async () => {
    const server = createServer((request, response) => {
      if (request.url === '/a.js') response.writeHead(302, { location: '/b.js' }).end();
      else response.writeHead(200, { 'content-type': 'text/javascript' }).end('1');
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;

    const redirected = await fetch(`http://127.0.0.1:${port}/a.js`);
    server.close();

    expect(await isValidResponse(`${site}/a.js`, redirected)).toBe(false);
  });

  test('can still be read after the check', async () => {
    const response = answer('text/html', page);

    await isValidResponse(`${site}/index.html`, response);

    expect(await response.text()).toBe(page);
  });
});
