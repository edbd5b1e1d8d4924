import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';

import { send, type Instead } from './static-host.ts';

/** What a line does with one request: passes it on, loses its answer, or something in between. */
type Fate = 'passes' | 'loses the answer';

export type BadLine = {
  origin: string;
  /** Loses the answer to the next request of that kind, after the server has given it. */
  losesTheAnswerTo: (what: string) => Promise<void>;
  /** Does something at the moment the next request of that kind has reached the server. */
  onceItReached: (what: string, act: () => Promise<void>) => Promise<void>;
  /** Answers an address in the server's place from now on; undefined lets the server speak again. */
  answers: (path: string, instead: Instead | undefined) => void;
  close: () => Promise<void>;
};

type Trap = { what: string; fate: Fate; act?: () => Promise<void>; sprung: () => void };

/**
 * A line between phones and the server that fails when it is told to. A request is named as in
 * "POST /api/tips"; phones may also put it into a batch, and then the batch is what fails.
 */
export async function aBadLine(to: string): Promise<BadLine> {
  const traps: Trap[] = [];
  const others = new Map<string, Instead>();
  const server = createServer((incoming, outgoing) => {
    const other = others.get(incoming.url ?? '');
    if (other) send(outgoing, other);
    else void carry(incoming, outgoing, new URL(to), traps).catch(() => outgoing.destroy());
  });
  await new Promise<void>((done) => {
    server.listen(0, done);
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;

  const trap = async (what: string, fate: Fate, act?: () => Promise<void>) =>
    new Promise<void>((sprung) => {
      traps.push({ what, fate, sprung, ...(act && { act }) });
    });

  return {
    origin: `http://localhost:${port}`,
    losesTheAnswerTo: async (what) => trap(what, 'loses the answer'),
    onceItReached: async (what, act) => trap(what, 'passes', act),
    answers(path, instead) {
      if (instead) others.set(path, instead);
      else others.delete(path);
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => {
        server.close(done);
      });
    },
  };
}

async function carry(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  to: URL,
  traps: Trap[],
): Promise<void> {
  const body = await bodyOf(incoming);
  const found = traps.findIndex(({ what }) => matches(incoming, body, what));
  const [trap] = found >= 0 ? traps.splice(found, 1) : [];

  const answer = new Promise<IncomingMessage>((done, fail) => {
    const { method, url: path, headers } = incoming;
    const passed = ask({ host: to.hostname, port: to.port, method, path, headers }, done);
    passed.on('error', fail);
    // The last byte has left for the server: it has the request, whatever becomes of the answer.
    passed.end(body, () => {
      if (trap?.act) void trap.act().then(trap.sprung, fail);
    });
  });

  const given = await answer;
  if (trap?.fate === 'loses the answer') {
    await bodyOf(given);
    outgoing.destroy();
    trap.sprung();
    return;
  }
  outgoing.writeHead(given.statusCode ?? 502, given.headers);
  given.pipe(outgoing);
  given.on('error', () => outgoing.destroy());
}

function matches({ method = '', url = '' }: IncomingMessage, body: Buffer, what: string): boolean {
  if (`${method} ${url}`.startsWith(what)) return true;
  const [wantedMethod = '', wantedPath = ''] = what.split(' ');
  if (url !== '/api/ops') return false;
  const text = body.toString();
  return text.includes(`"method":"${wantedMethod}"`) && text.includes(`"path":"${wantedPath}`);
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}
