import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Pool } from 'pg';

import { buildApp } from '#server/app.ts';
import { closeDatabase, type Database, openDatabase } from '#server/db/database.ts';
import type { Services } from '#server/services.ts';
import { readSettings } from '#server/platform/settings.ts';

import { unlimited } from '../../testing/server/limits.ts';
import { aMember, type Member } from '../../testing/people/members.ts';
import { type Gate, gateOf } from './gate.ts';

export type Request = {
  member: Member;
  method: 'POST' | 'DELETE';
  path: string;
  key: string;
  body?: object;
};

/** Two processes of the real server on one PostgreSQL, with the schedule's clock. */
export type Server = {
  /** A connection outside of both processes. */
  database: Database;
  members: readonly Member[];
  gate: Gate;
  setClock: (now: () => number) => void;
  /** The status and body of the response by the first or the second process. */
  send: (request: Request, beside?: boolean) => Promise<{ status: number; body: unknown }>;
  /** Holds a row lock while work runs. */
  holding: <Result>(
    table: 'members' | 'fixtures',
    id: string,
    run: () => Promise<Result>,
  ) => Promise<Result>;
  close: () => Promise<void>;
};

/** No lock is released in time here, so a short timeout is enough. In milliseconds. */
const lockTimeout = 15;

export async function openServer(url: string, dataDir: string): Promise<Server> {
  let now = () => Date.parse('2026-03-07T12:00:00.000Z');
  const clock = () => new Date(now());
  const open = () => {
    const database = openDatabase({ url, connections: 6 });
    Object.assign(database.$client.options, {
      lock_timeout: lockTimeout,
      connectionTimeoutMillis: 60_000,
      statement_timeout: 60_000,
      query_timeout: 60_000,
      idle_in_transaction_session_timeout: 0,
    });
    return database;
  };
  const settings = readSettings({
    NODE_ENV: 'test',
    LOG_LEVEL: process.env['FAULTS_LOG'] ?? 'silent',
    DATA_DIR: dataDir,
    JWT_SECRET: randomBytes(48).toString('base64'),
  });
  const [database, one, other] = [open(), open(), open()];
  const gate = gateOf(one.$client);
  const services = (of: Database): Services => ({
    settings,
    database: of,
    clock,
    limits: unlimited,
  });
  const app = await buildApp(services(one));
  const beside = await buildApp(services(other));
  const members = [await aMember(services(database)), await aMember(services(database))];
  const holder = new Pool({ connectionString: url, max: 1 });

  return {
    database,
    members,
    gate,
    setClock(time) {
      now = time;
    },
    send: async (request, elsewhere = false) => inject(elsewhere ? beside : app, request),
    async holding(table, id, run) {
      const client = await holder.connect();
      try {
        await client.query('begin');
        await client.query(`select from ${table} where id = $1 for update`, [id]);
        return await run();
      } finally {
        await client.query('rollback');
        client.release();
      }
    },
    async close() {
      await Promise.all([app.close(), beside.close(), holder.end()]);
      await Promise.all([database, one, other].map(closeDatabase));
    },
  };
}

async function inject(app: FastifyInstance, { member, method, path, key, body }: Request) {
  const answer = await app.inject({
    method,
    url: path,
    headers: { ...member.headers, 'idempotency-key': key },
    ...(body && { payload: body }),
  });
  return {
    status: answer.statusCode,
    body: answer.body === '' ? undefined : answer.json<unknown>(),
  };
}
