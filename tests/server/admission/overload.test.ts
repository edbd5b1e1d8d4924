import { once } from 'node:events';
import type { Socket } from 'node:net';
import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';

import { registerErrorHandler } from '#server/platform/errors.ts';
import { defaultLimits } from '#server/limits.ts';
import { logController, createLoggerOptions } from '#server/platform/log.ts';
import { metricsRegistry } from '#server/metrics/counters.ts';
import { shedLoad } from '#server/platform/overload.ts';

import { type Api, testSettings, theApi } from '../../testing/server/api.ts';
import { atTheEnd } from '../../testing/server/clean-up.ts';
import { aSocketTo, listenOn } from '../../testing/server/sockets.ts';
import { aBusyServer, profile, save } from '../../testing/server/busy-server.ts';
import { aMember } from '../../testing/people/members.ts';
import { problemOf } from '../../testing/tips/tips.ts';

test('a member is refused every request above the limit when requests are counted in batches', async () => {
  // The limit is so low that two requests are counted in one batch.
  const api = await theApi({ limits: { requestsPerMember: 200 } });
  const { token } = await aMember(api);
  const statuses: number[] = [];
  while (statuses.length < 205) statuses.push((await api.get('/api/sync', { token })).status);

  expect(new Set(statuses.slice(0, 200))).toEqual(new Set([200]));
  expect(statuses.slice(200)).toEqual(Array(5).fill(429));
});

