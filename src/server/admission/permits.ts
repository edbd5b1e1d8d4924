import { ApiProblem } from '#contract/problem.ts';

import { createLimiter, createLimiterPerKey, type Limiter } from '../platform/concurrency.ts';
import { runningCalls } from '../metrics/counters.ts';
import type { Caller } from './callers.ts';
import { createRetryPace } from './retry-pace.ts';

export type PermitRequest = { caller: Caller; isChange: boolean };

/** The permit of one call, which may be queued for a short time. */
export type Permit = {
  /**
   * Resolves when the call may run; rejects with a problem that contains `retryAfterSeconds`, or
   * after `release` with a problem without this value.
   */
  granted: Promise<void>;
  /** Returns the permit, or ends the wait in the queue; repeated calls are harmless. */
  release: () => void;
  /** Like `release`, without a measured duration: the call will request another permit later. */
  suspend: () => void;
};

/** Limits: `share…` as fractions of all permits, `queued…` as queue lengths per permit. */
type PermitPolicy = {
  shareOfCaller: number;
  queuedOfCaller: number;
  /** Maximum share of all reads together, and of all changes together. */
  shareOfKind: number;
  queuedReads: number;
  queuedChanges: number;
  /** Maximum share of all anonymous callers together. */
  shareOfAnonymous: number;
  queuedAnonymous: number;
};

/** Limits of usual calls. A page that opens sends sixteen calls at once: four run, twelve wait. */
export const callPolicy: PermitPolicy = {
  shareOfCaller: 1 / 3,
  queuedOfCaller: 1,
  shareOfKind: 3 / 4,
  queuedReads: 2,
  queuedChanges: 1,
  shareOfAnonymous: 1 / 2,
  queuedAnonymous: 1,
};

/** The limits of entry calls (login, registration), almost all of which are anonymous changes. */
export const entryPolicy: PermitPolicy = {
  shareOfCaller: 1 / 2,
  queuedOfCaller: 2,
  shareOfKind: 1,
  queuedReads: 4,
  queuedChanges: 4,
  shareOfAnonymous: 1,
  queuedAnonymous: 4,
};

/**
 * Returns a function that issues permits: at most `max` calls run at once, and other calls wait at
 * most `maxQueueMs`. A longer wait would occupy all connections of the proxy.
 */
export function createPermitIssuer(
  max: number,
  policy: PermitPolicy,
  maxQueueMs: number,
): (request: PermitRequest) => Permit {
  const pace = createRetryPace(max);
  const createUnavailable = () =>
    new ApiProblem('unavailable', { retryAfterSeconds: pace.nextRetryAfterSeconds() });
  const limitersOf = createLimiters(max, policy, createUnavailable);

  return (request) => {
    const controller = new AbortController();
    const { signal } = controller;
    const granted = Promise.withResolvers<void>();
    const timeout = setTimeout(() => controller.abort(createUnavailable()), maxQueueMs);
    let startedAt: number | undefined;

    async function hold(): Promise<void> {
      clearTimeout(timeout);
      startedAt = performance.now();
      runningCalls.inc();
      granted.resolve();
      // This promise never resolves: the abort signal frees the slots of the limiters.
      return new Promise(() => undefined);
    }

    const task = { signal, priority: request.isChange ? 0 : 1 };
    const enter = limitersOf(request).reduceRight<() => Promise<void>>(
      (next, limited) => async () => limited(next, task),
      hold,
    );
    enter().catch((refused: unknown) => {
      clearTimeout(timeout);
      granted.reject(refused);
    });
    /** Frees the permit; returns the seconds that the call ran, or undefined if it did not run. */
    function free(): number | undefined {
      if (signal.aborted) return undefined;
      controller.abort(new ApiProblem('unavailable'));
      if (startedAt === undefined) return undefined;
      runningCalls.dec();
      return (performance.now() - startedAt) / 1000;
    }
    return {
      granted: granted.promise,
      release() {
        const seconds = free();
        if (seconds !== undefined) pace.recordCallDuration(seconds);
      },
      suspend: () => void free(),
    };
  };
}

/**
 * Returns a function that lists the limiters that a call must pass, outermost first. The caller's
 * own limiter is first, so that no caller can fill the queues that all callers share.
 */
function createLimiters(
  max: number,
  policy: PermitPolicy,
  createUnavailable: () => ApiProblem,
): (request: PermitRequest) => Limiter[] {
  const sharesOf = (share: number, queuedPerPermit: number, createRefusal = createUnavailable) => ({
    maxRunning: Math.ceil(max * share),
    maxWaiting: max * queuedPerPermit,
    createRefusal,
  });
  const { shareOfCaller, queuedOfCaller, shareOfKind } = policy;
  const members = createLimiterPerKey(
    sharesOf(shareOfCaller, queuedOfCaller, createRateLimitedProblem),
  );
  const networks = createLimiterPerKey(sharesOf(shareOfCaller, queuedOfCaller));
  const strangers = createLimiter(sharesOf(policy.shareOfAnonymous, policy.queuedAnonymous));
  const reads = createLimiter(sharesOf(shareOfKind, policy.queuedReads));
  const changes = createLimiter(sharesOf(shareOfKind, policy.queuedChanges));
  const all = createLimiter(sharesOf(1, Infinity));

  return ({ caller: { key, isMember }, isChange }) => {
    const kind = isChange ? changes : reads;
    return isMember
      ? [async (...task) => members(key, ...task), kind, all]
      : [async (...task) => networks(key, ...task), strangers, kind, all];
  };
}

function createRateLimitedProblem(): ApiProblem {
  return new ApiProblem('rate-limited', { retryAfterSeconds: Math.ceil(Math.random() * 3) || 1 });
}
