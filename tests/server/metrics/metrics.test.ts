import { randomBytes, randomUUID } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';

import { SessionReply } from '#contract/account/accounts.ts';

import { profile, save } from '../../testing/server/busy-server.ts';
import { aDatabase } from '../../testing/database/database.ts';
import { aMailServer } from '../../testing/outside/mail.ts';
import { aDataDir, aServer, until } from '../../testing/server/server-process.ts';

const password = 'a song from the terrace';

/** A server with metrics; a registration has sent a mail. */
async function aWatchedServer(env: Record<string, string> = {}) {
  const mail = await aMailServer();
  const { url: database } = await aDatabase();
  const server = aServer({
    env: {
      DATABASE_URL: database,
      DATA_DIR: await aDataDir(),
      SMTP_URL: mail.url,
      MAIL_FROM: 'no-reply@tips.example',
      JWT_SECRET: randomBytes(48).toString('base64'),
      METRICS_ADDRESS: '127.0.0.1:0',
      ...env,
    },
  });
  const metrics = await server.says(/^Metrics are at (.*)$/m);
  return { site: await server.url(), metrics, mail, database, server };
}

async function onDatabase(connectionString: string, statement: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** Returns the values of a metric by labels. */
async function figuresOf(metrics: string, name: string): Promise<Record<string, number>> {
  const text = await (await fetch(metrics)).text();
  const lines = text.split('\n').filter((line) => new RegExp(String.raw`^${name}[{ ]`).test(line));
  return Object.fromEntries(
    lines.map((line) => {
      const [, labels = '', value] = /^\w+(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
      return [labels, Number(value)];
    }),
  );
}

test('a metrics address on all networks is logged as a warning at the start', async () => {
  const { server } = await aWatchedServer({ METRICS_ADDRESS: '0.0.0.0:0' });

  expect(server.said()).toContain('METRICS_ADDRESS is on every network of this machine');
});

test('metrics count requests, operations, mails, connections and queues, without ids', async () => {
  const { site, metrics, mail } = await aWatchedServer();
  const read = async (method: string, path: string, body: object, headers = {}) =>
    fetch(site + path, {
      method,
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    });
  const email = `${randomUUID()}@example.org`;
  await read('POST', '/api/users', {
    email,
    userName: 'Bola',
    phoneNumber: '0801 234 5678',
    password,
    password_confirmation: password,
  });
  await until(async () => mail.accepted.length > 0);
  const login = await read('POST', '/api/auth', { email, password });
  const { access_token: token } = z.parse(SessionReply, await login.json());
  const saveName = async (key: string, firstName: string) => {
    const headers = { authorization: `Bearer ${token}`, 'idempotency-key': key };
    return read('PUT', save, { ...profile, firstName }, headers);
  };
  const key = randomUUID();
  expect(await figuresOf(metrics, 'touchline_database_up')).toEqual({ '': 1 });
  const statuses = [];
  for (const name of ['Ada', 'Ada', 'Eve']) statuses.push((await saveName(key, name)).status);
  const tipster = randomUUID();
  const unknown = randomUUID();
  await fetch(`${site}/api/tipsters/${tipster}`);
  await fetch(`${site}/api/${unknown}`);

  expect(statuses).toEqual([200, 200, 422]);
  expect(await figuresOf(metrics, 'touchline_http_request_duration_seconds_count')).toMatchObject({
    'method="POST",route="/api/auth",status="200"': 1,
    'method="GET",route="/api/tipsters/:id",status="404"': 1,
    'method="GET",route="none",status="404"': 1,
  });
  const kind = 'kind="PUT /api/users/updateProfileWithoutImage"';
  expect(await figuresOf(metrics, 'touchline_operations_total')).toMatchObject({
    [`${kind},outcome="done"`]: 1,
    [`${kind},outcome="repeated"`]: 1,
    [`${kind},outcome="refused"`]: 1,
    [`${kind},outcome="failed"`]: 0,
  });
  await until(async () => {
    const sent = await figuresOf(metrics, 'touchline_mails_total');
    const left = await figuresOf(metrics, 'touchline_queue_length');
    return sent['outcome="sent"'] === 1 && left['queue="mails"'] === 0;
  });
  const pool = await figuresOf(metrics, 'touchline_pool_connections');
  expect(Object.keys(pool)).toEqual([
    'database="primary",state="in use"',
    'database="primary",state="idle"',
  ]);
  expect(await figuresOf(metrics, 'touchline_pool_waiting')).toEqual({ 'database="primary"': 0 });
  expect(await figuresOf(metrics, 'nodejs_eventloop_lag_p99_seconds')).toHaveProperty(['']);

  const all = await (await fetch(metrics)).text();
  for (const id of [tipster, unknown, key, email]) expect(all).not.toContain(id);
});

test('counters exist before the first event, only on the metrics port, and as documented', async () => {
  const { metrics, site } = await aWatchedServer();
  const figures = async (name: string) => figuresOf(metrics, `touchline_${name}_total`);

  expect(await figures('faults')).toEqual({ '': 0 });
  expect(await figures('job_rounds')).toMatchObject({
    'job="checkpoints",outcome="failed"': 0,
    'job="sources",outcome="waiting"': 0,
  });
  expect(await figures('operations')).toMatchObject({
    'kind="POST /api/tips",outcome="failed"': 0,
    'kind="PUT /api/users",outcome="failed"': 0,
  });
  expect(await figures('turned_away')).toEqual({
    'code="unavailable"': 0,
    'code="rate-limited"': 0,
  });
  expect(await figures('mails')).toMatchObject({ 'outcome="dropped"': 0 });
  expect(await figures('pushes')).toMatchObject({ 'outcome="refused"': 0 });

  const there = await fetch(new URL('/metrics', site), { headers: { accept: 'application/json' } });
  const elsewhere = await fetch(new URL('/api/ping', metrics));
  expect([there.status, elsewhere.status]).toEqual([404, 404]);

  await fetch(`${site}/api/ping`);
  const shown = await (await fetch(metrics)).text();
  const page = await readFile(new URL('../../../docs/operate.md', import.meta.url), 'utf8');
  const names =
    page.match(/\b(?:touchline(?!_app|_server)|nodejs|process)_[a-z\d_]+(?=[[{ `])/g) ?? [];
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => !shown.includes(name))).toEqual([]);
});

test('health checks do not wait for a busy server, and fail if its main thread is blocked', async () => {
  const stuckWhile = join(await aDataDir(), 'stuck');
  await writeFile(stuckWhile, '');
  const { site, metrics, server } = await aWatchedServer({
    NODE_OPTIONS: `--import ${fileURLToPath(new URL('../../testing/server/stuck.ts', import.meta.url))}`,
    STUCK_WHILE: stuckWhile,
  });
  const atMetrics = (path: string) => new URL(path, metrics);
  const well = { status: 'ok', database: 'ok', version: '0.1.0', build: expect.any(String) };
  expect(await (await fetch(atMetrics('/health'))).json()).toEqual(well);

  server.kill('SIGUSR2');
  const bySite = fetch(`${site}/health/live`).then(() => 'the site');
  const byThread = fetch(atMetrics('/health/live')).then(async (answer) => answer.json());
  const first = await Promise.race([bySite, byThread]);
  const { database: _, ...alive } = well;
  expect(first).toEqual(alive);
  await until(async () => (await fetch(atMetrics('/health/live'))).status === 503);

  await rm(stuckWhile);
  expect(await bySite).toBe('the site');
  await until(async () => (await fetch(atMetrics('/health'))).status === 200);
});

test('a read-only database counts as down in the metrics', async () => {
  const { metrics, database } = await aWatchedServer();
  const health = new URL('/health', metrics);
  const up = async () => (await figuresOf(metrics, 'touchline_database_up'))[''];
  expect(await up()).toBe(1);
  const name = new URL(database).pathname.slice(1);
  await onDatabase(database, `alter database "${name}" set default_transaction_read_only = on`);
  await onDatabase(
    database,
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );

  await until(async () => (await fetch(health)).status === 503);

  const bad = await fetch(health);
  expect(bad.headers.get('retry-after')).toBe('2');
  expect(await bad.json()).toMatchObject({ status: 'unavailable', database: 'read-only' });
  await until(async () => (await up()) === 0);
});
