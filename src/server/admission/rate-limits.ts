import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RateLimiterMemory } from 'rate-limiter-flexible';

import { type AttemptCounter, type AttemptLimit, createAttemptCounter } from '../auth/attempts.ts';
import { runAdmissionStep } from '../platform/overload.ts';
import type { Services } from '../services.ts';
import { type Caller, toAnonymousCaller } from './callers.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts a request, or one operation of a batch; throws if the limit is exceeded. */
    countRequest: (request: FastifyRequest) => Promise<void>;
    /** Returns the counter of a caller; `isEntry` is true for login and registration. */
    findCounter: (caller: Caller, isEntry: boolean) => Pick<AttemptCounter, 'check' | 'count'>;
  }
}

/**
 * Limits requests per minute: per member on all devices, and per network for anonymous callers,
 * whose entry calls are counted separately. Health checks and files count only if their route calls
 * `countRequest`.
 */
export function limitRates(app: FastifyInstance, services: Services): void {
  const { requestsPerMember, requestsPerNetwork } = services.limits;
  const aMinute = { minutes: 1, isFloodExpected: true } satisfies Partial<AttemptLimit>;
  const members = createBatchedCounter(
    createAttemptCounter(services, { name: 'member', maxAttempts: requestsPerMember, ...aMinute }),
    Math.min(maxCountedInMemory, Math.max(1, Math.floor(requestsPerMember / 100))),
  );
  const strangers = createAttemptCounter(services, {
    name: 'network',
    maxAttempts: requestsPerNetwork,
    ...aMinute,
  });
  const entries = createAttemptCounter(services, {
    name: 'network-entry',
    maxAttempts: requestsPerNetwork,
    ...aMinute,
  });

  app.decorate('findCounter', ({ isMember }, isEntry) => {
    if (isMember) return members;
    return isEntry ? entries : strangers;
  });
  app.decorate('countRequest', async (request) => {
    const { member } = request;
    const caller = member ? { key: member.id, isMember: true } : toAnonymousCaller(request);
    await app.findCounter(caller, isEntryCall(request)).count(caller.key);
  });
}

/** Refuses callers that this process knows to be over their limit, before any other work. */
export function refuseCallersOverLimit(api: FastifyInstance): void {
  api.addHook('onRequest', async (request, reply) => {
    const { caller } = request;
    const { check } = api.findCounter(caller, isEntryCall(request));
    return (await runAdmissionStep(request, reply, async () => check(caller.key)))
      ? undefined
      : reply;
  });
}

/** True for entry calls: login, registration, password reset, renewal of a session. */
export function isEntryCall({ routeOptions }: Pick<FastifyRequest, 'routeOptions'>): boolean {
  return routeOptions.config.isEntry === true;
}

/** Maximum requests of a member that a process counts in memory between two database writes. */
const maxCountedInMemory = 6;

/** Counts in batches: the first request of each batch stores the count for the whole batch. */
function createBatchedCounter(
  { check, count }: AttemptCounter,
  batchSize: number,
): Omit<AttemptCounter, 'forgive'> {
  const remaining = new RateLimiterMemory({ points: batchSize, duration: 60 });
  return {
    check,
    async count(key) {
      const { isFirstInDuration, consumedPoints } = await remaining.penalty(key);
      if (!isFirstInDuration && consumedPoints <= batchSize) return;
      await remaining.set(key, 1, 60);
      try {
        await count(key, batchSize);
      } catch (refused) {
        // The next request must not count as part of this refused batch.
        await remaining.delete(key);
        throw refused;
      }
    },
  };
}
