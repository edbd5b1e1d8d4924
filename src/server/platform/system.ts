import { randomUUID } from 'node:crypto';
import { chown, link, rm, writeFile } from 'node:fs/promises';

/** True for an error with this code of the system or of a library. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

/** True if a process with this id exists, of whichever user. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return hasCode(error, 'EPERM');
  }
}

type FileOptions = {
  mode: number;
  /** The file's owner, if it is not the current user. */
  account?: { uid: number; gid: number } | null;
};

/** Writes a file that appears complete; false if the name is taken, whose file stays. */
export async function writeNewFile(
  path: string,
  text: string,
  { mode, account }: FileOptions,
): Promise<boolean> {
  const draft = `${path}.${randomUUID()}`;
  try {
    await writeFile(draft, text, { mode });
    if (account) await chown(draft, account.uid, account.gid);
    // A hard link does not replace an existing file.
    await link(draft, path);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}
