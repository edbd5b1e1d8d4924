import { mkdtemp, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
const roomNeeded = 2_000_000_000;

/**
 * A new folder for hundreds of files that live for one test, such as a database or a browser's
 * profile: in memory where there is enough of it, as making a file on a disk may take a millisecond.
 */
export async function scratchFolder(name: string): Promise<string> {
  const { bavail, bsize } = await statfs(memory).catch(() => ({ bavail: 0, bsize: 0 }));
  return mkdtemp(join(bavail * bsize > roomNeeded ? memory : tmpdir(), `touchline-${name}-`));
}
