import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import type { Order } from './failpoints.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const listening = /^Touchline is at http:\/\/[^:]+:(\d+)$/m;

/** Settings of all servers of a run, which share one database. */
export type ServerSettings = { url: string; ownerUrl?: string; dataDir: string; secret: string };

/** A server in a child process that dies at a numbered point on request. */
export type ServerProcess = {
  origin: string;
  /** The milliseconds between the start and the first response. */
  startedIn: number;
  arms: (order: Order) => Promise<void>;
  isAlive: () => boolean;
  died: Promise<void>;
  kill: () => void;
};

export async function aServerProcess({
  url,
  ownerUrl = '',
  dataDir,
  secret,
}: ServerSettings): Promise<ServerProcess> {
  const started = performance.now();
  const points = join(import.meta.dirname, 'failpoints.ts');
  const child = spawn(process.execPath, ['--import', points, join(root, 'src/server/main.ts')], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_ENV: 'test',
      // All servers of `npm test` share the code that the first of them compiled.
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(dataDir, 'compiled'),
      DATABASE_URL: url,
      DATABASE_OWNER_URL: ownerUrl,
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      PORT: '0',
      DEMO: '0',
      JWT_SECRET: secret,
      LOG_LEVEL: 'silent',
      // The network sets another client address for each schedule.
      TRUST_PROXY: '1',
    },
  });
  let alive = true;
  const died = new Promise<void>((done) => {
    child.once('close', () => {
      alive = false;
      done();
    });
  });
  const port = await portOf(child, died);
  return {
    origin: `http://127.0.0.1:${port}`,
    startedIn: performance.now() - started,
    async arms(order) {
      const armed = once(child, 'message');
      if (child.connected) child.send(order, () => undefined);
      await Promise.race([armed, died]);
    },
    isAlive: () => alive,
    died,
    kill: () => child.kill('SIGKILL'),
  };
}

async function portOf(child: ChildProcess, died: Promise<void>): Promise<string> {
  let output = '';
  return new Promise((done, fail) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        const port = listening.exec(output)?.[1];
        if (port !== undefined) done(port);
      });
    }
    void died.then(() => fail(new Error(`The server did not start:\n${output}`)));
  });
}
