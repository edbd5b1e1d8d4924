import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, statSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { isAlive } from '../../platform/system.ts';
import { OperatorError } from '../../platform/error-reports.ts';
import type { SystemAccount } from './account.ts';
import { type Binaries, createPostgresEnvironment } from './binaries.ts';
import type { PostgresHome } from './postgres-home.ts';

/** A PostgreSQL main process that this process started. */
export type OwnPostmaster = { pid: number; port: number; ended: Promise<void> };

const startTimeoutMs = 60_000;
const maxLogBytes = 1_000_000;

/** PostgreSQL settings for a machine that also runs the server; durability has its defaults. */
const postgresSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '50',
  shared_buffers: '64MB',
  max_wal_size: '256MB',
  io_method: 'sync',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
  // Queries contain members' texts, which must not be logged.
  log_min_error_statement: 'panic',
};

/** Starts PostgreSQL; null if another process has opened the cluster. */
export async function startPostmaster(
  home: PostgresHome,
  binaries: Binaries,
  data: string,
  port?: number,
): Promise<OwnPostmaster | null> {
  const chosen = port ?? (await findFreePort());
  const child = spawnPostgres(home, binaries, data, chosen);
  const ended = new Promise<void>((done) => {
    child.once('error', () => done());
    child.once('exit', () => done());
  });
  const { pid } = child;
  if (pid === undefined) throw new OperatorError(`${binaries.postgres} could not be started.`);

  const dog = startNodeExitWatchdog(pid, home.account);
  void ended.then(() => dog.kill('SIGKILL'));
  if (await waitUntilReady(child, data)) return { pid, port: chosen, ended };
  await ended;
  if (await findRunningPostmaster(data)) return null;
  throw new OperatorError(`PostgreSQL does not start:\n${readEndOfLog(home)}`);
}

function spawnPostgres(
  home: PostgresHome,
  binaries: Binaries,
  data: string,
  port: number,
): ChildProcess {
  const settings = Object.entries(postgresSettings).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const log = openLog(home);
  try {
    return spawn(binaries.postgres, ['-D', data, '-p', String(port), ...settings], {
      cwd: '/',
      // PostgreSQL has its own process group: Ctrl-C signals the terminal's whole group and would
      // stop the database during the last requests.
      detached: true,
      stdio: ['ignore', log, log],
      env: createPostgresEnvironment(),
      ...home.account,
    });
  } finally {
    closeSync(log);
  }
}

/**
 * Starts a shell process that waits for the end of this Node process and then stops PostgreSQL. It
 * notices every kind of end, because its input then closes.
 */
function startNodeExitWatchdog(postgresPid: number, account: SystemAccount): ChildProcess {
  const dog = spawn('/bin/sh', ['-c', 'read -r _; kill -INT "$1"', 'sh', String(postgresPid)], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    ...account,
  });
  dog.on('error', () => undefined);
  dog.unref();
  return dog;
}

async function waitUntilReady(child: ChildProcess, data: string): Promise<boolean> {
  const deadline = Date.now() + startTimeoutMs;
  while (child.exitCode === null && child.signalCode === null) {
    const running = await findRunningPostmaster(data);
    if (running?.pid === child.pid && running?.status === 'ready') return true;
    if (Date.now() > deadline) child.kill('SIGQUIT');
    await wait(20);
  }
  return false;
}

/** Stops PostgreSQL: closes its connections and saves committed data; kills it after a timeout. */
export async function stopPostmaster(pid: number, data: string): Promise<void> {
  for (const [signal, timeoutMs] of [
    ['SIGINT', 6_000],
    ['SIGQUIT', 2_000],
    ['SIGKILL', 2_000],
  ] as const) {
    // The cluster's pid file confirms the id, as the id of an ended process may be reused.
    if ((await findRunningPostmaster(data))?.pid !== pid || !sendSignal(pid, signal)) return;
    const deadline = Date.now() + timeoutMs;
    while (Date.now() < deadline) {
      if (!isAlive(pid) || (await findRunningPostmaster(data))?.pid !== pid) return;
      await wait(20);
    }
  }
}

function sendSignal(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

function openLog(home: PostgresHome): number {
  const path = join(home.path, 'log');
  const tooLong = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  return openSync(path, tooLong > maxLogBytes ? 'w' : 'a', 0o600);
}

function readEndOfLog(home: PostgresHome): string {
  return readFileSync(join(home.path, 'log'), 'utf8').trim().split('\n').slice(-8).join('\n');
}

async function findFreePort(): Promise<number> {
  const server = createServer();
  return new Promise((done, fail) => {
    server.once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      server.close(() => done(port));
    });
  });
}

/** The relevant contents of postmaster.pid. */
export type Postmaster = { pid: number; port: number; status: string };

/** Returns the process that has opened this cluster; null if there is none. */
export async function findRunningPostmaster(data: string): Promise<Postmaster | null> {
  const recorded = await readPidFile(data);
  if (!recorded || !isAlive(recorded.pid)) return null;
  if (readProcessCommand(recorded.pid).includes(data)) return recorded;

  // The recorded id belongs to another process now, as containers reuse the same few ids after a
  // restart. PostgreSQL would refuse to start, so the stale file is removed.
  const again = await readPidFile(data);
  if (again?.pid === recorded.pid) await rm(join(data, 'postmaster.pid'), { force: true });
  return null;
}

async function readPidFile(data: string): Promise<Postmaster | null> {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n').map((line) => line.trim());
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  return { pid, port: Number(lines[3]), status: lines[7] ?? '' };
}

function readProcessCommand(pid: number): string {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}
