import { Agent } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';

import { theApi } from '../../testing/server/api.ts';
import { atTheEnd } from '../../testing/server/clean-up.ts';
import { overHttp } from '../../testing/server/over-http.ts';
import { aSocketTo, listenOn } from '../../testing/server/sockets.ts';

const strict = [
  'content-type: application/problem+json',
  'cache-control: no-store',
  'connection: close',
  'x-content-type-options: nosniff',
  'referrer-policy: no-referrer',
  'x-frame-options: DENY',
];

describe('an unreadable request', () => {
  test.each([
    { what: 'a line that is not HTTP', sent: 'hello\r\n\r\n', status: '400 Bad Request' },
    {
      what: 'an invalid header',
      sent: 'GET / HTTP/1.1\r\nhost: x\r\n: nothing\r\n\r\n',
      status: '400 Bad Request',
    },
    {
      what: 'a body with two lengths',
      sent:
        'POST /api/auth HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n' +
        'content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      status: '400 Bad Request',
    },
    {
      what: 'a head without end',
      sent: `GET / HTTP/1.1\r\nhost: x\r\nx: ${'a'.repeat(40_000)}\r\n\r\n`,
      status: '431 Request Header Fields Too Large',
    },
  ])('gets a response with our headers: $what', async ({ sent, status }) => {
    const socket = await connected({});
    socket.write(sent);

    const answer = await text(socket);

    expect(answer.split('\r\n')[0]).toBe(`HTTP/1.1 ${status}`);
    for (const header of strict) expect(answer.toLowerCase()).toContain(header.toLowerCase());
    expect(answer).toContain('"code":"invalid-input"');
  });
});

test('an unknown Expect header is ignored, and the request gets our response', async () => {
  const socket = await connected({});
  socket.write('GET /nothing HTTP/1.1\r\nhost: x\r\nexpect: a cake\r\nconnection: close\r\n\r\n');

  const answer = await text(socket);

  expect(answer.split('\r\n')[0]).toBe('HTTP/1.1 404 Not Found');
  expect(answer).toContain('"code":"not-found"');
});

test('a connection that pipelines thousands of requests gets eight responses, without delaying others', async () => {
  const socket = await connected({});
  const port = socket.remotePort ?? 0;
  socket.write('GET /api/ping HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(2_000));

  const [answers, other] = await Promise.all([
    text(socket),
    overHttp({ port, method: 'GET', path: '/api/ping' }),
  ]);

  const statuses = [...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
  expect(statuses).toEqual([...Array.from({ length: 8 }, () => '200'), '429']);
  expect(answers.slice(answers.indexOf('429')).toLowerCase()).toContain('connection: close');
  expect(other.status).toBe(200);
});

test('a connection that waits for each response can send any number of requests', async () => {
  const port = (await connected({})).remotePort ?? 0;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  atTheEnd(async () => agent.destroy());

  for (let n = 0; n < 20; n += 1) {
    const answer = await overHttp({ port, method: 'GET', path: '/api/ping', agent });
    expect(answer.status).toBe(200);
  }
});

describe('an idle connection', () => {
  test.each([
    {
      what: 'its head does not end',
      limits: { headersTimeoutMs: 50 },
      sent: 'GET /health HTTP/1.1\r\nhost: x\r\nx-slow: ',
    },
    {
      what: 'its body does not end',
      limits: { headersTimeoutMs: 50, requestTimeoutMs: 100 },
      sent:
        'POST /api/auth HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n' +
        'content-length: 40\r\n\r\n{"email": ',
    },
  ])('is closed when $what', async ({ limits, sent }) => {
    const socket = await connected(limits);
    socket.write(sent);

    const answer = await text(socket);
    expect(answer.split('\r\n')[0]).toBe('HTTP/1.1 408 Request Timeout');
    expect(answer).toContain('"code":"request-timeout"');
  });
});

async function connected(limits: NonNullable<Parameters<typeof theApi>[0]>['limits']) {
  const { app } = await theApi({ limits: { ...limits } });
  return aSocketTo(await listenOn(app));
}
