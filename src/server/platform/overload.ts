import { getHeapStatistics } from 'node:v8';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { ApiProblem, type ProblemCode } from '#contract/problem.ts';

import { addJitter } from './concurrency.ts';
import { sendProblem } from './errors.ts';
import { refusedCalls } from '../metrics/counters.ts';
import type { Services } from '../services.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** True if the call was refused: too many were running, or the process was overloaded. */
    isShed?: boolean;
  }
}

/** Runs a step of admission. If the step throws a problem, sends the problem and returns false. */
export async function runAdmissionStep(
  request: FastifyRequest,
  reply: FastifyReply,
  step: () => Promise<void>,
): Promise<boolean> {
  try {
    await step();
    return true;
  } catch (refused) {
    if (!(refused instanceof ApiProblem)) throw refused;
    // A caller who has closed the connection gets no response and is not counted.
    if (reply.raw.destroyed) reply.hijack();
    else shedRequest(refused, request, reply);
    return false;
  }
}

/** Counts a refused request, and marks the request so that the log omits it. */
export function recordShedRequest(request: FastifyRequest, code: ProblemCode): void {
  request.isShed = true;
  refusedCalls.inc({ code });
}

function shedRequest(problem: ApiProblem, request: FastifyRequest, reply: FastifyReply): void {
  recordShedRequest(request, problem.code);
  sendProblem(problem, request, reply);
}

/**
 * Refuses API calls while the process is overloaded. The load is sampled once per second and logged
 * at most once per sample. Pages and files are still served: browsers load them rarely, and cannot
 * show anything without them.
 */
export async function shedLoad(
  api: FastifyInstance,
  { limits }: Pick<Services, 'limits'>,
): Promise<void> {
  api.decorateRequest('isShed', false);
  await api.register(underPressure, {
    maxEventLoopDelay: limits.maxEventLoopDelayMs,
    maxHeapUsedBytes: getHeapStatistics().heap_size_limit * 0.9,
    // The default handler would throw and log a stack for each request.
    pressureHandler: () => undefined,
  });
  let found = '';
  api.addHook('onRequest', (request, reply, done) => {
    if (!api.isUnderPressure()) return done();
    const sample = api.memoryUsage();
    if (JSON.stringify(sample) !== found) api.log.warn(sample, 'under pressure');
    found = JSON.stringify(sample);
    // The overload may end at the next sample, so a short wait is enough.
    const problem = new ApiProblem('unavailable', { retryAfterSeconds: addJitter(2) });
    shedRequest(problem, request, reply);
    return undefined;
  });
}
