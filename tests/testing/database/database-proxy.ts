import { connect, createServer, type Socket } from 'node:net';

import { atTheEnd } from '../server/clean-up.ts';
import { aFreePort } from '../machine/free-port.ts';

/** A proxy between a server and its database that can delay or cut connections. */
export type DatabaseProxy = {
  url: string;
  /** Forwards nothing in either direction from now on. */
  hold: () => void;
  release: () => void;
  /** Closes every connection and refuses new ones. */
  cut: () => Promise<void>;
  mend: () => Promise<void>;
  /** Appends PostgreSQL's termination error to the response to each login of an application. */
  terminate: (applicationName: string) => void;
};

/** The last message of a login (ReadyForQuery) in PostgreSQL's protocol. */
const readyForQuery = Buffer.from('Z\0\0\0\x05', 'latin1');
const terminationText = 'SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0';
const termination = Buffer.from(
  `E\0\0\0${String.fromCharCode(4 + terminationText.length)}${terminationText}`,
  'latin1',
);

function isLoginOf(bytes: Buffer, applicationName: string | undefined): boolean {
  return applicationName !== undefined && bytes.includes(`application_name\0${applicationName}\0`);
}

export async function aDatabaseProxy(to: string): Promise<DatabaseProxy> {
  const { hostname, port: databasePort } = new URL(to);
  const sockets = new Set<Socket>();
  const waiting: (() => void)[] = [];
  let isHeld = false;
  let terminated: string | undefined;

  const server = createServer((near) => {
    const far = connect(Number(databasePort), hostname);
    let isTerminated = false;
    for (const [from, into] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => {
        if (from === near) isTerminated ||= isLoginOf(bytes, terminated);
        const isReply = from === far && isTerminated && bytes.includes(readyForQuery);
        const pass = () => void into.write(isReply ? Buffer.concat([bytes, termination]) : bytes);
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
    terminate: (applicationName) => {
      terminated = applicationName;
    },
  };
}
