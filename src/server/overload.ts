import { getHeapStatistics } from 'node:v8';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';

import { ApiProblem } from '#contract/problem.ts';

import { addressOf, attempts } from './auth/attempts.ts';
import type { Services } from './services.ts';

/** How much is too much. 0 of a delay means that it is not looked at. */
export type Limits = {
  /** How late the event loop may be, in milliseconds, before requests are turned away. */
  eventLoopDelay: number;
  /** Requests a minute of one member, wherever they are. */
  perMember: number;
  /** Requests a minute of strangers at one address, which may be a whole stadium. */
  perAddress: number;
  /** Keys of operations a day of one member: their rows are never deleted. */
  keysPerDay: number;
  /** How long a request's head may take, and all of it, in milliseconds. */
  headersWithin: number;
  requestWithin: number;
};

export const usualLimits: Limits = {
  eventLoopDelay: 1_000,
  perMember: 600,
  perAddress: 1_200,
  keysPerDay: 10_000,
  headersWithin: 10_000,
  requestWithin: 60_000,
};

/** Turns requests away while the process cannot keep up, all but the question how it is. */
export async function shedLoad(app: FastifyInstance, limits: Limits): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: limits.eventLoopDelay,
    maxHeapUsedBytes: getHeapStatistics().heap_size_limit * 0.9,
    async pressureHandler(request, _reply, type, value) {
      if (request.url === '/health') return;
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
export function limitRates(app: FastifyInstance, services: Services, limits: Limits): void {
  const aMinute = { minutes: 1, flooded: true };
  const members = attempts(services, { name: 'member', most: limits.perMember, ...aMinute });
  const strangers = attempts(services, { name: 'address', most: limits.perAddress, ...aMinute });
  app.decorate('countRequest', async ({ member, ip }) =>
    member ? members.count(member.id) : strangers.count(addressOf(ip)),
  );
}
