import { lstat, mkdir } from 'node:fs/promises';

import { StartRefused } from '../../start-refused.ts';

/**
 * Where root keeps what PostgreSQL's account must reach when the product itself lies in a folder
 * only root may enter. Not a temporary folder: there, anybody could lay out binaries for us.
 */
export const rootsPlace = '/var/lib/touchline';

export async function makeRootsPlace(): Promise<string> {
  await mkdir(rootsPlace, { recursive: true, mode: 0o755 });
  const { uid, mode } = await lstat(rootsPlace);
  if (uid !== 0 || (mode & 0o022) !== 0) {
    throw new StartRefused(`${rootsPlace} must belong to root and be writable by nobody else.`);
  }
  return rootsPlace;
}
