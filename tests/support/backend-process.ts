import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, readlink, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';

import { postgresAtHand } from '#server/db/postgres-at-hand.ts';

const project = join(import.meta.dirname, '..', '..');
const listening = /^Touchline is at (.*)$/m;

/** A server as a process of its own that can be stopped, killed and started again on the same data. */
export type Backend = {
  origin: string;
  dataDir: string;
  start: () => Promise<void>;
  /** As an operator does it: what is under way is finished. */
  stop: () => Promise<void>;
  /** As a power cut does it. */
  kill: () => Promise<void>;
  /** What a person types in a terminal beside it, such as `npm run admin -- grant EMAIL`. */
  command: (script: 'admin' | 'fixtures', ...words: string[]) => Promise<string>;
  /** Asks its database, running or not. */
  query: <Row extends object>(sql: string, values?: unknown[]) => Promise<Row[]>;
  /** Everything it has said so far, on either output. */
  said: () => string;
  /** Stops it and removes what it kept. */
  remove: () => Promise<void>;
};

const scripts = { admin: 'src/server/admin.ts', fixtures: 'src/server/fixtures/command.ts' };

/** A server that does not run yet, with a folder and a port that stay its own. */
export async function aBackend(settings: Record<string, string> = {}): Promise<Backend> {
  const dataDir = await mkdtemp(join(tmpdir(), 'touchline-journey-'));
  // PostgreSQL runs as somebody else where this runs as root.
  await chmod(dataDir, 0o711);
  const port = await aFreePort();
  const env = {
    PATH: process.env['PATH'] ?? '',
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    PORT: String(port),
    DEMO: '0',
    ...settings,
  };
  let heard = '';
  let running: { child: ChildProcess; ended: Promise<void> } | undefined;

  async function start(): Promise<void> {
    const child = spawn(process.execPath, [join(project, 'src/server/main.ts')], { env });
    const ended = endOf(child);
    const beginning = heard.length;
    await new Promise<void>((done, fail) => {
      const hear = (text: string) => {
        heard += text;
        if (listening.test(heard.slice(beginning))) done();
      };
      child.stdout.setEncoding('utf8').on('data', hear);
      child.stderr.setEncoding('utf8').on('data', hear);
      void ended.then(() => fail(new Error(`The server did not start:\n${heard}`)));
    });
    running = { child, ended };
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
      const postgres = await postgresAtHand(dataDir, () => undefined);
      const client = new Client(postgres.url);
      await client.connect();
      try {
        return (await client.query<Row>(sql, values)).rows;
      } finally {
        await client.end();
        await postgres.stop();
      }
    },
    said: () => heard,
    async remove() {
      await end('SIGTERM');
      await removeData(dataDir);
    },
  };
}

async function endOf(child: ChildProcess): Promise<void> {
  return new Promise((done) => {
    child.once('close', () => done());
  });
}

async function output(words: string[], env: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn(process.execPath, words, { cwd: project, env });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  await endOf(child);
  if (child.exitCode !== 0) throw new Error(`${words.join(' ')} failed:\n${said}`);
  return said;
}

/** A port that nobody has; the system does not hand the same one out again soon. */
async function aFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => {
    server.listen(0, done);
  });
  const address = server.address();
  await new Promise((done) => {
    server.close(done);
  });
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}

/** Removes a data folder with all that PostgreSQL kept for it. */
export async function removeData(dataDir: string): Promise<void> {
  // Where PostgreSQL may not enter this folder, its data lies elsewhere and only a link is here.
  const elsewhere = await readlink(join(dataDir, 'postgres')).catch(() => undefined);
  const patiently = { recursive: true, force: true, maxRetries: 10, retryDelay: 100 };
  if (elsewhere !== undefined) await rm(elsewhere, patiently);
  await rm(dataDir, patiently);
}
