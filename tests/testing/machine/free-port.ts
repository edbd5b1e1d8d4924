import { rmSync } from 'node:fs';
import { mkdir, rmdir, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/** Has a folder per port that a test process of this user uses; creating a folder is atomic. */
const reservations = join(tmpdir(), `touchline-ports-${userInfo().uid}`);

/** Age in milliseconds after which a reservation counts as left over from a killed process. */
const abandonedMs = 3_600_000;

const reserved: string[] = [];

process.once('exit', () => {
  for (const folder of reserved) rmSync(folder, { recursive: true, force: true });
});

/**
 * Reserves a free port until this process ends. The port is below the system's own range (from
 * 32768), which other processes may get while a server is stopped; browsers refuse port 10080.
 */
export async function aFreePort(): Promise<number> {
  await mkdir(reservations, { recursive: true });
  for (;;) {
    const port = 10_081 + Math.floor(Math.random() * 20_000);
    if ((await reserve(port)) && (await isFree(port))) return port;
  }
}

async function reserve(port: number): Promise<boolean> {
  const folder = join(reservations, String(port));
  try {
    await mkdir(folder);
    reserved.push(folder);
    return true;
  } catch {
    const since = await stat(folder).catch(() => undefined);
    const isAbandoned = since !== undefined && Date.now() - since.mtimeMs > abandonedMs;
    if (isAbandoned) await rmdir(folder).catch(() => undefined);
    return false;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  const listened = await new Promise<boolean>((done) => {
    server.once('error', () => done(false));
    server.listen(port, () => done(true));
  });
  if (listened) await new Promise((done) => server.close(done));
  return listened;
}
