import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';

import { aFreePort } from '../machine/free-port.ts';
import { send, type Instead } from '../server/static-host.ts';

/** The fate of one request: it is forwarded, its response is lost, or the request is lost. */
type Fate = 'passes' | 'loses the answer' | 'loses it';

/** A request or batched operation that has reached the server, as in "POST /api/tips". */
type Carried = { what: string; key: string | undefined; token: string | undefined };

export type Connection = {
  origin: string;
  /** Loses the response to the next request of this kind; resolves when that has happened. */
  losesTheAnswerTo: (what: string) => Promise<void>;
  /** Loses the next request of this kind before it reaches the server. */
  breaksWith: (what: string) => Promise<void>;
  /** Runs a function after the next request of this kind reached the server, before a response. */
  onceItReached: (what: string, work: () => Promise<unknown>) => Promise<void>;
  /** Replaces the response of an address from now on; undefined restores the server's response. */
  answers: (path: string, instead: Instead | undefined) => void;
  /** Replaces all responses, like a captive portal; undefined restores the server's responses. */
  isTakenOver: (by: Instead | undefined) => void;
  /** Stops listening and cuts running requests. */
  breaks: () => Promise<void>;
  /** Accepts connections and never responds. */
  stalls: () => void;
  /** Listens again at the same address. */
  mends: () => Promise<void>;
  /** Returns the requests of a kind that have reached the server, as in "POST /api/tips". */
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
 * A proxy between phones and the server that fails on request. Requests are named as in "POST
 * /api/tips"; if a batch contains the named operation, the whole batch fails. `letsIn` is another
 * origin that gets CORS headers.
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
  // A port reserved for this process, because the proxy is closed and reopened at the same address.
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
    // No keep-alive: the server might close an idle connection at the moment of its reuse.
    const options = { host: to.hostname, port: to.port, method, path, headers, agent: false };
    const passed = ask(options, done);
    passed.on('error', fail);
    // Runs when the last byte is sent: the server gets the request even if its response is lost.
    passed.end(body, reached.resolve);
  });
  const acted = reached.promise.then(async () => trap?.work());
  if (trap?.fate === 'passes') void acted.then(trap.sprung, trap.failed);

  const [response] = await Promise.all([answer, acted]);
  if (trap?.fate === 'loses the answer') {
    await bodyOf(response);
    // The response ends after its headers: a browser would repeat a request without any response.
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

/** The operations of a batch, each named like a single request. */
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
