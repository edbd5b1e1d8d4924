import { getHeapStatistics } from 'node:v8';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { ApiProblem, type ProblemCode } from '#contract/problem.ts';

import { aboutIn } from './concurrency.ts';
import { sendProblem } from './errors.ts';
import { turnedAway } from './metrics/counters.ts';
import type { Services } from './services.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether a call was not begun, as too many are under way or the process cannot keep up. */
    turnedAway?: boolean;
  }
}

/** Runs a step of admission. False where it throws a problem, which is then the answer. */
export async function passOrTurnAway(
  request: FastifyRequest,
  reply: FastifyReply,
  step: () => Promise<void>,
): Promise<boolean> {
  try {
    await step();
    return true;
  } catch (refused) {
    if (!(refused instanceof ApiProblem)) throw refused;
    turnAway(refused, request, reply);
    return false;
  }
}

/** Counts a request that is refused, and keeps it out of the log. */
export function noteTurnedAway(request: FastifyRequest, code: ProblemCode): void {
  request.turnedAway = true;
  turnedAway.inc({ code });
}

function turnAway(problem: ApiProblem, request: FastifyRequest, reply: FastifyReply): void {
  noteTurnedAway(request, problem.code);
  sendProblem(problem, request, reply);
}

/**
 * Turns calls of the API away while the process cannot keep up. It looks at itself once a second, and says
 * once of each look what it found. Pages and files are given all the same: a browser asks once for a part of
 * the app, and without it shows nothing.
 */
export async function shedLoad(
  api: FastifyInstance,
  { limits }: Pick<Services, 'limits'>,
): Promise<void> {
  api.decorateRequest('turnedAway', false);
  await api.register(underPressure, {
    maxEventLoopDelay: limits.eventLoopDelay,
    maxHeapUsedBytes: getHeapStatistics().heap_size_limit * 0.9,
    // By itself it would throw for each request, and the log would have a line with a stack of each.
    pressureHandler: () => undefined,
  });
  let found = '';
  api.addHook('onRequest', (request, reply, done) => {
    if (!api.isUnderPressure()) return done();
    const look = api.memoryUsage();
    if (JSON.stringify(look) !== found) api.log.warn(look, 'under pressure');
    found = JSON.stringify(look);
    // It may be over by its next look; somebody who only reads waits for 20 s in all.
    const problem = new ApiProblem('unavailable', { retryAfterSeconds: aboutIn(2) });
    turnAway(problem, request, reply);
    return undefined;
  });
}
