import { ping } from '#contract/sync.ts';

import type { Chance } from './chance.ts';
import { type NetworkFault, type Spoilt, spoil, waitsFor } from './network-faults.ts';
import { whileRunning } from './quiet.ts';
import { type Server, site, type NetworkAnswer, type NetworkRequest } from './server.ts';
import type { VirtualTime } from './virtual-time.ts';

/** A tab or a worker that sends requests. */
export type Sender = { name: string; isAlive: () => boolean; isOffline: () => boolean };

export type Sent = NetworkRequest & {
  number: number;
  sender: Sender;
  key: string | undefined;
  isChange: boolean;
  at: number;
};

/** A response that reaches its sender. */
export type Arrived = { sent: Sent; answer: Spoilt; redirected: boolean };

/** Callbacks for what happens in the network. */
export type NetworkWatch = {
  onSend: (sent: Sent) => void;
  /** The server has handled a request; `answer` is undefined if the server died. */
  onHandled: (sent: Sent, answer: NetworkAnswer | undefined) => void | Promise<void>;
  onAnswer: (arrived: Arrived) => void;
  /** The request has failed for its sender. */
  onFailure: (sent: Sent) => void;
  onFault: (kind: string) => void;
};

export type Network = {
  fetchFor: (sender: Sender) => typeof fetch;
  /** Applies a fault to the next request of its kind. */
  fail: (fault: NetworkFault) => void;
  mend: () => void;
};

type NetworkParts = { time: VirtualTime; chance: Chance; server: Server; watch: NetworkWatch };

/** The network between a device and the server; each request and each response is an event. */
export function network({ time, chance, server, watch }: NetworkParts): Network {
  let faults: NetworkFault[] = [];
  let number = 0;

  function nextFault(isChange: boolean): NetworkFault | undefined {
    const index = faults.findIndex((fault) => waitsFor(fault, isChange));
    const [fault] = index < 0 ? [] : faults.splice(index, 1);
    if (fault) watch.onFault(fault.kind);
    return fault;
  }

  async function handle(sent: Sent, fault?: NetworkFault): Promise<NetworkAnswer | undefined> {
    if (!fault && sent.path === ping.path) return server.pong();
    const handleSent = async () => server.handles(sent);
    if (fault?.kind === 'sent-twice-at-once') return twiceAtOnce(sent, fault);
    const mishap =
      fault?.kind === 'server-dies' || fault?.kind === 'database-away'
        ? { what: fault.kind, at: fault.statement ?? 1 }
        : undefined;
    const { result, befell } = await server.gate.during(mishap, handleSent);
    const answer = befell && mishap?.what === 'server-dies' ? undefined : result;
    await watch.onHandled(sent, answer);
    return answer;
  }

  /** Delivers the bytes a second time while the server handles the first request. */
  async function twiceAtOnce(sent: Sent, { statement = 3 }: NetworkFault): Promise<NetworkAnswer> {
    let again: Promise<NetworkAnswer> | undefined;
    const meanwhile = async () => {
      // The second process, because the first runs a member's mutations one after the other.
      again = server.handlesBeside(sent);
      await server.untilDoneOrBlocked(again);
    };
    const meets = { what: 'meets', at: statement, meanwhile } as const;
    const { result } = await server.gate.during(meets, async () => server.handles(sent));
    const second = await again;
    if (second) await watch.onHandled(sent, second);
    await watch.onHandled(sent, result);
    return chance.happens(0.5) ? (second ?? result) : result;
  }

  const delay = () => chance.between(20, 250);

  function carry(sent: Sent, reply: Reply): void {
    const fault = nextFault(sent.isChange);
    const kind = fault?.kind;
    const later = (wait: number, run: () => unknown) => time.at(time.now() + wait, run);
    const there = (wait: number, work: () => Promise<void>) =>
      later(wait, async () => whileRunning(work()));
    const fails = (wait: number) => later(wait, reply.fails);
    const comes = (answer: Spoilt) => later(delay(), () => reply.comes(answer, false));

    if (sent.sender.isOffline() || kind === 'request-lost') return void fails(delay());
    if (kind === 'request-hangs') return undefined;
    if (kind === 'redirect') return void later(delay(), reply.redirects);
    const spoilt = fault && spoil(fault, undefined, { key: sent.key, now: time.now() });
    if (spoilt && fault.arrives !== true) return void comes(spoilt);

    const up = kind === 'request-late' ? (fault?.held ?? 60_000) : delay();
    there(up, async () => {
      const answer = await handle(sent, fault);
      if (kind === 'sent-twice') {
        there(fault?.held ?? 5_000, async () => void (await handle(sent)));
      }
      if (!answer || kind === 'answer-lost') return void fails(delay());
      if (kind === 'answer-hangs' || kind === 'request-late') return undefined;
      const changed = fault ? spoil(fault, answer, { key: sent.key, now: time.now() }) : answer;
      const wait = kind === 'answer-slow' ? (fault?.held ?? 14_000) : delay();
      later(wait, () => reply.comes(changed ?? answer, false));
      return undefined;
    });
    return undefined;
  }

  async function send(sender: Sender, input: string | URL | Request, init: RequestInit = {}) {
    if (input instanceof Request) throw new Error('The engine hands over addresses.');
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    if (!sender.isAlive()) return promise;
    number += 1;
    // Reading a form with a picture takes an unpredictable number of event loop turns.
    const sent = await whileRunning(sentOf(sender, number, String(input), init, time.now()));
    const { signal } = init;
    let over = false;
    const once = (end: () => void) => {
      if (over || !sender.isAlive()) return;
      over = true;
      end();
    };
    const fails = () =>
      once(() => {
        watch.onFailure(sent);
        reject(new TypeError('fetch failed'));
      });
    const comes = (answer: Spoilt, redirected: boolean) =>
      once(() => {
        if (sender.isOffline()) {
          watch.onFailure(sent);
          reject(new TypeError('fetch failed'));
          return;
        }
        watch.onAnswer({ sent, answer, redirected });
        resolve(responseOf(answer, sent, redirected));
      });
    const redirects = () => {
      if (init.redirect === 'error') return fails();
      const page = spoil({ kind: 'portal', on: 'any' }, undefined, { key: undefined, now: 0 });
      return page && comes(page, true);
    };
    signal?.addEventListener('abort', () =>
      once(() => {
        watch.onFailure(sent);
        reject(new DOMException('The request was aborted.', 'AbortError'));
      }),
    );
    watch.onSend(sent);
    carry(sent, { fails, comes, redirects });
    return promise;
  }

  return {
    fetchFor: (sender) => async (input, init) => send(sender, input, init),
    fail(fault) {
      faults.push(fault);
    },
    mend() {
      faults = [];
    },
  };
}

