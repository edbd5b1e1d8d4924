import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

import { type Fate, passes } from './fates.ts';
import { type Asked, askServer, bytesOf, type Given } from './upstream.ts';

/** The faulty connection between a schedule's phones and the server. */
export type Network = {
  origin: string;
  /** Number of faults by name. */
  done: ReadonlyMap<string, number>;
  close: () => Promise<void>;
};

export type NetworkParts = {
  upstream: () => string | undefined;
  /** Its phones' address, as the server sees it. */
  address: string;
  fateOf: (asked: Asked) => Fate;
  /** Called for every request that the server may have received. */
  onForwarded?: (asked: Asked) => void;
};

const portal = '<html><title>Welcome</title><h1>Welcome to our WiFi</h1></html>';
/** Maximum delay of a response until another overtakes it, in milliseconds. */
const longestHold = 150;

export async function aNetwork(parts: NetworkParts): Promise<Network> {
  const done = new Map<string, number>();
  let passedOne = () => {};

  async function carry(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const asked: Asked = {
      method: incoming.method ?? 'GET',
      path: incoming.url ?? '/',
      headers: { ...incoming.headers, 'x-forwarded-for': parts.address },
      body: await bodyOf(incoming),
    };
    const fate = parts.fateOf(asked);
    done.set(fate.do, (done.get(fate.do) ?? 0) + 1);
    await suffer(fate, asked, outgoing);
  }

  async function forward(asked: Asked, upTo?: number): Promise<Given> {
    const origin = parts.upstream();
    if (origin === undefined) throw new Error('There is no server.');
    parts.onForwarded?.(asked);
    return askServer(origin, asked, upTo);
  }

  async function suffer(fate: Fate, asked: Asked, outgoing: ServerResponse): Promise<void> {
    const { socket } = outgoing;
    const answer = (given: Given) => {
      outgoing.writeHead(given.status, given.headers);
      outgoing.end(given.body);
      passedOne();
    };
    switch (fate.do) {
      case 'passes':
        return answer(await forward(asked));
      case 'latency':
        await wait(fate.milliseconds / 2);
        const late = await forward(asked);
        await wait(fate.milliseconds / 2);
        return answer(late);
      case 'slicer':
        return inPieces(outgoing, bytesOf(await forward(asked)), fate.milliseconds);
      case 'timeout':
        return;
      case 'reset_peer':
        socket?.resetAndDestroy();
        return;
      case 'limit_data':
        await forward(asked, Math.floor(asked.body.length * fate.part)).catch(() => undefined);
        socket?.destroy();
        return;
      case 'cuts the answer': {
        const whole = bytesOf(await forward(asked));
        // The last byte is always held back; otherwise nothing would be cut.
        const cut = whole.subarray(
          0,
          Math.min(Math.floor(whole.length * fate.part), whole.length - 1),
        );
        socket?.write(cut, () => socket.destroy());
        return;
      }
      case 'drops the answer':
        await forward(asked);
        socket?.destroy();
        return;
      case 'swallows the answer':
        await forward(asked);
        return;
      case 'delivers twice': {
        const first = forward(asked).catch(() => undefined);
        if (!fate.atOnce) await first;
        const second = await forward(asked);
        await first;
        return answer(second);
      }
      case 'holds the answer': {
        const held = await forward(asked);
        const overtaken = new Promise<void>((free) => {
          passedOne = free;
        });
        await Promise.race([overtaken, wait(longestHold)]);
        return answer(held);
      }
      case 'truncates the JSON': {
        const { status, headers, body } = await forward(asked);
        const half = body.subarray(0, Math.floor(body.length / 2));
        return answer({
          status,
          headers: { ...headers, 'content-length': String(half.length) },
          body: half,
        });
      }
      case 'portal':
        return answer({
          status: 200,
          headers: { 'content-type': 'text/html' },
          body: Buffer.from(portal),
        });
      case 'redirect':
        return answer({ status: 302, headers: { location: '/portal' }, body: Buffer.alloc(0) });
      case 'gateway':
        return answer({
          status: 502,
          headers: { 'content-type': 'text/html' },
          body: Buffer.from(portal),
        });
      case 'asks to log in to the network':
        return answer({
          status: 511,
          headers: { 'content-type': 'text/html' },
          body: Buffer.from(portal),
        });
      case 'busy':
        return answer({
          status: 503,
          headers: { 'retry-after': fate.retryAfter },
          body: Buffer.alloc(0),
        });
    }
  }

  const server = createServer({ keepAliveTimeout: 2_000 }, (incoming, outgoing) => {
    // A server that dies closes its connections, and this network does, too.
    void carry(incoming, outgoing).catch(() => outgoing.socket?.destroy());
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    origin: `http://127.0.0.1:${port}`,
    done,
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => {
        server.close(closed);
      });
    },
  };
}

/** A fault for the first matching request; all others pass. */
export function once(isIt: (asked: Asked) => boolean, fate: Fate): (asked: Asked) => Fate {
  let used = false;
  return (asked) => {
    if (used || !isIt(asked)) return passes;
    used = true;
    return fate;
  };
}

async function inPieces(outgoing: ServerResponse, whole: Buffer, pause: number): Promise<void> {
  const piece = Math.max(1, Math.ceil(whole.length / 10));
  for (let from = 0; from < whole.length; from += piece) {
    outgoing.socket?.write(whole.subarray(from, from + piece));
    await wait(pause);
  }
  outgoing.socket?.end();
}

async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}
