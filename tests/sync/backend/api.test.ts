import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { fixtureList } from '#contract/fixtures/fixtures.ts';
import { followTipster } from '#contract/members.ts';
import { renewLogin } from '#contract/account/accounts.ts';
import { oneTip, recentTips } from '#contract/tips.ts';
import { createApi } from '#sync/backend/api.ts';
import { anHttpServer, type Reply } from '../../testing/server/an-http-server.ts';
import { memberId, serverTip, tipId, tipsterId, tokenOf } from '../../testing/engine/samples.ts';
import { virtualClock } from '../../testing/clock/virtual-clock.ts';

async function anApi(
  reply: Reply = { status: 200, body: {} },
  parts: Partial<Parameters<typeof createApi>[0]> = {},
) {
  const server = await anHttpServer(() => reply);
  const clock = virtualClock();
  const reported: number[][] = [];
  const api = createApi({
    baseUrl: server.url,
    origin: server.url,
    fetch,
    clock,
    token: () => `"${tokenOf(memberId)}"`,
    onServerTime: (...times) => reported.push(times),
    ...parts,
  });
  return {
    server,
    api,
    clock,
    reported,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

describe('a call', () => {
  test('carries JSON headers and the token without its quotes', async () => {
    await using client = await anApi();

    await client.api.call(oneTip, { params: { id: tipId } });

    expect(client.server.requests[0]).toMatchObject({
      method: 'GET',
      path: `/api/tips/${tipId}`,
      headers: {
        accept: 'application/json, application/problem+json',
        'content-type': 'application/json',
        authorization: `Bearer ${tokenOf(memberId)}`,
      },
    });
  });

  test('carries no Authorization without a token', async () => {
    await using client = await anApi(undefined, { token: () => '' });

    await client.api.call(oneTip, { params: { id: tipId } });

    expect(client.server.requests[0]?.headers).not.toHaveProperty('authorization');
  });

  test('contains the parameters of its path and query, escaped', async () => {
    await using client = await anApi();

    await client.api.call(oneTip, { params: { id: 'a/b?c' } });
    await client.api.call(followTipster, { query: { Id: tipsterId, isFollow: 'true' } });

    expect(client.server.requests[0]?.path).toBe('/api/tips/a%2Fb%3Fc');
    expect(client.server.requests[1]?.query.get('Id')).toBe(tipsterId);
  });

  test('keeps the path of the base address', async () => {
    await using client = await anApi();
    const api = createApi({
      baseUrl: `${client.server.url}/backend/`,
      fetch,
      origin: 'http://site',
      token: () => '',
    });

    await api.call(oneTip, { params: { id: tipId } });

    expect(client.server.requests[0]?.path).toBe(`/backend/api/tips/${tipId}`);
  });

  test('with a change is sent as JSON, even without a body', async () => {
    await using client = await anApi();

    await client.api.call(renewLogin);

    expect(client.server.requests[0]).toMatchObject({ method: 'POST', body: '{}' });
  });

  test('contains the key and the version of an operation', async () => {
    await using client = await anApi();

    await client.api.call(renewLogin, { key: 'key-1', ifMatch: 3 });

    expect(client.server.requests[0]?.headers).toMatchObject({
      'idempotency-key': 'key-1',
      'if-match': '"3"',
    });
  });

  test.each([
    { baseUrl: '', route: renewLogin, sent: 'a b', why: 'a change on the site’s own origin' },
    { baseUrl: '', route: fixtureList, sent: undefined, why: 'a read request changes nothing' },
    {
      baseUrl: undefined,
      route: renewLogin,
      sent: undefined,
      why: 'another origin has no such cookie',
    },
  ])('sends the XSRF header as $sent: $why', async ({ baseUrl, route, sent }) => {
    await using client = await anApi(undefined, {
      cookies: () => 'a=1; XSRF-TOKEN=a%20b; c=2',
      ...(baseUrl !== undefined && { baseUrl }),
    });

    await client.api.call(route);

    expect(client.server.requests[0]?.headers['x-xsrf-token']).toBe(sent);
  });

  test('is sent although an XSRF cookie is badly encoded', async () => {
    await using client = await anApi(undefined, { baseUrl: '', cookies: () => 'XSRF-TOKEN=100%' });

    await client.api.call(renewLogin);

    expect(client.server.requests[0]?.headers['x-xsrf-token']).toBe('100%');
  });

  test('returns version, tag and next page of the response', async () => {
    const headers = { etag: '"7"', link: '</api/feed?before=x>; rel="next"' };
    await using one = await anApi({ status: 200, body: serverTip({ version: 7 }), headers });
    await using list = await anApi({ status: 200, body: [serverTip()], headers });

    expect(await one.api.call(oneTip, { params: { id: tipId } })).toMatchObject({
      version: 7,
      etag: '"7"',
    });
    expect(await list.api.call(recentTips)).toMatchObject({ next: '/api/feed?before=x' });
  });

  test('reports a 304 as unchanged', async () => {
    await using client = await anApi({ status: 304 });

    expect(await client.api.call(recentTips, { etag: '"7"' })).toEqual({ kind: 'unchanged' });
    expect(client.server.requests[0]?.headers['if-none-match']).toBe('"7"');
  });

  test('rejects a 304 that it did not request', async () => {
    await using client = await anApi({ status: 304 });

    expect(await client.api.call(recentTips)).toMatchObject({ cause: 'not-verified' });
  });

  test('is never repeated by the API itself', async () => {
    await using client = await anApi({ status: 503, body: {} });

    await client.api.call(recentTips);

    expect(client.server.requests).toHaveLength(1);
  });

  test('reports the server’s time only from verified responses', async () => {
    const date = 'Sun, 01 Mar 2026 09:00:00 GMT';
    await using client = await anApi({ status: 200, body: [], headers: { date } });
    await using portal = await anApi({ status: 200, text: '<html>', headers: { date } });

    await client.api.call(recentTips);
    await portal.api.call(recentTips);

    expect(client.reported).toEqual([[Date.parse(date), client.clock.now()]]);
    expect(portal.reported).toEqual([]);
  });

  test('to a foreign odds service carries neither a token nor headers that cause a preflight', async () => {
    await using client = await anApi(undefined, { bare: true });

    await client.api.call(recentTips);

    const headers = client.server.requests[0]?.headers;
    expect(headers).not.toHaveProperty('authorization');
    expect(headers).not.toHaveProperty('content-type');
  });

  test('times out although the browser never ends the request', async () => {
    const clock = virtualClock();
    const never: typeof fetch = () => new Promise(() => {});
    const api = createApi({
      baseUrl: 'http://x',
      origin: 'http://x',
      fetch: never,
      clock,
      token: () => '',
    });

    const answer = api.call(recentTips);
    clock.passes(15_000);

    expect(await answer).toEqual({ kind: 'unreachable', cause: 'timeout' });
  });

  test('with a file is sent as a form, together with the fields of its body', async () => {
    await using client = await anApi();
    const bytes = new TextEncoder().encode('RIFF webp');
    const body = JSON.stringify({ firstName: 'Ada', isTipster: true });
    const file = { field: 'picture', type: 'image/webp', bytes };

    await client.api.send({ method: 'PUT', path: '/api/users', body, file, key: 'k' }, z.unknown());

    const [request] = client.server.requests;
    const type = request?.headers['content-type'] ?? '';
    const form = await new Response(request?.body, {
      headers: { 'content-type': type },
    }).formData();
    const picture = form.get('picture');
    expect(form.get('firstName')).toBe('Ada');
    expect(form.get('isTipster')).toBe('true');
    expect(picture).toBeInstanceOf(File);
    expect(picture instanceof File && (await picture.text())).toBe('RIFF webp');
    expect(picture instanceof File && picture.type).toBe('image/webp');
  });
});
