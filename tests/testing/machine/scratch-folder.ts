import { mkdtemp, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
const roomNeeded = 2_000_000_000;

/**
 * A new folder for hundreds of short-lived files, such as a database or a browser's profile: in
 * memory if there is enough, as creating a file on a disk may take a millisecond.
 */
export async function scratchFolder(name: string): Promise<string> {
  const { bavail, bsize } = await statfs(memory).catch(() => ({ bavail: 0, bsize: 0 }));
  return mkdtemp(join(bavail * bsize > roomNeeded ? memory : tmpdir(), `touchline-${name}-`));
}
