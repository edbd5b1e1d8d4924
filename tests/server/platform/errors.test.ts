import { text } from 'node:stream/consumers';
import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';

import { ApiProblem } from '#contract/problem.ts';
import { registerErrorHandler } from '#server/platform/errors.ts';
import { serverFailures } from '#server/metrics/counters.ts';
import { createLoggerOptions, resolveRequestId, toLoggedPath } from '#server/platform/log.ts';
import { anonymizeIp } from '#server/platform/network.ts';
import { toLoggedError, formatErrorStack } from '#server/platform/error-reports.ts';

import { testSettings } from '../../testing/server/api.ts';
import { atTheEnd } from '../../testing/server/clean-up.ts';
import { aSocketTo, listenOn } from '../../testing/server/sockets.ts';

const secret = 'select password from members';

const secrets = {
  ODDS_API_KEY: 'a-key-that-was-bought',
  PROOF_KEY: 'kX9v2QmZr7Lw4TnB8sYc1DfGh5JpUe3A',
  VAPID_PRIVATE_KEY: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
  SMTP_URL: 'smtp://post:mailpassword@127.0.0.1',
};

describe('an exception in a handler', () => {
  test('that is a problem gives its code, fields and data', async () => {
    const problem = new ApiProblem('fixture-started', {
      errors: { 'options.0': ['started'] },
      extra: { started: ['epl-1'] },
    });
    expect(await answerTo(problem)).toMatchObject({
      status: 409,
      body: {
        type: 'urn:touchline:problem:fixture-started',
        title: 'A game on this slip has already started.',
        status: 409,
        code: 'fixture-started',
        error: { message: 'A game on this slip has already started.' },
        errors: { 'options.0': ['started'] },
        started: ['epl-1'],
      },
    });
  });

  test('that is unexpected gives status 500, is counted, and exposes no details', async () => {
    const before = await faultsSoFar();

    const answer = await answerTo(new Error(secret));

    expect(answer).toMatchObject({ status: 500, body: { code: 'internal' } });
    expect(JSON.stringify(answer)).not.toContain('members');
    expect((await faultsSoFar()) - before).toBe(1);
  });

  test.each([
    { what: 'no connection', error: failure('ECONNREFUSED', { syscall: 'connect' }) },
    { what: 'a lock that was held too long', error: failure('55P03') },
    { what: 'a statement that took too long', error: failure('57014') },
    { what: 'a shutdown', error: failure('57P01') },
    { what: 'a full connection pool', error: new Error('timeout exceeded when trying to connect') },
    {
      what: 'a connection error inside a failed query',
      error: new Error(secret, { cause: failure('08006') }),
    },
    { what: 'repeated deadlocks', error: failure('40P01') },
  ])('of the database ($what) is retryable, with Retry-After', async ({ error }) => {
    const answer = await answerTo(error);
    expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(JSON.stringify(answer.body)).not.toContain('members');
  });

  test('of a constraint does not count as an unreachable database', async () => {
    expect(await answerTo(failure('23505'))).toMatchObject({ status: 500 });
  });
});

test('a body that does not arrive in time gets status 408 and a closed connection', async () => {
  const app = Fastify({ handlerTimeout: 50 });
  atTheEnd(async () => app.close());
  registerErrorHandler(app);
  app.post('/', async () => ({}));
  const socket = await aSocketTo(await listenOn(app));
  socket.write(
    'POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 40\r\n\r\n{"a": ',
  );

  const answer = await text(socket);

  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(answer).toContain('"code":"request-timeout"');
});

describe('the log', () => {
  test.each([
    ['203.0.113.77', '203.0.113.0/24'],
    ['::ffff:203.0.113.77', '203.0.113.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['nothing', 'unknown'],
  ])('contains the network of an IP address only (%s)', (ip, network) => {
    expect(anonymizeIp(ip)).toBe(network);
  });

  test.each([
    { of: 'a proxy', id: 'edge-7f3a.21', behindProxy: true, kept: true },
    { of: 'a stranger', id: 'edge-7f3a.21', behindProxy: false, kept: false },
    { of: 'a proxy with an invalid id', id: 'a\nb', behindProxy: true, kept: false },
  ])('uses the request id of $of: $kept', ({ id, behindProxy, kept }) => {
    const own = resolveRequestId({ headers: { 'x-request-id': id } }, behindProxy);
    expect(own === id).toBe(kept);
  });

  test('contains no parameters of a failed query, and no token of a link', () => {
    const cause = new Error(`Failed query: ${secret}\nparams: ann@example.org,$argon2id$v=19`);
    const logged = JSON.stringify(toLoggedError(new Error('request failed', { cause })));
    expect(logged).toContain('Failed query');
    expect(logged).not.toContain('ann@example.org');
    expect(logged).not.toContain('argon2id');

    const link = `/account/verify-email/${'x'.repeat(43)}?returnUrl=%2Ftips`;
    expect(toLoggedPath(link)).toBe('/account/verify-email/[hidden]');
  });

  test('shortens a statement that inserts a season, and names the cause of its failure', () => {
    const cause = new Error('canceling statement due to statement timeout');
    const values = '($1, $2), '.repeat(20_000);
    const failure = new Error(`Failed query: insert into "fixtures" ${values}`, { cause });
    const text = formatErrorStack(failure);
    expect(text).toContain('Failed query: insert into "fixtures"');
    expect(text).toContain('Caused by: Error: canceling statement due to statement timeout');
    expect(text.length).toBeLessThan(10_000);
  });

  test.each(['settings', 'source'] as const)(
    'contains no secret if settings are logged (%s)',
    async (part) => {
      const settings = await testSettings({
        ...secrets,
        DATABASE_URL: 'postgres://server:databasepassword@127.0.0.1/touchline',
        DATABASE_OWNER_URL: 'postgres://touchline:databasepassword@127.0.0.1/touchline',
        ODDS_UPSTREAM: 'https://odds.example/v4',
        ODDS_LEAGUES: 'soccer_epl',
      });
      let message = '';
      const stream = { write: (line: string) => void (message += line) };
      const { log } = Fastify({
        logger: { ...createLoggerOptions(settings), level: 'warn', stream },
      });
      const { odds } = settings;
      const lines = { settings: [{ settings }, settings], source: [odds, { odds }] };

      for (const line of lines[part]) log.warn(line ?? {}, 'what is set');

      expect(message.match(/what is set/g)).toHaveLength(lines[part].length);
      expect(message).toContain('odds.example');
      for (const each of [...Object.values(secrets), 'databasepassword', settings.jwtSecret]) {
        expect(message).not.toContain(each);
      }
    },
  );
});

async function faultsSoFar(): Promise<number> {
  return (await serverFailures.get()).values[0]?.value ?? 0;
}

function failure(code: string, more: object = {}): Error {
  return Object.assign(new Error(secret), { code, ...more });
}

async function answerTo(error: Error) {
  const app = Fastify();
  registerErrorHandler(app);
  app.get('/', async () => {
    throw error;
  });
  const answer = await app.inject('/');
  return {
    status: answer.statusCode,
    headers: answer.headers,
    body: answer.json<unknown>(),
  };
}
