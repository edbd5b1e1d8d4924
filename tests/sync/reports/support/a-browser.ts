import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { createApi } from '#sync/backend/api.ts';
import type { Clock } from '#sync/clock.ts';
import { type Drain, type DrainParts, startDrain } from '#sync/drain/drain.ts';
import { freshConnection } from '#sync/drain/state.ts';
import { createEngine, type EngineParts, type Outcome } from '#sync/engine.ts';
import { optimisticFollows, optimisticTips } from '#sync/optimistic-rows.ts';
import { MemberStore } from '#sync/storage/member-store.ts';
import type { OperationKind, PayloadOf } from '#sync/operations/registry.ts';
import { enqueue, readOutbox } from '#sync/outbox/outbox.ts';
import { pingBackend } from '#sync/backend/ping.ts';
import { PublicStore } from '#sync/storage/public-store.ts';
import { memberId, tokenOf } from '../../../testing/engine/samples.ts';
import { virtualClock } from '../../../testing/clock/virtual-clock.ts';
import { ProcessDisk, type Step } from './a-disk.ts';
import { address, type ServerRequest, type Server } from './a-server.ts';
import { someLocks } from './some-locks.ts';
import { ownBackend } from '#sync/backend/backend.ts';

/**
 * The outcome of a request in flight; `deliver` passes it to the server and returns the response.
 */
export type Way = (deliver: () => Response, request: ServerRequest) => Response | Promise<Response>;

const straight: Way = (deliver) => deliver();

/**
 * A phone's browser: one disk, one clock, one connection, and as many processes as the test opens.
 */
