import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RateLimiterMemory } from 'rate-limiter-flexible';

import { type Attempts, attempts } from '../auth/attempts.ts';
import { passOrTurnAway } from '../overload.ts';
import type { Services } from '../services.ts';
import { type Caller, strangerOf } from './callers.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts a request, one of several in a batch as if it had come alone; refuses too many. */
    countRequest: (request: FastifyRequest) => Promise<void>;
    /** The counter of a caller's requests to a kind of route. */
    counterOf: (caller: Caller, isEntry: boolean) => Pick<Attempts, 'check' | 'count'>;
  }
}

/**
 * A member is counted as themselves wherever they are, a stranger by network, and apart for calls that
 * people need to get in. Health and files are not counted: whatever is calls `countRequest`.
 */
export function limitRates(app: FastifyInstance, services: Services): void {
  const { perMember, perNetwork } = services.limits;
  const aMinute = { minutes: 1, flooded: true };
  const members = countedTogether(
    attempts(services, { name: 'member', most: perMember, ...aMinute }),
    Math.min(maxUncounted, Math.max(1, Math.floor(perMember / 100))),
  );
  const strangers = attempts(services, { name: 'network', most: perNetwork, ...aMinute });
  const entries = attempts(services, { name: 'network-entry', most: perNetwork, ...aMinute });

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

/** Refuses callers who are known to be over their limit, before anything is done for them. */
export function refuseOverLimit(api: FastifyInstance): void {
  api.addHook('onRequest', async (request, reply) => {
    const { caller } = request;
    const { check } = api.counterOf(caller, isEntryCall(request));
    return (await passOrTurnAway(request, reply, async () => check(caller.key)))
      ? undefined
      : reply;
  });
}

/** Whether a request is to one of the calls that people need to get in. */
export function isEntryCall({ routeOptions }: Pick<FastifyRequest, 'routeOptions'>): boolean {
  return routeOptions.config.isEntry === true;
}

/** Maximum requests of a member that each process has not yet counted in the database. */
const maxUncounted = 6;

/** Counts several at once: the first of them counts the others in the database as well. */
function countedTogether({ check, count }: Attempts, atOnce: number): Omit<Attempts, 'forgive'> {
  const left = new RateLimiterMemory({ points: atOnce, duration: 60 });
  return {
    check,
    async count(key) {
      const { isFirstInDuration, consumedPoints } = await left.penalty(key);
      if (!isFirstInDuration && consumedPoints <= atOnce) return;
      await left.set(key, 1, 60);
      try {
        await count(key, atOnce);
      } catch (refused) {
        // Later requests are refused as well, and not counted together with this one.
        await left.delete(key);
        throw refused;
      }
    },
  };
}
