import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RateLimiterMemory } from 'rate-limiter-flexible';

import { type Attempts, attempts } from '../auth/attempts.ts';
import { passOrShed } from '../platform/overload.ts';
import type { Services } from '../services.ts';
import { type Caller, strangerOf } from './callers.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts a request, or one operation of a batch; throws if the limit is exceeded. */
    countRequest: (request: FastifyRequest) => Promise<void>;
    /** The counter of a caller's requests to a kind of route. */
    counterOf: (caller: Caller, isEntry: boolean) => Pick<Attempts, 'check' | 'count'>;
  }
}

/**
 * Counts requests per member on all devices, and anonymous ones per network, with entry calls
 * apart. Probes and files are not counted, except those that call `countRequest`.
 */
export function limitRates(app: FastifyInstance, services: Services): void {
  const { perMember, perNetwork } = services.limits;
  const aMinute = { minutes: 1, flooded: true };
  const members = countedTogether(
    attempts(services, { name: 'member', maxAttempts: perMember, ...aMinute }),
    Math.min(maxUncounted, Math.max(1, Math.floor(perMember / 100))),
  );
  const strangers = attempts(services, { name: 'network', maxAttempts: perNetwork, ...aMinute });
  const entries = attempts(services, {
    name: 'network-entry',
    maxAttempts: perNetwork,
    ...aMinute,
  });

  app.decorate('counterOf', ({ isMember }, isEntry) => {
    if (isMember) return members;
    return isEntry ? entries : strangers;
  });
  app.decorate('countRequest', async (request) => {
    const { member } = request;
    const caller = member ? { key: member.id, isMember: true } : strangerOf(request);
    await app.counterOf(caller, isEntryCall(request)).count(caller.key);
  });
}

/** Refuses callers whose limit is known to be exceeded before any other work. */
export function refuseOverLimit(api: FastifyInstance): void {
  api.addHook('onRequest', async (request, reply) => {
    const { caller } = request;
    const { check } = api.counterOf(caller, isEntryCall(request));
    return (await passOrShed(request, reply, async () => check(caller.key))) ? undefined : reply;
  });
}

/** True for entry calls. */
export function isEntryCall({ routeOptions }: Pick<FastifyRequest, 'routeOptions'>): boolean {
  return routeOptions.config.isEntry === true;
}

/** Maximum requests of a member that each process has not yet counted in the database. */
const maxUncounted = 6;

/** Counts several requests at once: the first one counts the others in the database, too. */
function countedTogether({ check, count }: Attempts, batchSize: number): Omit<Attempts, 'forgive'> {
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