type Reply = {
  fails: () => void;
  comes: (answer: Spoilt, redirected: boolean) => void;
  redirects: () => void;
};

async function sentOf(
  sender: Sender,
  number: number,
  url: string,
  init: RequestInit,
  at: number,
): Promise<Sent> {
  const { pathname, search } = new URL(url);
  const { method = 'GET' } = init;
  const { headers, body } = await contentOf(url, init);
  return {
    number,
    sender,
    at,
    method,
    path: `${pathname}${search}`,
    headers,
    key: headers['idempotency-key'],
    isChange: method !== 'GET',
    body,
  };
}

async function contentOf(
  url: string,
  init: RequestInit,
): Promise<Pick<NetworkRequest, 'headers' | 'body'>> {
  const { body } = init;
  if (body === undefined || body === null || typeof body === 'string') {
    return { headers: Object.fromEntries(new Headers(init.headers)), body: body ?? undefined };
  }
  // `Request` encodes a form and chooses its boundary.
  const { method, headers } = init;
  const request = new Request(url, {
    body,
    ...(method && { method }),
    ...(headers && { headers }),
  });
  const bytes = Buffer.from(await request.arrayBuffer());
  return { headers: Object.fromEntries(request.headers), body: bytes };
}

const withoutBody = new Set([204, 304]);

function responseOf({ status, headers, body }: Spoilt, sent: Sent, redirected: boolean): Response {
  const response = new Response(withoutBody.has(status) ? null : body, { status, headers });
  const url = redirected ? 'https://portal.example/login' : `${site}${sent.path}`;
  Object.defineProperty(response, 'url', { value: url });
  Object.defineProperty(response, 'redirected', { value: redirected });
  return response;
}
