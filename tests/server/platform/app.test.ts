import { describe, expect, test } from 'vitest';

import { theApi } from '../../testing/server/api.ts';

const api = await theApi();

describe('a call that does not exist', () => {
  test.each([
    { path: '/api/nothing', accept: '*/*' },
    { path: '/api/tips/mine/x.css', accept: 'text/css' },
    { path: '/odds/nothing', accept: 'text/html' },
    { path: '/pictures/nothing', accept: 'text/html' },
  ])('answers $path ($accept) with a problem that nobody keeps', async ({ path, accept }) => {
    const answer = await api.get(path, { headers: { accept } });
    expect(answer).toMatchObject({
      status: 404,
      headers: { 'content-type': expect.stringMatching('^application/problem[+]json') },
      body: { code: 'not-found', error: { message: 'There is nothing here.' } },
    });
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body).toHaveProperty('requestId', answer.headers['x-request-id']);
  });
});

describe('any answer', () => {
  test.each(['/health', '/api/nothing', '/nothing'])(
    'is sent with strict headers: %s',
    async (path) => {
      const { headers } = await api.get(path);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'x-frame-options': 'DENY',
      });
      expect(String(headers['content-security-policy']).split(';')).toEqual(
        expect.arrayContaining([
          "default-src 'none'",
          "script-src 'self'",
          "connect-src 'self'",
          "base-uri 'none'",
          "frame-ancestors 'none'",
          "require-trusted-types-for 'script'",
          'trusted-types sw',
        ]),
      );
      expect(Object.keys(headers)).not.toEqual(
        expect.arrayContaining([
          expect.stringMatching(/^(server|x-powered-by|strict-transport.*)$/),
        ]),
      );
    },
  );

  test('asks for TLS for a year once the site is at an https address', async () => {
    const { headers } = await (
      await theApi({
        settings: { environment: 'production', publicOrigin: 'https://tips.example.org' },
      })
    ).get('/health');
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  });
});

describe('a page of another origin', () => {
  const settings = { corsOrigins: ['https://static.example.org'] };
  const preflight = { 'access-control-request-method': 'PUT' };

  test.each(['https://static.example.org', 'https://evil.example'])(
    'is told nothing when no origin is let in (%s)',
    async (origin) => {
      const { headers } = await api.get('/api/nothing', { headers: { origin } });
      expect(Object.keys(headers).join()).not.toContain('access-control');
    },
  );

  test('may read answers and their headers when its origin is named', async () => {
    const { get } = await theApi({ settings });
    const { headers } = await get('/health', { headers: { origin: 'https://static.example.org' } });
    expect(headers).toMatchObject({
      'access-control-allow-origin': 'https://static.example.org',
      'access-control-expose-headers': 'ETag, Retry-After, Date, Link, X-Op-Id, X-Request-Id',
      vary: expect.stringContaining('Origin'),
    });
  });

  test.each([
    { origin: 'https://static.example.org', allowed: 'https://static.example.org' },
    { origin: 'https://evil.example', allowed: undefined },
    { origin: 'null', allowed: undefined },
  ])('that asks beforehand is answered by its origin ($origin)', async ({ origin, allowed }) => {
    const { app } = await theApi({ settings });
    const answer = await app.inject({
      method: 'OPTIONS',
      url: '/api/tips',
      headers: { origin, ...preflight },
    });
    expect(answer.headers['access-control-allow-origin']).toBe(allowed);
    expect(answer.statusCode).toBe(allowed ? 204 : 404);
  });
});

describe('somebody who asks too often', () => {
  test('is told when to come back, while health and pings still answer', async () => {
    const { get } = await theApi({ limits: { requestsPerNetwork: 2 } });
    for (const _ of [1, 2]) expect(await get('/api/docs/json')).toMatchObject({ status: 200 });

    const refused = await get('/api/docs/json');
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate-limited' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    for (const path of ['/health', '/health', '/api/ping', '/api/ping', '/api/ping']) {
      expect(await get(path)).toMatchObject({ status: 200 });
    }
  });
});

test('somebody who tries addresses out is counted like everybody who asks', async () => {
  const { get } = await theApi({ limits: { requestsPerNetwork: 2 } });
  await get('/api/docs/json');

  expect((await get('/api/nothing')).status).toBe(404);
  expect(await get('/api/nothing')).toMatchObject({ status: 429, body: { code: 'rate-limited' } });
});

test('in production nobody is handed a description of every call', async () => {
  const { get } = await theApi({ settings: { environment: 'production' } });

  for (const path of ['/api/docs', '/api/docs/json', '/api/docs/yaml']) {
    expect((await get(path)).status).toBe(404);
  }
});

test('the API describes itself as OpenAPI 3.1', async () => {
  const { status, body } = await api.get('/api/docs/json');
  expect(status).toBe(200);
  expect(body).toMatchObject({ openapi: '3.1.0', info: { title: 'Touchline' } });
});
