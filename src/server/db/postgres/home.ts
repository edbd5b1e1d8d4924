import { randomBytes } from 'node:crypto';
import { chown, mkdir, readdir, readFile, readlink, rmdir, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { writeExclusively } from '../../platform/system.ts';
import { makeDataDir } from '../../platform/own-secret.ts';
import { StartRefused } from '../../platform/start-refused.ts';
import { type Account, accountFor, canEnter, makeRootFolder } from './account.ts';

/** The folder of the embedded PostgreSQL: its cluster, password and log. */
export type Home = { path: string; account: Account; password: string };

/**
 * Opens DATA_DIR/postgres. If PostgreSQL's account cannot enter it, that name is a link into root's
 * folder, so that the data can still be found there.
 */
export async function openHome(dataDir: string): Promise<Home> {
  makeDataDir(dataDir);
  const name = join(dataDir, 'postgres');
  const linked = await homeIn(dataDir);
  const account = await accountFor(name);
  const path =
    linked === name ? await folderOrLink(name, account) : await ownFolder(linked, account);
  return { path, account, password: await passwordIn(path, account) };
}

/** The folder of PostgreSQL for a data folder, whether or not it exists. */
export async function homeIn(dataDir: string): Promise<string> {
  const name = join(dataDir, 'postgres');
  const linked = await readlink(name).catch(() => undefined);
  return linked === undefined ? name : resolve(dataDir, linked);
}

async function folderOrLink(name: string, account: Account): Promise<string> {
  await ownFolder(name, account);
  if (!account || (await canEnter(name, account))) return name;

  if ((await readdir(name)).length > 0) {
    throw new StartRefused(
      `The database's folder ${name} is out of reach for the user PostgreSQL runs as ` +
        `(uid ${account.uid}). Let that user pass through the folders above it, or set DATABASE_URL.`,
    );
  }
  const elsewhere = join(await makeRootFolder(), `postgres-${randomBytes(6).toString('hex')}`);
  await rmdir(name);
  await symlink(elsewhere, name);
  return ownFolder(elsewhere, account);
}

async function ownFolder(path: string, account: Account): Promise<string> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    if (account) await chown(path, account.uid, account.gid);
    await readdir(path);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartRefused(`The database's folder ${path} cannot be used: ${reason}.`);
  }
  return path;
}

async function passwordIn(home: string, account: Account): Promise<string> {
  const path = join(home, 'password');
  // The first password stays.
  const password = randomBytes(24).toString('base64url');
  await writeExclusively(path, password, { mode: 0o600, account });
  return (await readFile(path, 'utf8')).trim();
}
