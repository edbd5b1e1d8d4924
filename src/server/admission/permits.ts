import { ApiProblem } from '#contract/problem.ts';

import type { Caller } from './callers.ts';
import { callPolicy, type PermitPolicy } from './permit-policy.ts';
import { createPermitQueue, type PermitRequest, type QueueOptions } from './permit-queue.ts';
import { createRetryPace } from './retry-pace.ts';

export type Permit = {
  /** Releases the permit while the body is being received. */
  suspend: () => void;
  /** Re-acquires the permit after the body was read; may queue or throw like `acquire`. */
  reacquire: () => Promise<void>;
  /** Releases the permit for good; a second call does nothing. */
  release: () => void;
};

export type Permits = {
  /** Resolves at once or within a second, or throws a problem with the seconds to wait. */
  acquire: (request: PermitRequest) => Promise<Permit>;
  inUse: () => number;
};

/** Calls that a page sends at once when it opens. */
const callsOfOpeningPage = 16;

type PermitsOptions = {
  policy?: PermitPolicy;
  now?: () => number;
  random?: () => number;
  after?: QueueOptions['after'];
};

/**
 * Lets `max` calls run at once. Others wait in a short queue: a longer one would fill the proxy's
 * connections, where priorities do not apply. A member's running, waiting and incoming calls are
 * limited to the number of permits, or to those of an opening page.
 */
export function createPermits(
  max: number,
  {
    policy = callPolicy,
    now = () => performance.now() / 1000,
    random = Math.random,
    after = timer,
  }: PermitsOptions = {},
): Permits {
  const maxPerMember = Math.max(callsOfOpeningPage, max);
  const usage = createUsage(max, policy);
  const openCalls = createCounts();
  const pace = createRetryPace(max, { now, random });
  const queue = createPermitQueue(max, {
    policy,
    after,
    createRefusal: () =>
      new ApiProblem('unavailable', { retryAfterSeconds: pace.nextRetryAfterSeconds() }),
  });

  function dispatchNext(): void {
    for (;;) {
      const next = queue.findNext(usage.hasRoomFor, usage.inUseOf);
      if (!next) return;
      usage.add(next.request, 1);
      next.grant();
    }
  }

  async function start(request: PermitRequest): Promise<void> {
    if (usage.hasRoomFor(request)) usage.add(request, 1);
    else await queue.enqueue(request);
  }

  function stop(request: PermitRequest): void {
    usage.add(request, -1);
    dispatchNext();
  }

  return {
    inUse: usage.inUse,
    async acquire(request) {
      const { key, isMember } = request.caller;
      if (isMember && openCalls.get(key) >= maxPerMember) {
        throw new ApiProblem('rate-limited', { retryAfterSeconds: Math.ceil(random() * 3) || 1 });
      }
      openCalls.add(key, 1);
      try {
        await start(request);
      } catch (refused) {
        openCalls.add(key, -1);
        throw refused;
      }
      return createPermit({
        now,
        start: async () => start(request),
        stop: () => stop(request),
        end(seconds) {
          openCalls.add(key, -1);
          if (seconds !== undefined) pace.recordDuration(seconds);
        },
      });
    },
  };
}

type CallOptions = {
  now: () => number;
  start: () => Promise<void>;
  stop: () => void;
  /** Records the duration of the call; undefined if its caller hung up. */
  end: (seconds: number | undefined) => void;
};

function createPermit({ now, start, stop, end }: CallOptions): Permit {
  let state: 'running' | 'suspended' | 'queued' = 'running';
  let isReleased = false;
  let runSeconds = 0;
  let since = now();

  const suspend = () => {
    if (state !== 'running') return;
    state = 'suspended';
    runSeconds += now() - since;
    stop();
  };
  return {
    suspend,
    async reacquire() {
      if (state !== 'suspended' || isReleased) return;
      state = 'queued';
      try {
        await start();
      } catch (refused) {
        state = 'suspended';
        throw refused;
      }
      state = 'running';
      since = now();
      // A caller who hung up in the queue needs no permit any more.
      if (isReleased) suspend();
    },
    release() {
      if (isReleased) return;
      isReleased = true;
      const wasRunning = state === 'running';
      suspend();
      end(wasRunning ? runSeconds : undefined);
    },
  };
}

/** Counts the permits in use: total, reads, changes, anonymous callers, and each caller. */
function createUsage(max: number, policy: PermitPolicy) {
  const { shareOfKind, shareOfStrangers, permitsPerCaller } = policy;
  const count = { all: 0, reads: 0, changes: 0, strangers: 0 };
  const byCaller = createCounts();

  return {
    inUse: () => count.all,
    inUseOf: ({ key }: Caller) => byCaller.get(key),
    hasRoomFor: ({ caller, changes }: PermitRequest): boolean => {
      if (count.all >= max) return false;
      if (count[changes ? 'changes' : 'reads'] >= max * shareOfKind) return false;
      if (!caller.isMember && count.strangers >= max * shareOfStrangers) return false;
      return byCaller.get(caller.key) < Math.max(permitsPerCaller, (max - count.all) / 2);
    },
    add({ caller, changes }: PermitRequest, change: 1 | -1): void {
      count.all += change;
      count[changes ? 'changes' : 'reads'] += change;
      if (!caller.isMember) count.strangers += change;
      byCaller.add(caller.key, change);
    },
  };
}

function createCounts() {
  const byKey = new Map<string, number>();
  return {
    get: (key: string) => byKey.get(key) ?? 0,
    add(key: string, change: 1 | -1): void {
      const count = (byKey.get(key) ?? 0) + change;
      if (count > 0) byKey.set(key, count);
      else byKey.delete(key);
    },
  };
}

function timer(seconds: number, run: () => void): () => void {
  const running = setTimeout(run, seconds * 1000);
  return () => clearTimeout(running);
}
