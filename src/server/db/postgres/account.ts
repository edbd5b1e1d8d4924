import { execFile } from 'node:child_process';
import { chmod, lstat, mkdir, stat } from 'node:fs/promises';
import { promisify } from 'node:util';

import { StartRefused } from '../../platform/start-refused.ts';

const run = promisify(execFile);

/** The operating system's user that PostgreSQL runs as; null for the current one. */
export type SystemAccount = { uid: number; gid: number } | null;

/**
 * PostgreSQL refuses to run as root. For root this returns the owner of an existing cluster, else
 * the machine's PostgreSQL user, which is created if needed.
 */
export async function findOrCreateAccount(home: string): Promise<SystemAccount> {
  if (process.getuid?.() !== 0) return null;
  const owner = await readFolderOwner(home);
  if (owner && owner.uid !== 0) return owner;
  return (await findPostgresAccount()) ?? (await makeAccount());
}

async function readFolderOwner(path: string): Promise<SystemAccount> {
  try {
    const { uid, gid } = await stat(path);
    return { uid, gid };
  } catch {
    return null;
  }
}

async function findPostgresAccount(): Promise<SystemAccount> {
  return (await findAccount('postgres')) ?? (await findAccount('_postgres'));
}

async function findAccount(name: string): Promise<SystemAccount> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return null;
  }
}

async function makeAccount(): Promise<SystemAccount> {
  const plain = ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin'];
  // Two concurrent starts both try; the failing one uses the other's user.
  const failure = await run('useradd', [...plain, 'postgres']).then(
    () => undefined,
    (error: unknown) => error,
  );
  const account = await findPostgresAccount();
  if (account) return account;
  throw new StartRefused(
    'PostgreSQL does not run as root, and a user "postgres" could not be made for it. ' +
      'Start Touchline as an ordinary user, or set DATABASE_URL.',
    { cause: failure },
  );
}

/** True if that account can enter a folder, by trying it. */
export async function canEnter(folder: string, account: SystemAccount): Promise<boolean> {
  return canRunAs(account, '/bin/sh', ['-c', 'test -x "$1"', 'sh', folder]);
}

export async function canRunAs(
  account: SystemAccount,
  command: string,
  args: string[],
): Promise<boolean> {
  return runAs(account, command, args).then(
    () => true,
    () => false,
  );
}

/** Runs a command as an account; its output is in the error if it fails. */
export async function runAs(
  account: SystemAccount,
  command: string,
  args: string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<void> {
  // The working folder may be one that only root can enter.
  await run(command, args, { cwd: '/', env, ...account });
}

/**
 * The folder for what PostgreSQL's account must reach if the product is in a folder that only root
 * may enter. Not a temporary folder: any user could plant binaries there.
 */
export const rootFolder = '/var/lib/touchline';

export async function makeRootFolder(): Promise<string> {
  await mkdir(rootFolder, { recursive: true, mode: 0o755 });
  const { uid, mode } = await lstat(rootFolder);
  // It may have been created under a strict umask.
  if (uid === 0 && (mode & 0o055) !== 0o055) await chmod(rootFolder, mode | 0o055);
  if (uid !== 0 || (mode & 0o022) !== 0) {
    throw new StartRefused(`${rootFolder} must belong to root and be writable by nobody else.`);
  }
  return rootFolder;
}
