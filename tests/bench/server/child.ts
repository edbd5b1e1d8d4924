import { fork } from 'node:child_process';
import { join } from 'node:path';

/** A server in a child process. */
export type Child = {
  origin: string;
  /** Resident memory of its process in megabytes. */
  memory: () => Promise<number>;
  stop: () => Promise<void>;
};

/** Starts `app.ts` or `limit.ts` of this folder; both report their address to this process. */
export async function startChild(
  name: 'app' | 'limit',
  env: Record<string, string>,
): Promise<Child> {
  const child = fork(join(import.meta.dirname, `${name}.ts`), [], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    // Memory limits as in `npm start`.
    execArgv: ['--max-semi-space-size=8', '--max-old-space-size=256'],
  });
  const ended = new Promise<void>((done) => {
    child.once('exit', () => done());
  });
  const reported = async (): Promise<unknown> =>
    Promise.race([
      new Promise((done) => {
        child.once('message', done);
      }),
      ended.then(() => {
        throw new Error(`The ${name} ended.`);
      }),
    ]);
  return {
    origin: String(await reported()),
    async memory() {
      child.send('memory');
      return Number(await reported()) / 1e6;
    },
    async stop() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Runs in the child: reports its address, and its memory on request. */
export function reportTo(origin: string): void {
  process.send?.(origin);
  process.on('message', () => process.send?.(process.memoryUsage.rss()));
  process.on('disconnect', () => process.exit());
}
