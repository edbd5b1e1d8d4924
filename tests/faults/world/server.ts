import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';

import { ping } from '#contract/sync.ts';
import { buildApp } from '#server/app.ts';
import { closeDatabase, type Database, openDatabase } from '#server/db/database.ts';
import type { Services } from '#server/services.ts';
import { readSettings, type Settings } from '#server/platform/settings.ts';

import type { Member } from '../../testing/people/members.ts';
import { unlimited } from '../../testing/server/limits.ts';
import { somebodyWaits } from '../../testing/database/postgres.ts';
import { type Gate, gateOf } from './gate.ts';

/** A request as sent over the network. */
export type NetworkRequest = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string | Buffer | undefined;
};

/** A response of the server. */
export type NetworkAnswer = { status: number; headers: Record<string, string>; body: string };

/** A member's call that no phone makes. */
export type Call = {
  by: Member;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  /** The idempotency key; by default a new one. */
  key?: string;
  body?: object;
  ifMatch?: number | undefined;
};

export type Reply = { status: number; body: unknown };

/** Two processes of the real server on one database, without a port and with the schedule's clock. */
export type Server = {
  /** The services on a third connection, outside of both processes. */
  services: Services;
  database: Database;
  /** The gate between the first process and the database. */
  gate: Gate;
  handles: (request: NetworkRequest) => Promise<NetworkAnswer>;
  /** The response to a ping, which pages send every few seconds; cached, with a new time each. */
  pong: () => Promise<NetworkAnswer>;
  /** Handles a request in the second process. */
  handlesBeside: (request: NetworkRequest) => Promise<NetworkAnswer>;
  /** A process's response to a member's call. */
  replies: (process: 0 | 1, call: Call) => Promise<Reply>;
  /** Resolves when a request is handled, or waits for a lock of another one. */
  untilDoneOrBlocked: (handled: Promise<unknown>) => Promise<void>;
  /** Sets the clock of both processes. */
  setClock: (now: () => number) => void;
  close: () => Promise<void>;
};

export const site = 'https://touchline.test';

/** The time at which every schedule starts. */
export const start = Date.parse('2026-03-07T12:00:00.000Z');

/** The settings of a server in this process; the variable `FAULTS_LOG` sets the log level. */
function settingsFor(dataDir: string, env: Record<string, string> = {}): Settings {
  return readSettings({
    NODE_ENV: 'test',
    LOG_LEVEL: process.env['FAULTS_LOG'] ?? 'silent',
    DATA_DIR: dataDir,
    JWT_SECRET: randomBytes(48).toString('base64'),
    ...env,
  });
}

/** Opens a database with long timeouts, because a busy machine may be late. */
function openPatiently(url: string, connections: number, lockTimeoutMs = 60_000): Database {
  const opened = openDatabase({ url, connections });
  Object.assign(opened.$client.options, {
    connectionTimeoutMillis: 60_000,
    lock_timeout: lockTimeoutMs,
    statement_timeout: 60_000,
    query_timeout: 60_000,
    idle_in_transaction_session_timeout: 0,
  });
  return opened;
}

/** Opens the real server on a port. */
export async function openListeningServer(url: string, dataDir: string, clock: () => Date) {
  const database = openPatiently(url, 20);
  const services: Services = { settings: settingsFor(dataDir), database, clock, limits: unlimited };
  const app = await buildApp(services);
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    services,
    app,
    origin,
    async close() {
      await app.close();
      await closeDatabase(database);
    },
  };
}

/** Opens both processes; a transaction waits up to a minute for a lock unless another limit is given. */
export async function openServer(
  url: string,
  dataDir: string,
  { lockTimeoutMs }: { lockTimeoutMs?: number } = {},
): Promise<Server> {
  let now = () => start;
  const open = () => openPatiently(url, 4, lockTimeoutMs);
  const [database, one, other] = [open(), open(), open()];
  const gate = gateOf(one.$client);
  const settings = settingsFor(dataDir, { PUBLIC_ORIGIN: site });
  // Without rate limits, because a schedule simulates years of requests in minutes.
  const services = { settings, database, clock: () => new Date(now()), limits: unlimited };
  const apps = [
    await buildApp({ ...services, database: one }),
    await buildApp({ ...services, database: other }),
  ] as const;
  const inject = async (app: FastifyInstance, request: NetworkRequest) =>
    injected(app, request, now());
  let first: NetworkAnswer | undefined;

  return {
    services,
    database,
    gate,
    handles: async (request) => inject(apps[0], request),
    async pong() {
      first ??= await inject(apps[0], { method: ping.method, path: ping.path, headers: {} });
      const serverTime = new Date(now());
      const pingBody = z.parse(z.record(z.string(), z.unknown()), JSON.parse(first.body));
      return {
        ...first,
        headers: { ...first.headers, date: serverTime.toUTCString() },
        body: JSON.stringify({ ...pingBody, serverTime: serverTime.toISOString() }),
      };
    },
    handlesBeside: async (request) => inject(apps[1], request),
    async replies(process, call) {
      const { status, body } = await inject(apps[process], requestOf(call));
      return { status, body: body === '' ? undefined : JSON.parse(body) };
    },
    async untilDoneOrBlocked(handled) {
      const over = new AbortController();
      const done = handled.finally(() => over.abort());
      const isBlocked = async () => {
        while (!over.signal.aborted && !(await somebodyWaits({ database }))) await setTimeout(5);
      };
      await Promise.race([done, isBlocked()]);
    },
    setClock(time) {
      now = time;
    },
    async close() {
      await Promise.all(apps.map(async (app) => app.close()));
      await Promise.all([database, one, other].map(closeDatabase));
    },
  };
}

function requestOf({ by, method, path, key, body, ifMatch }: Call): NetworkRequest {
  return {
    method,
    path,
    headers: {
      ...by.headers,
      'idempotency-key': key ?? randomUUID(),
      ...(ifMatch !== undefined && { 'if-match': `"${ifMatch}"` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    body: body && JSON.stringify(body),
  };
}

async function injected(
  app: FastifyInstance,
  { method, path, headers, body }: NetworkRequest,
  now: number,
): Promise<NetworkAnswer> {
  const answer = await app.inject({
    method: methodOf(method),
    url: path,
    headers,
    ...(body !== undefined && { payload: body }),
  });
  const sent = Object.entries(answer.headers).map(([name, value]) => [name, String(value)]);
  // An HTTP server would set this header; here it has the schedule's time.
  const date = new Date(now).toUTCString();
  return {
    status: answer.statusCode,
    headers: { ...Object.fromEntries(sent), date },
    body: answer.body,
  };
}

function methodOf(name: string): Call['method'] {
  if (name === 'GET' || name === 'POST' || name === 'PUT' || name === 'DELETE') return name;
  throw new Error(`Nobody sends a ${name}.`);
}
