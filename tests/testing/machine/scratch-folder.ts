import { mkdtemp, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
const roomNeeded = 2_000_000_000;

/**
 * Creates a folder for hundreds of short-lived files, such as a database or browser profile. Uses
 * memory if there is enough, because a file on a disk may take a millisecond to create.
 */
export async function scratchFolder(name: string): Promise<string> {
  const { bavail, bsize } = await statfs(memory).catch(() => ({ bavail: 0, bsize: 0 }));
  return mkdtemp(join(bavail * bsize > roomNeeded ? memory : tmpdir(), `touchline-${name}-`));
}
