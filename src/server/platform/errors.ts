import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { ApiProblem, type ProblemCode, statusOf } from '#contract/problem.ts';

import { addJitter } from './concurrency.ts';
import { hasCode } from './system.ts';
import { isDatabaseUnavailable } from '../db/failures.ts';
import { serverFailures } from '../metrics/counters.ts';

/** Default of `Retry-After` in seconds; the usual reason is an unavailable database. */
const defaultRetrySeconds = 2;

const handlerTimeoutCode = 'FST_ERR_HANDLER_TIMEOUT';

/** Problem codes by error codes of Fastify and its plugins. */
const problemCodesByFastifyCode: Record<string, ProblemCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too-large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported-media-type',
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid-json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid-json',
  [handlerTimeoutCode]: 'unavailable',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'unsupported-media-type',
  FST_REQ_FILE_TOO_LARGE: 'too-large',
  FST_FILES_LIMIT: 'too-large',
  FST_FIELDS_LIMIT: 'too-large',
  FST_PARTS_LIMIT: 'too-large',
};

const problemCodesByStatus: Record<number, ProblemCode> = {
  404: 'not-found',
  413: 'too-large',
  415: 'unsupported-media-type',
  429: 'rate-limited',
  503: 'unavailable',
};

/** Converts every thrown error to a response. */
export function registerErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
}

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): unknown {
  if (!hasSlowBody(error, request))
    return sendProblem(toLoggedProblem(error, request), request, reply);
  // Closes the connection, as the rest of the body would otherwise still be read.
  reply.header('connection', 'close');
  return sendProblem(new ApiProblem('request-timeout'), request, reply);
}

/** True if the request timed out before its body was complete. */
function hasSlowBody(error: unknown, { raw }: FastifyRequest): boolean {
  return hasCode(error, handlerTimeoutCode) && !raw.complete;
}

/** Converts an error to a problem, and logs failures of the server. */
export function toLoggedProblem(error: unknown, { log }: Pick<FastifyRequest, 'log'>): ApiProblem {
  const problem = toProblem(error);
  if (problem.code === 'internal') {
    serverFailures.inc();
    log.error({ err: error }, 'request failed');
  } else if (problem.status >= 500) log.warn({ err: error }, 'request refused for now');
  return problem;
}

export function sendProblem(
  problem: ApiProblem,
  request: FastifyRequest,
  reply: FastifyReply,
): unknown {
  const { status, details } = problem;
  if (details.retryAfterSeconds !== undefined) {
    reply.header('retry-after', String(details.retryAfterSeconds));
  }
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/problem+json')
    .send(toProblemBody(problem, request.id));
}

/** Creates the body of a problem response. */
export function toProblemBody(problem: ApiProblem, requestId: string): Record<string, unknown> {
  const { code, message, status, details } = problem;
  return {
    ...details.extra,
    type: `urn:touchline:problem:${code}`,
    title: message,
    status,
    code,
    message,
    error: { message },
    ...(details.errors && { errors: details.errors }),
    requestId,
  };
}

/** Converts an error to a problem; an unknown error becomes "internal", without details. */
export function toProblem(error: unknown): ApiProblem {
  if (error instanceof ApiProblem) return addRetryAfter(error);
  if (isDatabaseUnavailable(error))
    return addRetryAfter(new ApiProblem('unavailable', {}, { cause: error }));
  return addRetryAfter(new ApiProblem(toProblemCode(error), {}, { cause: error }));
}

function toProblemCode(error: unknown): ProblemCode {
  if (!(error instanceof Error)) return 'internal';
  const named = 'code' in error && problemCodesByFastifyCode[String(error.code)];
  if (named) return named;
  const status = 'statusCode' in error ? Number(error.statusCode) : 500;
  return (
    problemCodesByStatus[status] ?? (status >= 400 && status < 500 ? 'invalid-input' : 'internal')
  );
}

/** Adds `Retry-After` to every problem after which a client should retry. */
function addRetryAfter(problem: ApiProblem): ApiProblem {
  const pausing = problem.status === statusOf('unavailable') || problem.code === 'rate-limited';
  if (!pausing || problem.details.retryAfterSeconds !== undefined) return problem;
  return new ApiProblem(
    problem.code,
    { ...problem.details, retryAfterSeconds: addJitter(defaultRetrySeconds) },
    { cause: problem.cause },
  );
}
