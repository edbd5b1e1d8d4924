import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';

import { aFreePort } from '../machine/free-port.ts';
import { send, type Instead } from '../server/static-host.ts';

/** The connection's treatment of one request: forwarded, lost, or its response lost. */
type Fate = 'passes' | 'loses the answer' | 'loses it';

/** A request that has reached the server. */
type Carried = { what: string; key: string | undefined; token: string | undefined };

export type Connection = {
  origin: string;
  /** Loses the response to the next request of that kind. */
  losesTheAnswerTo: (what: string) => Promise<void>;
  /** Loses the next request of that kind. */
  breaksWith: (what: string) => Promise<void>;
  /** Runs work when the next request of that kind has reached the server, before its response. */
  onceItReached: (what: string, work: () => Promise<unknown>) => Promise<void>;
  /** Replaces the responses of an address from now on; undefined restores the server's. */
  answers: (path: string, instead: Instead | undefined) => void;
  /** Replaces all responses, as a captive portal does; undefined restores the server's. */
  isTakenOver: (by: Instead | undefined) => void;
  /** Stops listening and cuts running requests. */
  breaks: () => Promise<void>;
  /** Accepts every request without a response. */
  stalls: () => void;
  /** Listens again at the same address. */
  mends: () => Promise<void>;
  /** The requests of a kind that have reached the server, as in "POST /api/tips". */
  carried: (what: string) => readonly Carried[];
  close: () => Promise<void>;
};

type Trap = {
  what: string;
  fate: Fate;
  work: () => Promise<unknown>;
  sprung: () => void;
  failed: (error: unknown) => void;
};

/**
 * A connection between phones and the server that fails on request. A request is named as in "POST
 * /api/tips"; if phones put it into a batch, the batch fails. `letsIn` adds CORS headers for
 * another origin.
 */
export async function aConnection(to: string, letsIn?: string): Promise<Connection> {
  const traps: Trap[] = [];
  const others = new Map<string, Instead>();
  const carried: Carried[] = [];
  const unheard = new Set<ServerResponse>();
  let portal: Instead | undefined;
  let stalled = false;
  const server = createServer((incoming, outgoing) => {
    if (stalled) {
      unheard.add(outgoing);
      return;
    }
    if (letsIn !== undefined) letIn(outgoing, letsIn);
    const other = portal ?? others.get(incoming.url ?? '');
    if (other) send(outgoing, other);
    else if (letsIn !== undefined && incoming.method === 'OPTIONS') outgoing.writeHead(204).end();
    else
      void carry(incoming, outgoing, new URL(to), traps, carried).catch(() => outgoing.destroy());
  });
  const listen = async (port: number) =>
    new Promise<void>((done) => {
      server.listen(port, done);
    });
  // A port that no other process uses meanwhile, because it is closed and reopened.
  const port = await aFreePort();
  await listen(port);

  const trap = async (what: string, fate: Fate, work: Trap['work'] = async () => undefined) =>
    new Promise<void>((sprung, failed) => {
      traps.push({ what, fate, work, sprung, failed });
    });

  async function breaks(): Promise<void> {
    server.closeAllConnections();
    if (!server.listening) return;
    await new Promise((done) => {
      server.close(done);
    });
  }

  return {
    origin: `http://localhost:${port}`,
    losesTheAnswerTo: async (what) => trap(what, 'loses the answer'),
    breaksWith: async (what) => trap(what, 'loses it', breaks),
    onceItReached: async (what, work) => trap(what, 'passes', work),
    answers(path, instead) {
      if (instead) others.set(path, instead);
      else others.delete(path);
    },
    isTakenOver(by) {
      portal = by;
    },
    breaks,
    stalls() {
      stalled = true;
    },
    async mends() {
      stalled = false;
      for (const outgoing of unheard) outgoing.destroy();
      unheard.clear();
      if (!server.listening) await listen(port);
    },
    carried: (what) => carried.filter((request) => request.what.startsWith(what)),
    close: breaks,
  };
}

async function carry(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  to: URL,
  traps: Trap[],
  carried: Carried[],
): Promise<void> {
  const body = await bodyOf(incoming);
  const found = traps.findIndex(({ what }) => matches(incoming, body, what));
  const [trap] = found >= 0 ? traps.splice(found, 1) : [];
  if (trap?.fate === 'loses it') return void trap.work().then(trap.sprung, trap.failed);
  carried.push(...requestsIn(incoming, body));

  const reached = Promise.withResolvers<void>();
  const answer = new Promise<IncomingMessage>((done, fail) => {
    const { method, url: path, headers } = incoming;
    // A kept connection may be closed by the server in the moment in which it is used again.
    const options = { host: to.hostname, port: to.port, method, path, headers, agent: false };
    const passed = ask(options, done);
    passed.on('error', fail);
    // The last byte is sent: the server has the request, whatever happens to the response.
    passed.end(body, reached.resolve);
  });
  const acted = reached.promise.then(async () => trap?.work());
  if (trap?.fate === 'passes') void acted.then(trap.sprung, trap.failed);

  const [response] = await Promise.all([answer, acted]);
  if (trap?.fate === 'loses the answer') {
    await bodyOf(response);
    // Cut after the headers: without any response browsers repeat the request by themselves.
    outgoing.writeHead(response.statusCode ?? 502, response.headers).flushHeaders();
    outgoing.socket?.end(() => trap.sprung());
    return;
  }
  outgoing.writeHead(response.statusCode ?? 502, response.headers);
  response.pipe(outgoing);
  response.on('error', () => outgoing.destroy());
}

function matches({ method = '', url = '' }: IncomingMessage, body: Buffer, what: string): boolean {
  if (`${method} ${url}`.startsWith(what)) return true;
  return operationsIn(url, body).some((operation) => operation.what.startsWith(what));
}

function requestsIn({ method = '', url = '', headers }: IncomingMessage, body: Buffer): Carried[] {
  const token = headers.authorization?.replace('Bearer ', '');
  const key = headers['idempotency-key'];
  const itself = { what: `${method} ${url}`, key: key?.toString(), token };
  return [itself, ...operationsIn(url, body).map((operation) => ({ ...operation, token }))];
}

/** The operations of a batch, named as single requests. */
function operationsIn(url: string, body: Buffer): Omit<Carried, 'token'>[] {
  if (url !== '/api/ops') return [];
  const batch: unknown = JSON.parse(body.toString());
  if (!Array.isArray(batch)) return [];
  return batch.map((operation: { id: string; method: string; path: string }) => ({
    what: `${operation.method} ${operation.path}`,
    key: operation.id,
  }));
}

function letIn(outgoing: ServerResponse, origin: string): void {
  outgoing.setHeader('access-control-allow-origin', origin);
  outgoing.setHeader('access-control-allow-methods', 'GET, POST, PUT');
  outgoing.setHeader('access-control-allow-headers', 'authorization, content-type');
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}
