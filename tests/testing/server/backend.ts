import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';

import { findOrStartPostgres } from '#server/db/postgres.ts';

import { aFreePort } from '../machine/free-port.ts';
import { createDatabase, isProvided, removeData, type TestDatabase } from '../database/postgres.ts';
import { scratchFolder } from '../machine/scratch-folder.ts';
import { listening, type Spawned, spawned } from './spawned.ts';

const project = join(import.meta.dirname, '..', '..', '..');

/** A server in a child process that can be stopped, killed and restarted with the same data. */
export type Backend = {
  origin: string;
  dataDir: string;
  start: () => Promise<void>;
  /** Stops the server with SIGTERM: it finishes running requests. */
  stop: () => Promise<void>;
  /** Kills the server as a power failure does. */
  kill: () => Promise<void>;
  /** Runs an npm script with the server's settings, such as `npm run admin -- grant EMAIL`. */
  command: (script: keyof typeof scripts, ...words: string[]) => Promise<string>;
  /** Queries the server's database, also while the server is stopped. */
  query: <Row extends object>(sql: string, values?: unknown[]) => Promise<Row[]>;
  /** The server's complete output so far. */
  output: () => string;
  /** Stops the server and removes its data. */
  remove: () => Promise<void>;
};

const scripts = {
  admin: 'src/server/admin-command.ts',
  fixtures: 'src/server/seasons/command.ts',
  verify: 'src/server/proof/verify-command.ts',
};

/**
 * Prepares a server with its own folder and port, without starting it. Uses the test run's
 * PostgreSQL if there is one; an empty DATABASE_URL selects the bundled PostgreSQL.
 */
export async function aBackend(settings: Record<string, string> = {}): Promise<Backend> {
  const database = settings['DATABASE_URL'] === undefined ? await databaseFor(settings) : undefined;
  const dataDir = await scratchFolder('journey');
  // PostgreSQL runs as another user if the tests run as root, and must be able to enter the folder.
  await chmod(dataDir, 0o711);
  const port = await aFreePort();
  const env = {
    PATH: process.env['PATH'] ?? '',
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    PORT: String(port),
    DEMO: '0',
    ...(database && { DATABASE_URL: database.url }),
    ...settings,
  };
  const starts: Spawned[] = [];

  async function start(): Promise<void> {
    const server = spawned(process.execPath, [join(project, 'src/server/main.ts')], { env });
    starts.push(server);
    await server.says(listening);
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    starts.at(-1)?.child.kill(signal);
    await starts.at(-1)?.ended;
  }

  return {
    origin: `http://localhost:${port}`,
    dataDir,
    start,
    stop: async () => end('SIGTERM'),
    kill: async () => end('SIGKILL'),
    async command(script, ...words) {
      const file = join(project, scripts[script]);
      const command = spawned(process.execPath, [file, ...words], { cwd: project, env });
      const code = await command.ended;
      if (code !== 0) throw new Error(`${script} ${words.join(' ')} failed:\n${command.output()}`);
      return command.output();
    },
    async query<Row extends object>(sql: string, values: unknown[] = []) {
      if (database) return rowsOf<Row>(database.url, sql, values);
      const postgres = await findOrStartPostgres(dataDir, () => undefined);
      try {
        return await rowsOf<Row>(postgres.url, sql, values);
      } finally {
        await postgres.stop();
      }
    },
    output: () => starts.map((server) => server.output()).join(''),
    async remove() {
      await end('SIGTERM');
      await database?.drop();
      await removeData(dataDir);
    },
  };
}

/** A database in the shared PostgreSQL of the test run, with the demo season if DEMO is set. */
async function databaseFor({ DEMO }: Record<string, string>): Promise<TestDatabase | undefined> {
  if (!isProvided()) return undefined;
  return DEMO === '1' ? createDatabase('demo', seedDemo) : createDatabase();
}

/** The first start with DEMO on an empty database inserts the demo season. */
async function seedDemo(url: string): Promise<void> {
  const backend = await aBackend({ DEMO: '1', DATABASE_URL: url });
  await backend.start();
  await backend.remove();
}

async function rowsOf<Row extends object>(url: string, sql: string, values: unknown[]) {
  const client = new Client(url);
  await client.connect();
  try {
    return (await client.query<Row>(sql, values)).rows;
  } finally {
    await client.end();
  }
}