export function aBrowser(server: Server, { locks: hasLocks = true }: { locks?: boolean } = {}) {
  const disk = new IDBFactory();
  const clock = virtualClock();
  const locks = someLocks();
  const processes = new Set<Process>();
  const browser = {
    clock,
    locks,
    /** The connection, until the test replaces it. */
    way: straight,
    online: true,
    token: tokenOf(memberId) as string | undefined,
    process,
    opensTab,
    settles,
    passes,
    dies,
    server,
  };

  /** A process of the browser: a tab, or the service worker. */
  function process(owner = memberId) {
    const own = new ProcessDisk(disk);
    const options = { indexedDB: own, IDBKeyRange };
    const store = new MemberStore(owner, options);
    const timers = new Set<() => void>();
    let dead = false;
    const self = {
      owner,
      store,
      disk: own,
      locks: hasLocks ? locks.of(own) : undefined,
      clock: { now: clock.now, after } satisfies Clock,
      fetch: sendRequest,
      /** Called for each step that reaches storage or network. */
      onStep: (_: Step) => {},
      drains,
      queues,
      dies: end,
      dead: () => dead,
      rows: () => readOutbox(store),
      states: async () => (await readOutbox(store)).map(({ state }) => state),
      // The outbox is read first: rows contain everything removed from it meanwhile.
      async tips() {
        const operations = await readOutbox(store);
        return optimisticTips(await self.store.tips.toArray(), operations);
      },
      async follows() {
        const operations = await readOutbox(store);
        return optimisticFollows(await self.store.follows.toArray(), operations);
      },
    };
    own.onStep = (step) => self.onStep(step);
    processes.add(self);
    return self;

    function after(milliseconds: number, run: () => void): () => void {
      if (dead) return () => {};
      const callOff = clock.after(milliseconds, run);
      timers.add(callOff);
      return callOff;
    }

    async function sendRequest(
      input: RequestInfo | URL,
      init: RequestInit = {},
    ): Promise<Response> {
      if (dead) return never();
      const request = requestOf(input, init);
      self.onStep({ what: 'asks', method: request.method });
      if (dead) return never();
      const answer = await Promise.race([
        Promise.resolve(browser.way(() => server.answers(request), request)),
        aborted(init.signal),
      ]);
      self.onStep({ what: 'is answered', method: request.method });
      return dead ? never() : answer;
    }

    /** One drain of this process, as a worker runs it. */
    function drains(more: Partial<DrainParts> = {}): Drain {
      const token = more.token ?? (() => browser.token);
      const api = createApi({
        baseUrl: address,
        origin: address,
        fetch: sendRequest,
        token,
        clock: self.clock,
        backend: () => ownBackend,
      });
      return startDrain({
        memberId: owner,
        store,
        api,
        ping: () => pingBackend(api, ownBackend),
        token,
        backend: () => ownBackend,
        session: () => 'signed-in',
        connectionState: freshConnection,
        clock: self.clock,
        random: () => 0.5,
        locks: self.locks,
        lock: 'wait',
        ...more,
      });
    }

    function queues<Kind extends OperationKind>(
      kind: Kind,
      payload: PayloadOf<Kind>,
      more: About = {},
    ) {
      const request = { memberId: owner, kind, payload, now: clock.now(), ...more };
      return enqueue(store, request);
    }

    function end(): void {
      if (dead) return;
      dead = true;
      own.dies();
      locks.dies(own);
      for (const callOff of timers) callOff();
      processes.delete(self);
    }
  }

  /** A tab: a process with a page and its engine. */
  function opensTab(parts: Partial<EngineParts> = {}, owner = memberId) {
    const own = process(owner);
    const window = new EventTarget();
    const document = new EventTarget();
    const page = { visible: true };
    const outcomes: Outcome[] = [];
    const engine = createEngine({
      configuration: { apiBaseUrl: address, oddsBaseUrl: `${address}/odds`, oddsApiKey: '' },
      origin: address,
      publicStore: new PublicStore({ indexedDB: own.disk, IDBKeyRange }),
      memberId: owner,
      memberStore: own.store,
      token: () => browser.token,
      fetch: own.fetch,
      clock: own.clock,
      random: () => 0.5,
      locks: own.locks,
      events: {
        window,
        document,
        isVisible: () => page.visible,
        isOnline: () => browser.online,
      },
      onOutcome: (outcome) => outcomes.push(outcome),
      ...parts,
    });
    return Object.assign(own, {
      engine,
      page,
      outcomes,
      receives: (name: string) =>
        (name === 'visibilitychange' ? document : window).dispatchEvent(new Event(name)),
      /** Queues as a screen does: first on the disk, then a message to the engine. */
      async does<Kind extends OperationKind>(
        kind: Kind,
        payload: PayloadOf<Kind>,
        more: About = {},
      ) {
        const row = await own.queues(kind, payload, more);
        engine.nudge();
        return row;
      },
    });
  }

  /** Runs until nothing can happen before the clock advances. */
  async function settles(): Promise<void> {
    let quiet = 0;
    while (quiet < 8) {
      await nextTick();
      const busy = [...processes].some(({ disk }) => disk.busy() > 0);
      quiet = busy ? 0 : quiet + 1;
    }
  }

  /** Advances the clock in small steps, and runs all consequences of each. */
  async function passes(milliseconds: number, piece = 250): Promise<void> {
    const until = clock.now() + milliseconds;
    while (clock.now() < until) {
      clock.passes(Math.min(piece, until - clock.now()));
      await settles();
    }
  }

  /** Ends all processes at once. */
  function dies(): void {
    for (const one of processes) one.dies();
  }

  return browser;
}

/** Options of an operation besides its payload. */
type About = { baseVersion?: number; deps?: string[]; serverRow?: () => Promise<unknown> };

type Process = { dies: () => void; disk: ProcessDisk };

type Browser = ReturnType<typeof aBrowser>;
export type Tab = ReturnType<Browser['opensTab']>;

/** One turn of the event loop. */
export function nextTick(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** There is no connection. */
export const noConnection: Way = () => {
  throw new TypeError('Failed to fetch');
};

/** The server executes the request, and its response is lost. */
export const lostAnswer: Way = (deliver) => {
  deliver();
  throw new TypeError('Failed to fetch');
};

function never(): Promise<never> {
  return new Promise(() => {});
}

function aborted(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason));
  });
}

function requestOf(input: RequestInfo | URL, init: RequestInit): ServerRequest {
  const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input);
  const headers = new Headers(init.headers);
  return {
    method: init.method ?? 'GET',
    path: pathname,
    query: searchParams,
    key: headers.get('idempotency-key') ?? '',
    body: typeof init.body === 'string' ? init.body : '',
    token: headers.get('authorization')?.slice('Bearer '.length),
    ifMatch: headers.get('if-match') ?? undefined,
  };
}
