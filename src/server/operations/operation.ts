import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { ApiProblem } from '#contract/problem.ts';
import type { Access, ReplyOf, Route } from '#contract/route.ts';

import type { AuthenticatedMember } from '../auth/sessions.ts';
import type { Transaction } from '../db/database.ts';
import { initializeOperationCounters } from '../metrics/counters.ts';
import { type RequestPart, serveRoute } from '../serve.ts';
import type { Services } from '../services.ts';
import {
  type Answer,
  type IdempotencyContext,
  type EffectOptions,
  type MutationRequest,
  runIdempotent,
  type Continuation,
  type CompleteAnswer,
} from './idempotency.ts';

/** A route that requires a session. */
type MemberRoute = Route & { access: Exclude<Access, 'open'> };

/** The validated request, caller and arrival time for an effect. */
export type EffectRequest<R extends Route> = IdempotencyContext & {
  params: RequestPart<R, 'params'>;
  query: RequestPart<R, 'query'>;
  body: RequestPart<R, 'body'>;
  member: AuthenticatedMember;
  /** The version that the caller saw, from the header `If-Match`. */
  ifMatch: string | undefined;
};

/** A mutating route with its effect, for single calls and batches. */
export type Operation = {
  route: MemberRoute;
  effect: (
    tx: Transaction,
    request: EffectRequest<Route>,
    progress: unknown,
  ) => Promise<Answer<unknown> | Continuation<unknown>>;
  /** Reads a body that may not be JSON; the body's schema validates the result. */
  readBody?: (request: FastifyRequest) => Promise<unknown>;
} & EffectOptions;

/**
 * Defines an operation. If the effect returns progress, the effect continues in another
 * transaction, so that other requests can run in between.
 */
export function defineOperation<const R extends MemberRoute, Progress>(
  route: R,
  effect: (
    tx: Transaction,
    request: EffectRequest<R>,
    progress: Progress | undefined,
  ) => Promise<Answer<ReplyOf<R>> | Continuation<Progress>>,
  options?: Pick<Operation, 'readBody' | 'pipelined'>,
): Operation;
export function defineOperation(
  route: MemberRoute,
  effect: Operation['effect'],
  options: Pick<Operation, 'readBody' | 'pipelined'> = {},
): Operation {
  return { route, effect, ...options };
}

/** Runs an operation for one request, in a single call or a batch. */
export async function runOperation(
  services: Services,
  { route, effect, pipelined }: Operation,
  received: Omit<EffectRequest<Route>, keyof IdempotencyContext>,
  mutation: MutationRequest,
): Promise<CompleteAnswer<unknown>> {
  return runIdempotent(
    services,
    route,
    mutation,
    async (tx, arrival, progress) => effect(tx, { ...received, ...arrival }, progress),
    { pipelined },
  );
}

/** Registers the routes of operations; each runs once per `Idempotency-Key`. */
export function serveOperations(
  app: FastifyInstance,
  services: Services,
  operations: readonly Operation[],
): void {
  for (const each of operations) {
    const { route, readBody } = each;
    initializeOperationCounters(route);
    serveRoute(
      app,
      route,
      async ({ params, query, body, member, request, reply }) => {
        const ifMatch = request.headers['if-match'];
        const received = { params, query, body, member, ifMatch };
        const mutation = toMutationRequest(request, member, services.clock(), readBody && body);
        return sendAnswer(reply, await runOperation(services, each, received, mutation));
      },
      readBody && { readBody },
    );
  }
}

/** Converts a request to a mutation; `sent` is the parsed body if it was not JSON. */
export function toMutationRequest(
  request: FastifyRequest,
  { id: memberId }: AuthenticatedMember,
  arrivedAt: Date,
  sent?: unknown,
): MutationRequest {
  const { id: requestId, method, url, body } = request;
  const what = { method, url, body: sent ?? body };
  return { memberId, requestId, key: readIdempotencyKey(request), ...what, arrivedAt };
}

export function sendAnswer<Body>(
  reply: FastifyReply,
  { status, body, etag }: CompleteAnswer<Body>,
): Body {
  reply.code(status);
  if (etag !== null) reply.header('etag', etag);
  return body;
}

function readIdempotencyKey({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined || (typeof key === 'string' && /^[!-~]{1,255}$/.test(key))) return key;
  throw new ApiProblem('invalid-input', { errors: { 'Idempotency-Key': ['invalid'] } });
}
