import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, stat } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

import { isAlive, writeNewFile } from './system.ts';

const lockPollMs = 200;
/** Maximum build time in milliseconds; later the process id may belong to another process. */
const maxBuildMs = 15 * 60_000;

/**
 * Runs work while this process holds the lock file; concurrent callers wait. The file contains the
 * process id; if that process has ended, the lock is taken over.
 */
export async function withLock<Result>(
  path: string,
  report: (line: string) => void,
  work: () => Promise<Result>,
): Promise<Result> {
  for (
    let isReported = false;
    !(await writeNewFile(path, String(process.pid), { mode: 0o644 }));
    isReported = true
  ) {
    if (!isReported) report('Another start builds the site here already; waiting for it.');
    await removeStaleLock(path);
    await wait(lockPollMs);
  }
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}

/** Removes the lock file of an ended process. */
async function removeStaleLock(path: string): Promise<void> {
  if (await isLocked(path)) return;
  const aside = `${path}.${randomUUID()}`;
  await rename(path, aside).catch(() => undefined);
  // Another process may have removed the file and created a new lock, which is restored here.
  if (await isLocked(aside)) await link(aside, path).catch(() => undefined);
  await rm(aside, { force: true });
}

async function isLocked(path: string): Promise<boolean> {
  try {
    const [pid, { mtimeMs }] = await Promise.all([readFile(path, 'utf8'), stat(path)]);
    return Date.now() - mtimeMs < maxBuildMs && isAlive(Number(pid));
  } catch {
    return false;
  }
}
