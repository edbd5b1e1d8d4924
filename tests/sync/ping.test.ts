import { describe, expect, test } from 'vitest';
import { createApi } from '#sync/api.ts';
import { askPing } from '#sync/ping.ts';
import { portal } from './support/a-backend.ts';
import { anHttpServer, type Reply } from './support/an-http-server.ts';
import { problem } from './support/samples.ts';

const page = (status: number): Reply => ({
  status,
  headers: { 'content-type': 'text/html', 'retry-after': '3' },
  text: 'Cannot GET /api/ping',
});
const ours = { status: 200, body: { name: 'touchline', serverTime: '2026-03-01T12:00:00Z' } };

describe('a ping', () => {
  test.each([
    { what: 'our own answer', reply: ours, first: 'ours', later: 'ours' },
    {
      what: 'a page that there is nothing, for whatever is asked',
      reply: page(404),
      first: 'unreachable',
      later: 'unreachable',
    },
    {
      what: 'a refusal in JSON',
      reply: { status: 401, body: { message: 'Who are you?' } },
      first: 'foreign',
      later: 'unreachable',
    },
    { what: 'a portal', reply: portal(), first: 'unreachable', later: 'unreachable' },
    {
      what: 'a gateway without a server',
      reply: page(502),
      first: 'unreachable',
      later: 'unreachable',
    },
    ...[408, 409, 425, 426, 429].map((status) => ({
      what: `a refusal of the moment (${status})`,
      reply: { status, body: { message: 'Not now' } },
      first: 'unreachable',
      later: 'unreachable',
    })),
    {
      what: 'a refusal in the words of our own server',
      reply: { status: 401, body: problem('not-signed-in') },
      first: 'unreachable',
      later: 'unreachable',
    },
    { what: 'nothing', reply: 'break' as const, first: 'unreachable', later: 'unreachable' },
  ])('that brings $what finds it $first', async ({ reply, first, later }) => {
    await using server = await anHttpServer(() => reply);
    const api = createApi({
      baseUrl: server.url,
      origin: server.url,
      fetch,
      token: () => undefined,
    });

    expect((await askPing(api, 'unknown')).kind).toBe(first);
    expect((await askPing(api, 'ours')).kind).toBe(later);
  });

  test.each([
    { what: 'a list', status: 200, body: [] as unknown },
    { what: 'a refusal', status: 401, body: { error: { message: 'No token' } } },
  ])(
    'that brings a page finds a backend foreign whose spec call brings $what',
    async ({ status, body }) => {
      await using server = await anHttpServer(({ path }) =>
        path === '/api/tipsters' ? { status, body } : page(404),
      );
      const api = createApi({
        baseUrl: server.url,
        origin: server.url,
        fetch,
        token: () => undefined,
      });

      expect((await askPing(api, 'unknown')).kind).toBe('foreign');
      expect((await askPing(api, 'ours')).kind).toBe('unreachable');
    },
  );

  test('hands on how long to wait', async () => {
    await using server = await anHttpServer(() => page(503));
    const api = createApi({
      baseUrl: server.url,
      origin: server.url,
      fetch,
      token: () => undefined,
    });

    expect(await askPing(api, 'unknown')).toEqual({ kind: 'unreachable', retryAfter: 3000 });
  });
});
