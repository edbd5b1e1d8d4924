import { createServer } from 'node:net';

/**
 * A free port outside the system's own range, which begins at 32768: one of those could be given to
 * another process while a server is stopped. Browsers refuse to open port 10080.
 */
export async function aFreePort(): Promise<number> {
  for (;;) {
    const port = 10_081 + Math.floor(Math.random() * 20_000);
    if (await isFree(port)) return port;
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
