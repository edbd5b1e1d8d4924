import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

import { atTheEnd } from './clean-up.ts';

/** Starts a server on a local port, and returns the port. */
export async function listenOn(app: FastifyInstance): Promise<number> {
  return Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
}

/** Opens a TCP connection to a local server; closes it at the end of the test. */
export async function aSocketTo(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  atTheEnd(async () => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}
