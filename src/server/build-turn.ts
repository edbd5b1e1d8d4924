import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

const pause = 200;
/** No build takes so long: by then the number of its process may be another's. */
const longest = 15 * 60_000;

/**
 * Does the work while nobody else does it who names the same file; of several at once the others wait. The
 * file holds the number of the process at work, and is taken over from one that is gone.
 */
export async function inTurn<Result>(
  path: string,
  say: (line: string) => void,
  work: () => Promise<Result>,
): Promise<Result> {
  for (let told = false; !(await claimed(path)); told = true) {
    if (!told) say('Another start builds the site here already; waiting for it.');
    await passOver(path);
    await wait(pause);
  }
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}

/** A link appears whole, and does not replace what is there. */
async function claimed(path: string): Promise<boolean> {
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, String(process.pid));
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/** Puts aside what a process left that is gone. */
async function passOver(path: string): Promise<void> {
  if (await isHeld(path)) return;
  const aside = `${path}.${randomUUID()}`;
  await rename(path, aside).catch(() => undefined);
  // Somebody else may have been faster, and hold it by now.
  if (await isHeld(aside)) await link(aside, path).catch(() => undefined);
  await rm(aside, { force: true });
}

async function isHeld(path: string): Promise<boolean> {
  try {
    const [pid, { mtimeMs }] = await Promise.all([readFile(path, 'utf8'), stat(path)]);
    return Date.now() - mtimeMs < longest && isAlive(Number(pid));
  } catch {
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // It is somebody else's, and there.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
