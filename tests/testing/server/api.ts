import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';

import { buildApp } from '#server/app.ts';
import type { Database } from '#server/db/database.ts';
import type { Standby } from '#server/db/standby.ts';
import { type Limits, defaultLimits } from '#server/limits.ts';
import { readSettings, type Settings } from '#server/platform/settings.ts';

import { aDatabase } from '../database/database.ts';
import { atTheEnd } from './clean-up.ts';

export type Answer = { status: number; headers: Record<string, string>; body: unknown };

/** Returns the path of the next page from the Link header; empty after the last page. */
export function nextPath({ headers }: Answer): string {
  return /^<(.+)>; rel="next"$/.exec(headers['link'] ?? '')?.[1] ?? '';
}

export type RequestOptions = {
  body?: unknown;
  token?: string;
  headers?: Record<string, string>;
};

type SendRequest = (path: string, init?: RequestOptions) => Promise<Answer>;

export type Api = {
  app: FastifyInstance;
  database: Database;
  settings: Settings;
  clock: () => Date;
  limits: Limits;
  get: SendRequest;
  post: SendRequest;
  put: SendRequest;
  delete: SendRequest;
};

type Choices = {
  clock?: () => Date;
  settings?: Partial<Settings>;
  limits?: Partial<Limits>;
  /** The database of another API object, to test two servers on one database. */
  database?: Database;
  standby?: Standby;
};

/** Creates the whole server without a port, on a new database. */
export async function theApi(choices: Choices = {}): Promise<Api> {
  const settings = { ...(await testSettings()), ...choices.settings };
  const database = choices.database ?? (await aDatabase()).database;
  const clock = choices.clock ?? (() => new Date());
  // Timeouts are long because of busy machines.
  const limits: Limits = {
    ...defaultLimits,
    maxEventLoopDelayMs: 0,
    callPermits: 1e9,
    entryPermits: 1e9,
    minConstantResponseMs: 0,
    ...choices.limits,
  };
  const standby = choices.standby && { standby: choices.standby };
  // Without a built site, because the site would add hundreds of routes to every test server.
  const app = await buildApp({ settings, database, ...standby, clock, limits }, settings.dataDir);
  atTheEnd(async () => app.close());

  const asking =
    (method: 'GET' | 'POST' | 'PUT' | 'DELETE') =>
    async (path: string, init = {}) =>
      send(app, method, path, init);
  return {
    app,
    database,
    settings,
    limits,
    clock,
    get: asking('GET'),
    post: asking('POST'),
    put: asking('PUT'),
    delete: asking('DELETE'),
  };
}

/** Settings for tests: the server logs nothing and stores no files. */
export async function testSettings(env: Record<string, string> = {}): Promise<Settings> {
  const dataDir = await mkdtemp(join(tmpdir(), 'touchline-test-'));
  atTheEnd(async () => rm(dataDir, { recursive: true, force: true }));
  return readSettings({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATA_DIR: dataDir,
    JWT_SECRET: randomBytes(48).toString('base64'),
    ...env,
  });
}

async function send(
  app: FastifyInstance,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  { body, token, headers }: RequestOptions,
): Promise<Answer> {
  const options: InjectOptions = {
    method,
    url,
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
  };
  if (typeof body === 'string' || Buffer.isBuffer(body)) options.payload = body;
  else if (body !== undefined) {
    options.payload = JSON.stringify(body);
    options.headers = { 'content-type': 'application/json', ...options.headers };
  }
  return answerOf(await app.inject(options));
}

/** Converts an injected response: headers as text and the body parsed from JSON. */
export function answerOf(response: LightMyRequestResponse): Answer {
  const { statusCode, headers, body } = response;
  const json = String(headers['content-type']).includes('json');
  return {
    status: statusCode,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, String(value)]),
    ),
    body: json && body ? response.json() : body,
  };
}
