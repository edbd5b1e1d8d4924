import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';

import { ping } from '#contract/sync.ts';
import { buildApp } from '#server/app.ts';
import { closeDatabase, type Database, openDatabase } from '#server/db/database.ts';
import type { Services } from '#server/services.ts';
import { readSettings } from '#server/platform/settings.ts';

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

/** The real server without a port, on a real database, with the schedule's clock. */
export type Server = {
  services: Services;
  database: Database;
  gate: Gate;
  handles: (request: NetworkRequest) => Promise<NetworkAnswer>;
  /**
   * The response to a ping, which every page sends every few seconds: the first one with another
   * time.
   */
  pong: () => Promise<NetworkAnswer>;
  /** Handles a request in another process on the same database. */
  handlesBeside: (request: NetworkRequest) => Promise<NetworkAnswer>;
  /** Resolves when a request is handled, or waits for another one's lock. */
  untilDoneOrBlocked: (handled: Promise<unknown>) => Promise<void>;
  /** Sets the clock of a schedule. */
  setClock: (now: () => number) => void;
  close: () => Promise<void>;
};

const endlessly = {
  connectionTimeoutMillis: 60_000,
  lock_timeout: 60_000,
  statement_timeout: 60_000,
  query_timeout: 60_000,
  idle_in_transaction_session_timeout: 0,
};

export const site = 'https://touchline.test';

export async function openServer(url: string, dataDir: string): Promise<Server> {
  let now = () => 0;
  // Timeouts are long, because a busy machine is late.
  const open = () => {
    const opened = openDatabase({ url, connections: 4 });
    Object.assign(opened.$client.options, endlessly);
    return opened;
  };
  const [database, beside] = [open(), open()];
  const gate = gateOf(database.$client);
  const settings = readSettings({
    NODE_ENV: 'test',
    LOG_LEVEL: process.env['FAULTS_LOG'] ?? 'silent',
    DATA_DIR: dataDir,
    PUBLIC_ORIGIN: site,
    JWT_SECRET: randomBytes(48).toString('base64'),
  });
  // No limits: years of requests come in minutes.
  const services = { settings, database, clock: () => new Date(now()), limits: unlimited };
  const app = await buildApp(services);
  const other = await buildApp({ ...services, database: beside });
  let first: NetworkAnswer | undefined;

  return {
    services,
    database,
    gate,
    handles: async (request) => inject(app, request, now),
    async pong() {
      first ??= await inject(app, { method: ping.method, path: ping.path, headers: {} }, now);
      const serverTime = new Date(now());
      const pingBody = z.parse(z.record(z.string(), z.unknown()), JSON.parse(first.body));
      return {
        ...first,
        headers: { ...first.headers, date: serverTime.toUTCString() },
        body: JSON.stringify({ ...pingBody, serverTime: serverTime.toISOString() }),
      };
    },
    handlesBeside: async (request) => inject(other, request, now),
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
      await Promise.all([app.close(), other.close()]);
      await Promise.all([database, beside].map(closeDatabase));
    },
  };
}

async function inject(
  app: FastifyInstance,
  { method, path, headers, body }: NetworkRequest,
  now: () => number,
): Promise<NetworkAnswer> {
  const answer = await app.inject({
    method: methodOf(method),
    url: path,
    headers,
    ...(body !== undefined && { payload: body }),
  });
  const sent = Object.entries(answer.headers).map(([name, value]) => [name, String(value)]);
  // An HTTP server adds the time; here it is the schedule's.
  const date = new Date(now()).toUTCString();
  return {
    status: answer.statusCode,
    headers: { ...Object.fromEntries(sent), date },
    body: answer.body,
  };
}

function methodOf(name: string): 'GET' | 'POST' | 'PUT' | 'DELETE' {
  if (name === 'GET' || name === 'POST' || name === 'PUT' || name === 'DELETE') return name;
  throw new Error(`Nobody sends a ${name}.`);
}
