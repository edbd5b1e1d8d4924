import { once } from 'node:events';
import { request } from 'node:http';
import { connect, createServer } from 'node:net';
import { json, text } from 'node:stream/consumers';
import { Client } from 'pg';
import { describe, expect, test } from 'vitest';

import { aDatabase, anEmptyDatabase } from '../../testing/database/database.ts';
import { aDataDir, aServer, healthOf, until } from '../../testing/server/server-process.ts';
import { aDatabaseProxy } from '../../testing/database/database-proxy.ts';

const build = expect.any(String);
const healthy = { status: 200, body: { status: 'ok', database: 'ok', version: '0.1.0', build } };

describe('a start with wrong settings', () => {
  test('exits with 1 and an error message per variable', async () => {
    const env = { PORT: 'eighty', NODE_ENV: 'staging', PUBLIC_ORGIN: 'https://tips.example.org' };
    const server = aServer({ env });
    expect(await server.ended).toBe(1);
    expect(server.said()).toBe(
      'PUBLIC_ORGIN is no setting: is it PUBLIC_ORIGIN?\n' +
        'NODE_ENV must be development, test or production.\n' +
        'PORT must be a whole number from 0 to 65535.\n',
    );
  });

  test('exits with 1 and an error message if the port is in use', async () => {
    const other = createServer();
    const port = await new Promise<number>((done) => {
      other.listen(0, '127.0.0.1', () => {
        const address = other.address();
        done(typeof address === 'object' && address ? address.port : 0);
      });
    });
    const { url: DATABASE_URL } = await aDatabase();
    const env = { PORT: String(port), HOST: '127.0.0.1', DATABASE_URL };
    const server = aServer({ env: { ...env, DATA_DIR: await aDataDir() } });
    expect(await server.ended).toBe(1);
    expect(server.said()).toContain(`Port ${port} is in use already.`);
    other.close();
  });

  test('exits with 1 and an error message if the database refuses', async () => {
    const url = new URL((await aDatabase()).url);
    url.password = 'wrong';
    const server = aServer({ env: { DATABASE_URL: url.href, DATA_DIR: await aDataDir() } });
    expect(await server.ended).toBe(1);
    expect(server.said()).toMatch(/^The database refuses: password authentication failed/);
  });
});

describe('two servers started at once on one empty database', () => {
  test('both start, on one schema', async () => {
    const DATABASE_URL = await anEmptyDatabase();
    const servers = [await aDataDir(), await aDataDir()].map((DATA_DIR) =>
      aServer({ env: { DATABASE_URL, DATA_DIR } }),
    );
    for (const server of servers) expect(await healthOf(await server.url())).toEqual(healthy);
    expect(await valueIn(DATABASE_URL, 'select count(*)::int from members')).toBe(0);
  });
});

describe('a running server', () => {
  test('logs in as an account that has only the server’s role', async () => {
    const DATABASE_URL = await anEmptyDatabase();
    const server = aServer({ env: { DATABASE_URL, DATA_DIR: await aDataDir() } });
    expect(await healthOf(await server.url())).toEqual(healthy);

    const logins = `select string_agg(distinct usename, ', ') from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`;
    expect(await valueIn(DATABASE_URL, logins)).toBe('touchline_server');
  });
});

describe('a server killed in the middle of its migrations', () => {
  test('keeps the old schema, and the next start migrates', async () => {
    const DATABASE_URL = await anEmptyDatabase();
    const DATA_DIR = await aDataDir();
    const inTheWay = new Client(DATABASE_URL);
    await inTheWay.connect();
    // The migration waits, because two transactions cannot create a table with the same name.
    await inTheWay.query('begin; create table tips (id int)');

    const killed = aServer({ env: { DATABASE_URL, DATA_DIR } });
    const waiting = `select count(*)::int from pg_stat_activity
      where datname = current_database() and query ilike '%create table "tips"%'
        and wait_event_type = 'Lock'`;
    await until(async () => valueIn(DATABASE_URL, waiting));
    killed.kill('SIGKILL');
    await killed.ended;
    await inTheWay.query('rollback');
    await inTheWay.end();
    await until(async () => (await valueIn(DATABASE_URL, waiting)) === 0);
    const tables = `select count(*)::int from pg_tables where schemaname = 'public'`;
    await until(async () => (await valueIn(DATABASE_URL, tables)) === 0);

    const next = aServer({ env: { DATABASE_URL, DATA_DIR } });
    expect(await healthOf(await next.url())).toEqual(healthy);
    expect(await valueIn(DATABASE_URL, 'select count(*)::int from tips')).toBe(0);
  });
});

