import { randomBytes } from 'node:crypto';
import { chown, mkdir, readdir, readFile, readlink, rmdir, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { writeNewFile } from '../../platform/system.ts';
import { makeDataDir } from '../../platform/own-secret.ts';
import { OperatorError } from '../../platform/error-reports.ts';
import { type SystemAccount, findOrCreateAccount, canEnter, makeSystemFolder } from './account.ts';

/** The folder of the bundled PostgreSQL, which contains its cluster, password and log. */
export type PostgresHome = { path: string; account: SystemAccount; password: string };

/**
 * Opens DATA_DIR/postgres. If PostgreSQL's user cannot enter this folder, it becomes a link to a
 * folder in /var/lib/touchline, so that the data can still be found here.
 */
export async function openPostgresHome(dataDir: string): Promise<PostgresHome> {
  makeDataDir(dataDir);
  const name = join(dataDir, 'postgres');
  const linked = await resolveHomePath(dataDir);
  const account = await findOrCreateAccount(name);
  const path =
    linked === name
      ? await prepareHomeFolder(name, account)
      : await makeOwnedFolder(linked, account);
  return { path, account, password: await readOrCreatePassword(path, account) };
}

/** Returns the folder of PostgreSQL for a data folder, even if it does not exist. */
export async function resolveHomePath(dataDir: string): Promise<string> {
  const name = join(dataDir, 'postgres');
  const linked = await readlink(name).catch(() => undefined);
  return linked === undefined ? name : resolve(dataDir, linked);
}

async function prepareHomeFolder(name: string, account: SystemAccount): Promise<string> {
  await makeOwnedFolder(name, account);
  if (!account || (await canEnter(name, account))) return name;

  if ((await readdir(name)).length > 0) {
    throw new OperatorError(
      `The database's folder ${name} is out of reach for the user PostgreSQL runs as ` +
        `(uid ${account.uid}). Let that user pass through the folders above it, or set DATABASE_URL.`,
    );
  }
  const elsewhere = join(await makeSystemFolder(), `postgres-${randomBytes(6).toString('hex')}`);
  await rmdir(name);
  await symlink(elsewhere, name);
  return makeOwnedFolder(elsewhere, account);
}

async function makeOwnedFolder(path: string, account: SystemAccount): Promise<string> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    if (account) await chown(path, account.uid, account.gid);
    await readdir(path);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new OperatorError(`The database's folder ${path} cannot be used: ${reason}.`);
  }
  return path;
}

async function readOrCreatePassword(home: string, account: SystemAccount): Promise<string> {
  const path = join(home, 'password');
  // If a concurrent start has written a password first, that password is used.
  const password = randomBytes(24).toString('base64url');
  await writeNewFile(path, password, { mode: 0o600, account });
  return (await readFile(path, 'utf8')).trim();
}
