import { describe, expect, test } from 'vitest';
import { type Api, createApi } from '#sync/backend/api.ts';
import { type Backend, touchlineBackend } from '#sync/backend/backend.ts';
import { pingBackend } from '#sync/backend/ping.ts';
import { specBackend } from '#sync/backend/spec-backend.ts';
import { portal } from '../../testing/engine/a-backend.ts';
import { anHttpServer, type Reply } from '../../testing/server/an-http-server.ts';
import { problem } from '../../testing/engine/samples.ts';

const page = (status: number): Reply => ({
  status,
  headers: { 'content-type': 'text/html', 'retry-after': '3' },
  text: 'Cannot GET /api/ping',
});
const ours = { status: 200, body: { name: 'touchline', serverTime: '2026-03-01T12:00:00Z' } };

/** The backend that a ping finds; undefined if the ping fails. */
async function found(api: Api, known?: Backend) {
  const answer = await pingBackend(api, known);
  return answer.kind === 'answered' ? answer.backend : undefined;
}

describe('a ping', () => {
  test.each([
    { what: 'a Touchline response', reply: ours, first: touchlineBackend, later: touchlineBackend },
    {
      what: 'a 404 page for every address',
      reply: page(404),
      first: undefined,
      later: undefined,
    },
    {
      what: 'a refusal in JSON',
      reply: { status: 401, body: { message: 'Who are you?' } },
      first: specBackend,
      later: undefined,
    },
    { what: 'a portal', reply: portal(), first: undefined, later: undefined },
    {
      what: 'a gateway without a server',
      reply: page(502),
      first: undefined,
      later: undefined,
    },
    ...[408, 409, 425, 426, 429].map((status) => ({
      what: `a temporary refusal (${status})`,
      reply: { status, body: { message: 'Not now' } },
      first: undefined,
      later: undefined,
    })),
    {
      what: 'a refusal of a Touchline server',
      reply: { status: 401, body: problem('not-signed-in') },
      first: undefined,
      later: undefined,
    },
    { what: 'nothing', reply: 'break' as const, first: undefined, later: undefined },
  ])(
    'with $what as response finds the kind of backend, if that is certain',
    async ({ reply, first, later }) => {
      await using server = await anHttpServer(() => reply);
      const api = createApi({
        baseUrl: server.url,
        origin: server.url,
        fetch,
        token: () => undefined,
      });

      expect(await found(api)).toBe(first);
      expect(await found(api, touchlineBackend)).toBe(later);
    },
  );

  test.each([
    { what: 'a list', status: 200, body: [] as unknown },
    { what: 'a refusal', status: 401, body: { error: { message: 'No token' } } },
  ])(
    'with a page as response finds a spec-only backend if a call of the spec returns $what',
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

      expect(await found(api)).toBe(specBackend);
      expect(await found(api, touchlineBackend)).toBeUndefined();
    },
  );

  test('reports the time to wait', async () => {
    await using server = await anHttpServer(() => page(503));
    const api = createApi({
      baseUrl: server.url,
      origin: server.url,
      fetch,
      token: () => undefined,
    });

    expect(await pingBackend(api, undefined)).toEqual({ kind: 'unreachable', retryAfter: 3000 });
  });
});
