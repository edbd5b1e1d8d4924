import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

import { type Fate, passes } from './fates.ts';
import { type ForwardedRequest, forwardTo, bytesOf, type UpstreamResponse } from './upstream.ts';

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
  fateOf: (request: ForwardedRequest) => Fate;
  /** Called for every request that the server may have received. */
  onForwarded?: (request: ForwardedRequest) => void;
};

const portal = '<html><title>Welcome</title><h1>Welcome to our WiFi</h1></html>';
/** Maximum delay of a response until another overtakes it, in milliseconds. */
const maxHoldMs = 150;

export async function aNetwork(parts: NetworkParts): Promise<Network> {
  const done = new Map<string, number>();
  let passedOne = () => {};

  async function carry(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const request: ForwardedRequest = {
      method: incoming.method ?? 'GET',
      path: incoming.url ?? '/',
      headers: { ...incoming.headers, 'x-forwarded-for': parts.address },
      body: await bodyOf(incoming),
    };
    const fate = parts.fateOf(request);
    done.set(fate.do, (done.get(fate.do) ?? 0) + 1);
    await suffer(fate, request, outgoing);
  }

  async function forward(request: ForwardedRequest, upTo?: number): Promise<UpstreamResponse> {
    const origin = parts.upstream();
    if (origin === undefined) throw new Error('There is no server.');
    parts.onForwarded?.(request);
    return forwardTo(origin, request, upTo);
  }

  async function suffer(
    fate: Fate,
    request: ForwardedRequest,
    outgoing: ServerResponse,
  ): Promise<void> {
    const { socket } = outgoing;
    const answer = (answered: UpstreamResponse) => {
      outgoing.writeHead(answered.status, answered.headers);
      outgoing.end(answered.body);
      passedOne();
    };
    switch (fate.do) {
      case 'passes':
        return answer(await forward(request));
      case 'latency':
        await wait(fate.milliseconds / 2);
        const late = await forward(request);
        await wait(fate.milliseconds / 2);
        return answer(late);
      case 'slicer':
        return inPieces(outgoing, bytesOf(await forward(request)), fate.milliseconds);
      case 'timeout':
        return;
      case 'reset_peer':
        socket?.resetAndDestroy();
        return;
      case 'limit_data':
        await forward(request, Math.floor(request.body.length * fate.part)).catch(() => undefined);
        socket?.destroy();
        return;
      case 'cuts the answer': {
        const whole = bytesOf(await forward(request));
        // The last byte is always held back; otherwise nothing would be cut.
        const cut = whole.subarray(
          0,
          Math.min(Math.floor(whole.length * fate.part), whole.length - 1),
        );
        socket?.write(cut, () => socket.destroy());
        return;
      }
      case 'drops the answer':
        await forward(request);
        socket?.destroy();
        return;
      case 'swallows the answer':
        await forward(request);
        return;
      case 'delivers twice': {
        const first = forward(request).catch(() => undefined);
        if (!fate.atOnce) await first;
        const second = await forward(request);
        await first;
        return answer(second);
      }
      case 'holds the answer': {
        const delayed = await forward(request);
        const overtaken = new Promise<void>((free) => {
          passedOne = free;
        });
        await Promise.race([overtaken, wait(maxHoldMs)]);
        return answer(delayed);
      }
      case 'truncates the JSON': {
        const { status, headers, body } = await forward(request);
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
export function once(
  isIt: (request: ForwardedRequest) => boolean,
  fate: Fate,
): (request: ForwardedRequest) => Fate {
  let used = false;
  return (request) => {
    if (used || !isIt(request)) return passes;
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
