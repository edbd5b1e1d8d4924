import { describe, expect, test } from 'vitest';

import { theApi } from '../../testing/server/api.ts';

const api = await theApi();

describe('an unknown route', () => {
  test.each([
    { path: '/api/nothing', accept: '*/*' },
    { path: '/api/tips/mine/x.css', accept: 'text/css' },
    { path: '/odds/nothing', accept: 'text/html' },
    { path: '/pictures/nothing', accept: 'text/html' },
  ])('answers $path ($accept) with an uncacheable problem', async ({ path, accept }) => {
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

describe('every response', () => {
  test.each(['/health', '/api/nothing', '/nothing'])('has strict headers: %s', async (path) => {
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
      expect.arrayContaining([expect.stringMatching(/^(server|x-powered-by|strict-transport.*)$/)]),
    );
  });

  test('has an HSTS header for a year if the site has an https address', async () => {
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
    'gets no CORS headers if no origin is allowed (%s)',
    async (origin) => {
      const { headers } = await api.get('/api/nothing', { headers: { origin } });
      expect(Object.keys(headers).join()).not.toContain('access-control');
    },
  );

  test('can read responses and their headers if its origin is allowed', async () => {
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
  ])('gets a preflight response for its origin ($origin)', async ({ origin, allowed }) => {
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

describe('a caller with too many requests', () => {
  test('gets Retry-After, while health and ping still answer', async () => {
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

test('requests for unknown addresses count for the rate limit', async () => {
  const { get } = await theApi({ limits: { requestsPerNetwork: 2 } });
  await get('/api/docs/json');

  expect((await get('/api/nothing')).status).toBe(404);
  expect(await get('/api/nothing')).toMatchObject({ status: 429, body: { code: 'rate-limited' } });
});

test('in production the API description is not served', async () => {
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
