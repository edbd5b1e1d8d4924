import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { ping } from '#contract/sync.ts';
import { createApi } from '#sync/backend/api.ts';
import { anHttpServer, type Reply } from '../../testing/server/an-http-server.ts';
import { portal } from '../../testing/engine/a-backend.ts';
import { problem } from '../../testing/engine/samples.ts';
import { virtualClock } from '../../testing/clock/virtual-clock.ts';
import { type Backend, touchlineBackend } from '#sync/backend/backend.ts';
import { specBackend } from '#sync/backend/spec-backend.ts';

const Done = z.object({ done: z.literal(true) });
const key = '0195a000-0000-7000-8000-00000000000f';
const done = { status: 200, body: { done: true }, headers: { 'x-op-id': key } };

function apiOf(url: string, backend: Backend = touchlineBackend, fetchNow: typeof fetch = fetch) {
  return createApi({
    baseUrl: url,
    origin: url,
    fetch: fetchNow,
    clock: virtualClock(),
    token: () => undefined,
    backend: () => backend,
  });
}

/** Sends a change to a server that gives this response, and returns the parsed result. */
async function parsed(reply: Reply, backend: Backend = touchlineBackend) {
  await using server = await anHttpServer(() => reply);
  const request = { method: 'PUT', path: '/api/x', body: '{}', key };
  return await apiOf(server.url, backend).send(request, Done);
}

const unverified = { kind: 'unreachable', cause: 'not-verified' };

describe('only a verified response counts', () => {
  const { headers } = done;
  test.each([
    { what: 'the reply with the key', reply: done, expected: { kind: 'ok' } },
    { what: 'a portal’s login page', reply: portal(), expected: unverified },
    {
      what: 'a portal’s page with the type JSON',
      reply: { ...done, text: '<html>Welcome</html>' },
      expected: unverified,
    },
    {
      what: 'no media type',
      reply: { ...done, headers: { ...headers, 'content-type': '' } },
      expected: unverified,
    },
    { what: 'truncated JSON', reply: { ...done, text: '{"done":tr' }, expected: unverified },
    { what: 'an empty body', reply: { ...done, text: '' }, expected: unverified },
    { what: 'another shape', reply: { ...done, body: { done: 1 } }, expected: unverified },
    { what: 'no key', reply: { ...done, headers: {} }, expected: unverified },
    {
      what: 'another key',
      reply: { ...done, headers: { 'x-op-id': 'another' } },
      expected: unverified,
    },
    { what: 'a 204 without a body', reply: { status: 204, headers }, expected: unverified },
    {
      what: 'a redirect',
      reply: { status: 302, headers: { location: '/login' } },
      expected: { kind: 'unreachable' },
    },
    {
      what: 'a broken connection',
      reply: 'break' as const,
      expected: { kind: 'unreachable', cause: 'network' },
    },
    {
      what: 'a refusal with the key',
      reply: { status: 422, headers, body: problem('unknown-option') },
      expected: { kind: 'refused', status: 422 },
    },
    {
      what: 'a refusal without the key',
      reply: { status: 422, body: problem('unknown-option') },
      expected: { ...unverified, status: 422 },
    },
    {
      what: 'a refusal with a code of a newer server',
      reply: { status: 422, headers, body: { code: 'too-tired', message: 'Tomorrow.' } },
      expected: { kind: 'refused', problem: { code: 'too-tired' } },
    },
    {
      what: 'a page of a gateway',
      reply: {
        status: 502,
        headers: { 'content-type': 'text/html', 'retry-after': '7' },
        text: 'Bad',
      },
      expected: { ...unverified, status: 502, retryAfter: 7000 },
    },
    {
      what: 'a 403 in another shape',
      reply: { status: 403, headers, body: { blocked: 'by your company' } },
      expected: unverified,
    },
  ])('$what', async ({ reply, expected }) => {
    expect(await parsed(reply)).toMatchObject(expected);
  });

  test('a response of another origin does not count', async () => {
    await using elsewhere = await anHttpServer(() => done);
    await using server = await anHttpServer(() => done);
    // A service worker or a proxy may return the response of another address.
    const api = apiOf(server.url, touchlineBackend, () => fetch(`${elsewhere.url}/api/x`));

    const answer = await api.send({ method: 'PUT', path: '/api/x', body: '{}', key }, Done);

    expect(answer).toMatchObject(unverified);
  });

  test('a redirected response does not count, even from the right address', async () => {
    await using server = await anHttpServer(({ path }) =>
      path === '/api/x' ? { status: 307, headers: { location: '/api/y' } } : done,
    );
    const following: typeof fetch = (input, init) => fetch(input, { ...init, redirect: 'follow' });
    const api = apiOf(server.url, touchlineBackend, following);

    const answer = await api.send({ method: 'PUT', path: '/api/x', body: '{}', key }, Done);

    expect(answer).toMatchObject(unverified);
  });

  test('a redirect is not followed, so that token and change are not sent elsewhere', async () => {
    await using elsewhere = await anHttpServer(() => done);
    const location = `${elsewhere.url}/api/x`;
    await using server = await anHttpServer(() => ({ status: 307, headers: { location } }));

    await apiOf(server.url).send({ method: 'PUT', path: '/api/x', body: '{}', key }, Done);

    expect(elsewhere.requests).toEqual([]);
  });

  test('a response whose body stops does not count', async () => {
    await using server = await anHttpServer(() => done);
    const clock = virtualClock();
    const stalling: typeof fetch = async (_, init) =>
      new Response(
        new ReadableStream({
          start(controller) {
            init?.signal?.addEventListener('abort', () => controller.error(new Error('aborted')));
            queueMicrotask(() => clock.passes(15_000));
          },
        }),
      );
    const api = createApi({
      baseUrl: server.url,
      origin: server.url,
      fetch: stalling,
      clock,
      token: () => undefined,
    });

    expect(await api.call(ping)).toEqual({ kind: 'unreachable', cause: 'timeout' });
  });
});

describe('a spec-only backend', () => {
  test('does not have to echo a key', async () => {
    const answer = await parsed({ ...done, headers: {} }, specBackend);

    expect(answer).toMatchObject({ kind: 'ok' });
  });

  test('has to respond in JSON', async () => {
    expect(await parsed(portal(), specBackend)).toMatchObject(unverified);
  });
});
