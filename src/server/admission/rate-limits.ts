import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RateLimiterMemory } from 'rate-limiter-flexible';

import { type AttemptCounter, createAttemptCounter } from '../auth/attempts.ts';
import { runAdmissionStep } from '../platform/overload.ts';
import type { Services } from '../services.ts';
import { type Caller, toAnonymousCaller } from './callers.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts a request, or one operation of a batch; throws if the limit is exceeded. */
    countRequest: (request: FastifyRequest) => Promise<void>;
    /** The counter of a caller's requests to a kind of route. */
    findCounter: (caller: Caller, isEntry: boolean) => Pick<AttemptCounter, 'check' | 'count'>;
  }
}

/**
 * Counts requests per member on all devices, and anonymous ones per network, with entry calls
 * apart. Probes and files are not counted, except those that call `countRequest`.
 */
export function limitRates(app: FastifyInstance, services: Services): void {
  const { requestsPerMember, requestsPerNetwork } = services.limits;
  const aMinute = { minutes: 1, flooded: true };
  const members = createBatchedCounter(
    createAttemptCounter(services, { name: 'member', maxAttempts: requestsPerMember, ...aMinute }),
    Math.min(maxUncounted, Math.max(1, Math.floor(requestsPerMember / 100))),
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

/** Refuses callers whose limit is known to be exceeded before any other work. */
export function refuseOverLimit(api: FastifyInstance): void {
  api.addHook('onRequest', async (request, reply) => {
    const { caller } = request;
    const { check } = api.findCounter(caller, isEntryCall(request));
    return (await runAdmissionStep(request, reply, async () => check(caller.key)))
      ? undefined
      : reply;
  });
}

/** True for entry calls. */
export function isEntryCall({ routeOptions }: Pick<FastifyRequest, 'routeOptions'>): boolean {
  return routeOptions.config.isEntry === true;
}

/** Maximum requests of a member that each process has not yet counted in the database. */
const maxUncounted = 6;

/** Counts several requests at once: the first one counts the others in the database, too. */
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
        // Later requests are refused, too, and must not count on this one.
        await remaining.delete(key);
        throw refused;
      }
    },
  };
}
