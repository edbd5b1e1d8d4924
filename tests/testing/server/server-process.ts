import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, chown, cp, mkdtemp, readlink, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, vi } from 'vitest';

import { atTheEnd } from './clean-up.ts';
import { listening, spawned } from './spawned.ts';

const project = fileURLToPath(new URL('../../..', import.meta.url));
const polling = { timeout: 20_000, interval: 5 };

/** A server in a child process, started with a command as an operator does. */
export type ServerProcess = {
  pid: number;
  /** Waits until the output contains a match. */
  says: (words: RegExp) => Promise<string>;
  said: () => string;
  /** Waits until the server listens, and returns its URL. */
  url: () => Promise<string>;
  kill: (signal: NodeJS.Signals) => void;
  /** Resolves to the exit code, or the signal that ended the process. */
  ended: Promise<number | NodeJS.Signals | null>;
};

type Choices = {
  env?: Record<string, string>;
  as?: User;
  folder?: string;
  script?: string;
  /** The umask of the process in octal digits. */
  umask?: string;
};

/** Ids of a user on this machine; null for the current user. */
export type User = { uid: number; gid: number } | null;

/** A user without root rights; null if the tests do not run as root. */
export const ordinaryUser: User = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : null;

export function aServer({
  env = {},
  as = null,
  folder = project,
  script = 'src/server/main.ts',
  umask = '022',
}: Choices): ServerProcess {
  const command = [`umask ${umask}; exec "$0" "$@"`, nodeIn(folder), join(folder, script)];
  const { child, ended, output, says } = spawned('/bin/sh', ['-c', ...command], {
    cwd: '/',
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      NODE_ENV: 'test',
      PORT: '0',
      DEMO: '0',
      ...env,
    },
    ...as,
  });
  const { pid } = child;
  if (pid === undefined) throw new Error('The server could not be spawned.');
  atTheEnd(async () => {
    child.kill('SIGKILL');
    await ended;
  });

  return {
    pid,
    says,
    said: output,
    url: async () => says(listening),
    kill: (signal) => child.kill(signal),
    ended,
  };
}

/** Runs only the PostgreSQL management of a server, which starts in half the time. */
export function aPostgres(dataDir: string): ServerProcess {
  return aServer({
    env: { DATA_DIR: dataDir },
    script: 'tests/testing/database/postgres-process.ts',
  });
}

/**
 * Returns the project folder for a user: this folder, or a copy if the user cannot read this
 * folder, such as a clone in root's home. The copy consists of hard links if the disk allows that.
 */
export async function installationFor(user: User): Promise<string> {
  if (!user || (await isOpenToAll(project))) return project;
  const copy = await aDataDir();
  for (const part of ['package.json', 'locales', 'src']) {
    await cp(join(project, part), join(copy, part), { recursive: true });
  }
  const modules = [join(project, 'node_modules'), join(copy, 'node_modules')];
  const run = promisify(execFile);
  await run('cp', ['-al', ...modules]).catch(async () => {
    await rm(join(copy, 'node_modules'), { recursive: true, force: true });
    return run('cp', ['-a', ...modules]);
  });
  return copy;
}

async function isOpenToAll(folder: string): Promise<boolean> {
  const { mode } = await stat(folder);
  if ((mode & 0o005) !== 0o005) return false;
  return folder === dirname(folder) || isOpenToAll(dirname(folder));
}

/** Returns the path of the Node binary of the tests, inside the copy if the copy contains it. */
function nodeIn(folder: string): string {
  const inside = join(folder, relative(project, process.execPath));
  return existsSync(inside) ? inside : process.execPath;
}

/** Creates a DATA_DIR for a user; removes it with its data at the end of the test. */
export async function aDataDir(user: User = null, mode = 0o711): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'touchline-data-'));
  await chmod(folder, mode);
  if (user) await chown(folder, user.uid, user.gid);
  atTheEnd(async () => {
    const elsewhere = await readlink(join(folder, 'postgres')).catch(() => undefined);
    await vi.waitFor(async () => {
      // A killed PostgreSQL may still write files.
      if (elsewhere) await rm(elsewhere, { recursive: true, force: true });
      await rm(folder, { recursive: true, force: true });
    }, polling);
  });
  return folder;
}

/** Repeats a check until it is true; `interval` is in milliseconds. */
export async function until(isSo: () => Promise<unknown>, interval = 20): Promise<void> {
  await vi.waitFor(async () => expect(await isSo()).toBeTruthy(), { ...polling, interval });
}

export type Health = { status: number; body: unknown };

export async function healthOf(url: string): Promise<Health> {
  const answer = await fetch(`${url}/health`);
  return { status: answer.status, body: await answer.json() };
}
