import { execFile } from 'node:child_process';
import { chmod, lstat, mkdir, stat } from 'node:fs/promises';
import { promisify } from 'node:util';

import { OperatorError } from '../../platform/error-reports.ts';

const run = promisify(execFile);

/** The system user that PostgreSQL runs as; null for the current user. */
export type SystemAccount = { uid: number; gid: number } | null;

/**
 * Returns the user that runs PostgreSQL, which refuses to run as root. If this process is root,
 * that is the owner of the existing folder, else the user `postgres`, which is created if needed.
 */
export async function findOrCreateAccount(home: string): Promise<SystemAccount> {
  if (process.getuid?.() !== 0) return null;
  const owner = await readFolderOwner(home);
  if (owner && owner.uid !== 0) return owner;
  return (await findPostgresAccount()) ?? (await createPostgresAccount());
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

async function createPostgresAccount(): Promise<SystemAccount> {
  const plain = ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin'];
  // Of two concurrent starts, one fails here and uses the user that the other start created.
  const failure = await run('useradd', [...plain, 'postgres']).then(
    () => undefined,
    (error: unknown) => error,
  );
  const account = await findPostgresAccount();
  if (account) return account;
  throw new OperatorError(
    'PostgreSQL does not run as root, and a user "postgres" could not be made for it. ' +
      'Start Touchline as an ordinary user, or set DATABASE_URL.',
    { cause: failure },
  );
}

/** True if the user can enter a folder; runs a command as this user to find out. */
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

/** Runs a command as a user; if it fails, the error contains the output. */
export async function runAs(
  account: SystemAccount,
  command: string,
  args: string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<void> {
  // The current folder may be accessible only to root.
  await run(command, args, { cwd: '/', env, ...account });
}

/**
 * The folder for PostgreSQL's files if only root can access the folder of Touchline. In a temporary
 * folder any user could place binaries.
 */
export const systemFolder = '/var/lib/touchline';

export async function makeSystemFolder(): Promise<string> {
  await mkdir(systemFolder, { recursive: true, mode: 0o755 });
  const { uid, mode } = await lstat(systemFolder);
  // The folder may have been created with a strict umask.
  if (uid === 0 && (mode & 0o055) !== 0o055) await chmod(systemFolder, mode | 0o055);
  if (uid !== 0 || (mode & 0o022) !== 0) {
    throw new OperatorError(`${systemFolder} must belong to root and be writable by nobody else.`);
  }
  return systemFolder;
}
