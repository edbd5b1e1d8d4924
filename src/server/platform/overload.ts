import { getHeapStatistics } from 'node:v8';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { ApiProblem, type ProblemCode } from '#contract/problem.ts';

import { addJitter } from './concurrency.ts';
import { sendProblem } from './errors.ts';
import { shedRequests } from '../metrics/counters.ts';
import type { Services } from '../services.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** True if the call was shed: too many calls were running, or the process was overloaded. */
    isShed?: boolean;
  }
}

/** Runs a step of admission; returns false if it throws a problem, which is then the response. */
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
    // A caller who hung up was not turned away and receives nothing.
    if (reply.raw.destroyed) reply.hijack();
    else shedRequest(refused, request, reply);
    return false;
  }
}

/** Counts a shed request and marks it, so that the log omits it. */
export function recordShedRequest(request: FastifyRequest, code: ProblemCode): void {
  request.isShed = true;
  shedRequests.inc({ code });
}

function shedRequest(problem: ApiProblem, request: FastifyRequest, reply: FastifyReply): void {
  recordShedRequest(request, problem.code);
  sendProblem(problem, request, reply);
}

/**
 * Sheds API calls while the process is overloaded. The load is sampled once a second, and each
 * sample is logged at most once. Pages and files are still served: a browser loads a part of the
 * app only once, and cannot show anything without it.
 */
export async function shedLoad(
  api: FastifyInstance,
  { limits }: Pick<Services, 'limits'>,
): Promise<void> {
  api.decorateRequest('isShed', false);
  await api.register(underPressure, {
    maxEventLoopDelay: limits.maxEventLoopDelayMs,
    maxHeapUsedBytes: getHeapStatistics().heap_size_limit * 0.9,
    // The default handler would throw, and log a line with a stack, for each request.
    pressureHandler: () => undefined,
  });
  let found = '';
  api.addHook('onRequest', (request, reply, done) => {
    if (!api.isUnderPressure()) return done();
    const sample = api.memoryUsage();
    if (JSON.stringify(sample) !== found) api.log.warn(sample, 'under pressure');
    found = JSON.stringify(sample);
    // The overload may be over at the next sample; a reader waits for 20 s in all.
    const problem = new ApiProblem('unavailable', { retryAfterSeconds: addJitter(2) });
    shedRequest(problem, request, reply);
    return undefined;
  });
}
