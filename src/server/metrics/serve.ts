import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { registry } from './counters.ts';

/** Answers `/metrics` at an address of its own, which is not where members call. */
export async function serveMetrics({
  host,
  port,
}: {
  host: string;
  port: number;
}): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((listening, refused) => {
    server.once('error', refused).listen(port, host, listening);
  });
  return server;
}

/** Where a server listens. */
export function addressOf(server: Server): AddressInfo {
  const address = server.address();
  if (typeof address === 'object' && address) return address;
  throw new Error('this server does not listen');
}