describe('a server asked to stop while it works', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)(
    'finishes the request, accepts no new one and exits with 0 (%s)',
    async (signal) => {
      const proxy = await aDatabaseProxy((await aDatabase()).url);
      const server = aServer({ env: { DATABASE_URL: proxy.url, DATA_DIR: await aDataDir() } });
      const url = await server.url();
      proxy.hold();
      const inFlight = await healthUnderWay(url);

      server.kill(signal);
      await server.says(/Finishing what is under way/);
      await until(async () => isRefused(url));
      proxy.release();
      expect(await inFlight.answer).toEqual(healthy);
      expect(await server.ended).toBe(0);
    },
  );

  test('serves a request on an open connection, and closes the connection', async () => {
    const origin = 'http://localhost:1';
    const env = { DATABASE_URL: (await aDatabase()).url, CORS_ORIGINS: origin };
    const server = aServer({ env: { ...env, DATA_DIR: await aDataDir() } });
    const url = new URL(await server.url());
    // Browsers open a connection before they need one.
    const connection = connect({ port: Number(url.port), host: url.hostname });
    await once(connection, 'connect');
    // Connections are accepted in order: a response on a later one proves that this one is open.
    expect(await healthOf(url.href.slice(0, -1))).toEqual(healthy);

    server.kill('SIGTERM');
    await until(async () => isRefused(url.href));
    connection.write(
      `OPTIONS /api/ping HTTP/1.1\r\nHost: ${url.host}\r\nOrigin: ${origin}\r\n\r\n`,
    );
    const answer = await text(connection);
    expect(answer).toMatch(/^HTTP\/1\.1 204 /);
    expect(answer).toContain(`access-control-allow-origin: ${origin}\r\n`);
    expect(await server.ended).toBe(0);
  });

  test('exits at once on a second signal', async () => {
    const proxy = await aDatabaseProxy((await aDatabase()).url);
    const server = aServer({ env: { DATABASE_URL: proxy.url, DATA_DIR: await aDataDir() } });
    const url = await server.url();
    proxy.hold();
    const inFlight = await healthUnderWay(url);

    server.kill('SIGTERM');
    await server.says(/Finishing what is under way/);
    server.kill('SIGTERM');
    expect(await server.ended).toBe(1);
    expect(await inFlight.answer).toBe('cut off');
  });
});

/** Requests the health and waits until the server handles the request; the test then resumes it. */
async function healthUnderWay(url: string): Promise<{ answer: Promise<unknown> }> {
  const begun = Promise.withResolvers<void>();
  const answer = new Promise<unknown>((done) => {
    const asked = request(`${url}/health`, { headers: { expect: '100-continue' } });
    asked.on('continue', begun.resolve);
    asked.on('response', (response) => {
      void json(response).then((body) => done({ status: response.statusCode, body }));
    });
    asked.on('error', () => done('cut off'));
    asked.end();
  });
  await begun.promise;
  return { answer };
}

async function isRefused(url: string): Promise<boolean> {
  return new Promise((done) => {
    const asked = request(url, { agent: false }, (answer) => {
      answer.resume();
      done(false);
    });
    asked.on('error', () => done(true));
    asked.end();
  });
}

async function valueIn(url: string, query: string): Promise<unknown> {
  const client = new Client(url);
  await client.connect();
  try {
    const { rows } = await client.query<unknown[]>({ text: query, rowMode: 'array' });
    return rows[0]?.[0];
  } finally {
    await client.end();
  }
}
