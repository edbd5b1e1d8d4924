import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

import { type NetworkFault, spoil } from '../world/network-faults.ts';
import { type ForwardedRequest, forwardTo, bytesOf, type UpstreamResponse } from './upstream.ts';

/** A faulty network between the phones of a schedule and the server. */
export type Network = {
  origin: string;
  /** The number of faults that have happened, by kind. */
  done: ReadonlyMap<string, number>;
  close: () => Promise<void>;
};

type NetworkParts = {
  upstream: () => string | undefined;
  /** The IP address of the phones that the server sees. */
  address: string;
  faultOf: FaultOf;
};

/** Chooses a request's fault; undefined for none. */
export type FaultOf = (request: ForwardedRequest) => NetworkFault | undefined;

/** The maximum time that a response waits to be overtaken, in milliseconds. */
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
    const fault = parts.faultOf(request);
    if (fault) done.set(fault.kind, (done.get(fault.kind) ?? 0) + 1);
    await pass(fault, request, outgoing);
  }

  async function forward(request: ForwardedRequest, upTo?: number): Promise<UpstreamResponse> {
    const origin = parts.upstream();
    if (origin === undefined) throw new Error('There is no server.');
    return forwardTo(origin, request, upTo);
  }

  async function pass(
    fault: NetworkFault | undefined,
    request: ForwardedRequest,
    outgoing: ServerResponse,
  ): Promise<void> {
    const { socket } = outgoing;
    const answer = (answered: UpstreamResponse) => {
      outgoing.writeHead(answered.status, answered.headers);
      outgoing.end(answered.body);
      passedOne();
    };
    if (!fault) return answer(await forward(request));
    const { part = 0, held = 0, retryAfter = '1' } = fault;
    switch (fault.kind) {
      case 'answer-slow': {
        await wait(held / 2);
        const late = await forward(request);
        await wait(held / 2);
        return answer(late);
      }
      case 'answer-sliced':
        return inPieces(outgoing, bytesOf(await forward(request)), 1 + held / 20);
      case 'request-hangs':
        return;
      case 'request-lost':
        socket?.resetAndDestroy();
        return;
      case 'request-cut':
        await forward(request, Math.floor(request.body.length * part)).catch(() => undefined);
        socket?.destroy();
        return;
      case 'answer-cut': {
        const whole = bytesOf(await forward(request));
        // At least the last byte is held back, so that the response is always cut.
        const end = Math.min(Math.floor(whole.length * part), whole.length - 1);
        socket?.write(whole.subarray(0, end), () => socket.destroy());
        return;
      }
      case 'answer-lost':
        await forward(request);
        socket?.destroy();
        return;
      case 'answer-hangs':
        await forward(request);
        return;
      case 'sent-twice':
      case 'sent-twice-at-once': {
        const first = forward(request).catch(() => undefined);
        if (fault.kind === 'sent-twice') await first;
        const second = await forward(request);
        await first;
        return answer(second);
      }
      case 'answer-overtaken': {
        const delayed = await forward(request);
        const overtaken = new Promise<void>((free) => {
          passedOne = free;
        });
        await Promise.race([overtaken, wait(maxHoldMs)]);
        return answer(delayed);
      }
      case 'redirect':
        return answer({ status: 302, headers: { location: '/portal' }, body: Buffer.alloc(0) });
      case 'bare-503': {
        const headers = { 'retry-after': retryAfter };
        return answer({ status: 503, headers, body: Buffer.alloc(0) });
      }
      default:
        return answer(await spoiled(fault, request));
    }
  }

  /** A response of another server, or the server's response cut in half. */
  async function spoiled(
    fault: NetworkFault,
    request: ForwardedRequest,
  ): Promise<UpstreamResponse> {
    const foreign = spoil(fault, undefined, { key: undefined, now: Date.now() });
    if (foreign) return { ...foreign, body: Buffer.from(foreign.body) };
    const { status, headers, body } = await forward(request);
    const half = body.subarray(0, Math.floor(body.length / 2));
    const length = { 'content-length': String(half.length) };
    return { status, headers: { ...headers, ...length }, body: half };
  }

  const server = createServer({ keepAliveTimeout: 2_000 }, (incoming, outgoing) => {
    // A dead server closes its connections, and the network passes that on to the phone.
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

/** Applies the fault to the first matching request only. */
export function once(isIt: (request: ForwardedRequest) => boolean, fault: NetworkFault): FaultOf {
  let used = false;
  return (request) => {
    if (used || !isIt(request)) return undefined;
    used = true;
    return fault;
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
