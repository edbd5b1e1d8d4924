import { getHeapStatistics } from 'node:v8';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';

import { ApiProblem } from '#contract/problem.ts';

import { addressOf, attempts } from './auth/attempts.ts';
import { isHealth } from './health.ts';
import type { Services } from './services.ts';

/** Turns requests away while the process cannot keep up, all but the question how it is. */
export async function shedLoad(app: FastifyInstance, { limits }: Services): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: limits.eventLoopDelay,
    maxHeapUsedBytes: getHeapStatistics().heap_size_limit * 0.9,
    async pressureHandler(request, _reply, type, value) {
      if (isHealth(request.url)) return;
      request.log.warn({ type, value }, 'under pressure');
      throw new ApiProblem('unavailable', { retryAfterSeconds: 5 });
    },
  });
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts a request, one of several in a batch as if it had come alone; refuses too many. */
    countRequest: (request: FastifyRequest) => Promise<void>;
  }
}

/**
 * A member is counted as themselves wherever they are, a stranger by address. Health and files are
 * not counted: whatever is calls `countRequest`.
 */
export function limitRates(app: FastifyInstance, services: Services): void {
  const { perMember, perAddress } = services.limits;
  const aMinute = { minutes: 1, flooded: true };
  const members = attempts(services, { name: 'member', most: perMember, ...aMinute });
  const strangers = attempts(services, { name: 'address', most: perAddress, ...aMinute });
  app.decorate('countRequest', async ({ member, ip }) =>
    member ? members.count(member.id) : strangers.count(addressOf(ip)),
  );
}