describe('a server whose permits are in use', () => {
  test('refuses other calls before it checks the token or reads the body', async () => {
    const { api, finishCalls } = await aBusyServer({ callPermits: 8, busy: 6 });
    const before = await turnedAway();

    const refused = await api.put(save, {
      token: 'no.such.token',
      headers: { 'idempotency-key': 'a-key' },
      body: '{ this is no JSON',
    });

    expect(problemOf(refused)).toBe('503 unavailable');
    expect((await turnedAway()) - before).toBe(1);
    expect(refused.headers['content-type']).toContain('application/problem+json');
    expect(refused.headers['x-op-id']).toBe('a-key');
    expect(refused.headers['retry-after']).toMatch(/^[1-9]\d?$/);
    expect((await finishCalls()).map(({ status }) => status)).toEqual(Array(6).fill(200));
    const later = await api.put(save, { token: 'no.such.token', body: '{ this is no JSON' });
    expect(problemOf(later)).toBe('401 session-ended');
  });

  test('still answers health checks and pings', async () => {
    const { api } = await aBusyServer({ callPermits: 8, busy: 6 });
    await Promise.all(Array.from({ length: 10 }, async () => api.get('/api/tips')));

    const paths = ['/health/live', '/health', '/api/ping'];
    const answers = await Promise.all(paths.map(async (path) => api.get(path)));

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  test('needs no permit for a picture', async () => {
    const { api, finishCalls } = await aBusyServer({ callPermits: 1, busy: 1 });

    const picture = api.get('/pictures/none.webp');
    await expect.poll(() => api.database.$client.waitingCount).toBe(2);
    await finishCalls();

    expect((await picture).status).toBe(404);
  });

  test('gives one member only a few permits, and refuses further requests with too-many-requests', async () => {
    // On a busy machine, queued requests must not time out before the last request arrives.
    const limits = { callPermits: 12, maxQueueMs: 60_000 };
    const { api, members, finishCalls, other } = await aBusyServer({ ...limits, busy: 0 });
    expect(members).toEqual([]);
    const pool = api.database.$client;

    const many = Array.from({ length: 200 }, async () => api.get('/api/tips', other));
    const answers = await settledOf(many, 184);
    await expect.poll(() => pool.waitingCount).toBe(4);
    const somebody = await aRefusal(api, 'another.member.token');
    await finishCalls();

    expect(new Set(answers.map((answer) => problemOf(answer)))).toEqual(
      new Set(['429 rate-limited']),
    );
    expect(somebody).toBe('401 session-ended');
  });
});

describe('a server that cannot keep up', () => {
  const isLate = { maxEventLoopDelayMs: Number.MIN_VALUE };
  const key = '01890000-0000-7000-8000-000000000001';

  test('refuses calls with Retry-After, but not pages and health checks', async () => {
    const api = await theApi({ limits: isLate });
    await expect.poll(async () => (await api.get('/api/stats')).status).toBe(503);

    const call = await api.put(save, { headers: { 'idempotency-key': key } });
    const others = ['/api/ping', '/health', '/assets/none.js'];
    const answers = await Promise.all(others.map(async (path) => (await api.get(path)).status));

    expect(call).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(call.headers['retry-after']).toMatch(/^[234]$/);
    // A phone accepts only a response that contains the key of its operation.
    expect(call.headers['x-op-id']).toBe(key);
    expect(answers).toEqual([200, 200, 404]);
  });

  test('logs the overload once for each sample of its load', async () => {
    const lines: string[] = [];
    const stream = { write: (line: string) => void lines.push(line) };
    const settings = { ...(await testSettings()), logLevel: 'info' as const };
    const app = Fastify({ logger: { ...createLoggerOptions(settings), stream }, logController });
    atTheEnd(async () => app.close());
    registerErrorHandler(app);
    await shedLoad(app, { limits: { ...defaultLimits, ...isLate } });
    app.get('/', async () => 'done');
    await app.ready();
    await expect.poll(app.getDecorator<() => boolean>('isUnderPressure')).toBe(true);
    const before = await turnedAway();

    const answers = await Promise.all(Array.from({ length: 30 }, async () => app.inject('/')));

    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(30).fill(503));
    expect((await turnedAway()) - before).toBe(30);
    const reports = lines.filter((line) => !line.includes('incoming request'));
    // The server may measure its load again during the test.
    expect(reports.length).toBeLessThan(5);
    for (const line of reports) expect(line).toContain('"msg":"under pressure"');
  });
});

describe('a permit', () => {
  test('is not used while a request is still being sent', async () => {
    const { api, ask, sockets } = await aServerWithSockets();
    const body = JSON.stringify(profile);

    for (let n = 0; n < 6; n += 1) {
      const { token } = await aMember(api);
      sockets.push(await ask(token, body.slice(0, 10), body.length));
    }
    await expect.poll(underWay).toBe(0);
    const other = await aMember(api);
    const others = await api.put(save, { token: other.token, body: profile });
    for (const socket of sockets) socket.write(body.slice(10));
    const heard = await Promise.all(sockets.map(firstLineOf));

    expect(others.status).toBe(200);
    expect(heard).toEqual(Array(6).fill('HTTP/1.1 200 OK'));
    await expect.poll(underWay).toBe(0);
  });

  test('is used by a GET request that announces a body', async () => {
    const { api, finishCalls } = await aBusyServer({ callPermits: 12, busy: 0 });
    const port = await listenOn(api.app);

    for (let n = 0; n < 6; n += 1) {
      const socket = await aSocketTo(port);
      socket.write('GET /api/feed HTTP/1.1\r\nhost: touchline\r\ncontent-length: 1\r\n\r\n');
    }

    // One network may use a third of the permits.
    await expect.poll(underWay).toBe(4);
    await finishCalls();
    await expect.poll(underWay).toBe(0);
  });

  test('counts for the share of a network if the token has no valid signature', async () => {
    const { api, finishCalls } = await aBusyServer({ callPermits: 12, busy: 0 });

    const all = Array.from({ length: 20 }, async (_, n) =>
      api.get('/api/feed', { token: `no.such.token${n}` }),
    );
    const refused = await settledOf(all, 4);

    // One network may use a third of the permits, and queue twelve calls.
    expect(await underWay()).toBe(4);
    expect(refused.map((answer) => problemOf(answer))).toEqual(Array(4).fill('503 unavailable'));
    await finishCalls();
    await Promise.all(all);
  });

  test('is acquired again by a request that was sent slowly', async () => {
    const { api, finishCalls } = await aBusyServer({ entryPermits: 4, busy: 0 });
    const port = await listenOn(api.app);
    const body = JSON.stringify({ email: 'ada@example.org', password: 'a song from the terrace' });
    const sockets: Socket[] = [];
    for (let n = 0; n < 12; n += 1) {
      const socket = await aSocketTo(port);
      socket.write(
        'POST /api/auth HTTP/1.1\r\nhost: touchline\r\ncontent-type: application/json\r\n' +
          `content-length: ${body.length}\r\n\r\n{`,
      );
      await expect.poll(underWay).toBe(0);
      sockets.push(socket);
    }

    const heard = sockets.map(firstLineOf);
    for (const socket of sockets) socket.write(body.slice(1));

    await expect.poll(underWay).toBe(2);
    await expect.poll(() => api.database.$client.waitingCount).toBe(2);
    // Eight requests wait for a second.
    const refused = await settledOf(heard, 10);
    expect(refused).toEqual(Array(10).fill('HTTP/1.1 503 Service Unavailable'));
    await finishCalls();
  });

  test('is released when a caller disconnects while sending', async () => {
    const { api, ask, sockets } = await aServerWithSockets();
    const { token } = await aMember(api);
    const body = JSON.stringify(profile);

    for (let n = 0; n < 4; n += 1) {
      sockets.push(await ask(token, body, body.length), await ask(token, '{', body.length));
    }
    for (const socket of sockets) socket.destroy();

    await expect.poll(underWay).toBe(0);
    expect((await api.put(save, { token, body: profile })).status).toBe(200);
  });
});

/**
 * A server with eight permits, and a function that sends the head of a request and a part of its
 * body.
 */
async function aServerWithSockets() {
  const api = await theApi({ limits: { callPermits: 8 } });
  const port = await listenOn(api.app);
  const sockets: Socket[] = [];
  const ask = async (token: string, sent: string, length: number) => {
    const socket = await aSocketTo(port);
    const head = [
      `PUT ${save} HTTP/1.1`,
      'host: touchline',
      `authorization: Bearer ${token}`,
      'content-type: application/json',
      `content-length: ${length}`,
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n${sent}`);
    return socket;
  };
  return { api, ask, sockets };
}

async function firstLineOf(socket: Socket): Promise<string> {
  const [data]: unknown[] = await once(socket, 'data');
  return String(data).split('\r\n')[0] ?? '';
}

async function aRefusal({ put }: Api, token: string): Promise<string> {
  return problemOf(await put(save, { token }));
}

/** Resolves to the first responses, at most this number. */
async function settledOf<Result>(all: Promise<Result>[], count: number): Promise<Result[]> {
  const settled: Result[] = [];
  return new Promise((done) => {
    for (const each of all) {
      void each.then((result) => {
        settled.push(result);
        if (settled.length === count) done([...settled]);
      });
    }
  });
}

async function figureOf(name: string): Promise<number> {
  const { values } = (await metricsRegistry.getSingleMetric(name)?.get()) ?? { values: [] };
  return values.reduce((sum, { value }) => sum + value, 0);
}

const underWay = async () => figureOf('touchline_requests_under_way');
const turnedAway = async () => figureOf('touchline_turned_away_total');
