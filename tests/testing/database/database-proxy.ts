import { connect, createServer, type Socket } from 'node:net';

import { atTheEnd } from '../server/clean-up.ts';
import { aFreePort } from '../machine/free-port.ts';

/** A proxy between a server and its database that can hold or cut connections. */
export type DatabaseProxy = {
  url: string;
  /** Holds all data back. */
  hold: () => void;
  release: () => void;
  /** Ends every connection and accepts no new one. */
  cut: () => Promise<void>;
  mend: () => Promise<void>;
};

export async function aDatabaseProxy(to: string): Promise<DatabaseProxy> {
  const { hostname, port: databasePort } = new URL(to);
  const sockets = new Set<Socket>();
  const waiting: (() => void)[] = [];
  let isHeld = false;

  const server = createServer((near) => {
    const far = connect(Number(databasePort), hostname);
    for (const [from, into] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => {
        const pass = () => void into.write(bytes);
        if (isHeld) waiting.push(pass);
        else pass();
      });
      from.on('error', () => into.destroy());
      from.on('close', () => {
        sockets.delete(from);
        into.destroy();
      });
    }
  });
  const listen = async (port: number) =>
    new Promise<void>((done) => {
      server.listen(port, '127.0.0.1', done);
    });
  const port = await aFreePort();
  await listen(port);

  async function cut(): Promise<void> {
    const closed = new Promise<void>((done) => {
      server.close(() => done());
    });
    for (const socket of sockets) socket.destroy();
    await closed;
  }
  atTheEnd(async () => (server.listening ? cut() : undefined));

  const url = new URL(to);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return {
    url: url.href,
    hold: () => {
      isHeld = true;
    },
    release: () => {
      isHeld = false;
      for (const pass of waiting.splice(0)) pass();
    },
    cut,
    mend: async () => listen(port),
  };
}
