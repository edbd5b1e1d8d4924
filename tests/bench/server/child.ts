import { fork } from 'node:child_process';
import { join } from 'node:path';

/** A server as a process of its own. */
export type Child = {
  origin: string;
  /** Megabytes that its process holds. */
  memory: () => Promise<number>;
  stop: () => Promise<void>;
};

/** Starts `app.ts` or `limit.ts` beside this file; both tell where they listen. */
export async function startChild(
  name: 'app' | 'limit',
  env: Record<string, string>,
): Promise<Child> {
  const child = fork(join(import.meta.dirname, `${name}.ts`), [], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    // As `npm start` starts the server.
    execArgv: ['--max-semi-space-size=8', '--max-old-space-size=256'],
  });
  const ended = new Promise<void>((done) => {
    child.once('exit', () => done());
  });
  const told = async (): Promise<unknown> =>
    Promise.race([
      new Promise((done) => {
        child.once('message', done);
      }),
      ended.then(() => {
        throw new Error(`The ${name} ended.`);
      }),
    ]);
  return {
    origin: String(await told()),
    async memory() {
      child.send('memory');
      return Number(await told()) / 1e6;
    },
    async stop() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** The other end: tells where it listens, and how much it holds whenever it is asked. */
export function tell(origin: string): void {
  process.send?.(origin);
  process.on('message', () => process.send?.(process.memoryUsage.rss()));
  process.on('disconnect', () => process.exit());
}
