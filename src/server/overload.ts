import { getHeapStatistics } from 'node:v8';
import rateLimit from '@fastify/rate-limit';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyRequest } from 'fastify';

import { ApiProblem } from '#contract/problem.ts';

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

/** A member is counted as themselves wherever they are, a stranger by address. */
export async function limitRates(app: FastifyInstance, limits: Limits): Promise<void> {
  const unseen = {
    'x-ratelimit-limit': false,
    'x-ratelimit-remaining': false,
    'x-ratelimit-reset': false,
  };
  await app.register(rateLimit, {
    // Health and files are not counted: `app.rateLimit()` stands wherever something is.
    global: false,
    timeWindow: 60_000,
    max: ({ member }) => (member ? limits.perMember : limits.perAddress),
    keyGenerator: ({ member, ip }) => member?.id ?? rateLimit.normalizeIP(ip),
    errorResponseBuilder: (_request, { ttl }) => tooMany(ttl),
    addHeaders: { ...unseen, 'retry-after': false },
    addHeadersOnExceeding: unseen,
  });
}

/** Counts a call that came in one request with others as if it had come alone. */
export function countsOne(app: FastifyInstance): (request: FastifyRequest) => Promise<void> {
  const count = app.createRateLimit();
  return async (request) => {
    const counted = await count(request);
    if (!counted.isAllowed && counted.isExceeded) throw tooMany(counted.ttl);
  };
}

function tooMany(ttl: number): ApiProblem {
  return new ApiProblem('rate-limited', { retryAfterSeconds: Math.max(1, Math.ceil(ttl / 1000)) });
}
