import { randomUUID } from 'node:crypto';
import { chown, link, rm, writeFile } from 'node:fs/promises';

/** True for an error with this code, from the system or a library. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

/** True if a process with this id exists, of any user. */
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
  /** The owner of the new file; null for the current user. */
  account?: { uid: number; gid: number } | null;
};

/**
 * Writes a file that appears only when complete; false if the file exists, which stays unchanged.
 */
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
