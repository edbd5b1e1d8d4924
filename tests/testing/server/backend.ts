import { type ChildProcess, spawn } from 'node:child_process';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';

import { postgresAtHand } from '#server/db/postgres.ts';

import { aFreePort } from '../machine/free-port.ts';
import { createDatabase, isProvided, removeData, type TestDatabase } from '../database/postgres.ts';
import { scratchFolder } from '../machine/scratch-folder.ts';

const project = join(import.meta.dirname, '..', '..', '..');
const listening = /^Touchline is at (.*)$/m;

/** A server in a child process that can be stopped, killed and started again on the same data. */
export type Backend = {
  origin: string;
  dataDir: string;
  start: () => Promise<void>;
  /** Stops it as an operator does: running requests are finished. */
  stop: () => Promise<void>;
  /** Kills it as a power cut does. */
  kill: () => Promise<void>;
  /** Runs a command beside it, such as `npm run admin -- grant EMAIL`. */
  command: (script: keyof typeof scripts, ...words: string[]) => Promise<string>;
  /** Queries its database, running or not. */
  query: <Row extends object>(sql: string, values?: unknown[]) => Promise<Row[]>;
  /** Its whole output so far. */
  output: () => string;
  /** Stops it and removes its data. */
  remove: () => Promise<void>;
};

const scripts = {
  admin: 'src/server/admin-command.ts',
  fixtures: 'src/server/seasons/command.ts',
  verify: 'src/server/proof/verify-command.ts',
};

/**
 * A server that is not started yet, with its own folder and port. Its database is in the run's
 * PostgreSQL if there is one; a blank DATABASE_URL uses the bundled PostgreSQL.
 */
export async function aBackend(settings: Record<string, string> = {}): Promise<Backend> {
  const database = settings['DATABASE_URL'] === undefined ? await databaseFor(settings) : undefined;
  const dataDir = await scratchFolder('journey');
  // PostgreSQL runs as another user if this runs as root.
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
  let heard = '';
  let running: { child: ChildProcess; ended: Promise<void> } | undefined;

  async function start(): Promise<void> {
    const beginning = heard.length;
    running = await spawnServer(env, (text) => {
      heard += text;
      return heard.slice(beginning);
    });
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    running?.child.kill(signal);
    await running?.ended;
    running = undefined;
  }

  return {
    origin: `http://localhost:${port}`,
    dataDir,
    start,
    stop: async () => end('SIGTERM'),
    kill: async () => end('SIGKILL'),
    command: async (script, ...words) => output([join(project, scripts[script]), ...words], env),
    async query<Row extends object>(sql: string, values: unknown[] = []) {
      if (database) return rowsOf<Row>(database.url, sql, values);
      const postgres = await postgresAtHand(dataDir, () => undefined);
      try {
        return await rowsOf<Row>(postgres.url, sql, values);
      } finally {
        await postgres.stop();
      }
    },
    output: () => heard,
    async remove() {
      await end('SIGTERM');
      await database?.drop();
      await removeData(dataDir);
    },
  };
}

/** A database in this run's PostgreSQL, with the demo season if the settings require it. */
async function databaseFor({ DEMO }: Record<string, string>): Promise<TestDatabase | undefined> {
  if (!isProvided()) return undefined;
  return DEMO === '1' ? createDatabase('demo', seedDemo) : createDatabase();
}

/** A first start on an empty database fills it with the demo season. */
async function seedDemo(url: string): Promise<void> {
  const backend = await aBackend({ DEMO: '1', DATABASE_URL: url });
  await backend.start();
  await backend.remove();
}

/** Starts a server and waits until it listens; `hear` returns the output of this start. */
async function spawnServer(env: NodeJS.ProcessEnv, hear: (text: string) => string) {
  const child = spawn(process.execPath, [join(project, 'src/server/main.ts')], { env });
  const ended = endOf(child);
  await new Promise<void>((done, fail) => {
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output = hear(text);
        if (listening.test(output)) done();
      });
    }
    void ended.then(() => fail(new Error(`The server did not start:\n${output}`)));
  });
  return { child, ended };
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

async function endOf(child: ChildProcess): Promise<void> {
  return new Promise((done) => {
    child.once('close', () => done());
  });
}

async function output(words: string[], env: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn(process.execPath, words, { cwd: project, env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  await endOf(child);
  if (child.exitCode !== 0) throw new Error(`${words.join(' ')} failed:\n${output}`);
  return output;
}
