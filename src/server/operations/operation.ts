import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { ApiProblem } from '#contract/problem.ts';
import type { Access, ReplyOf, Route } from '#contract/route.ts';

import type { SignedIn } from '../auth/sessions.ts';
import type { Transaction } from '../db/database.ts';
import { showOperations } from '../metrics/counters.ts';
import { type RequestPart, serve } from '../serve.ts';
import type { Services } from '../services.ts';
import {
  type Answer,
  type ReceivedRequest,
  type EffectOptions,
  type Mutation,
  runIdempotent,
  type Continuation,
  type CompleteAnswer,
} from './idempotency.ts';

/** A route that requires a session. */
type MemberRoute = Route & { access: Exclude<Access, 'open'> };

/** The validated request that an effect receives, with its caller and arrival time. */
export type EffectRequest<R extends Route> = ReceivedRequest & {
  params: RequestPart<R, 'params'>;
  query: RequestPart<R, 'query'>;
  body: RequestPart<R, 'body'>;
  member: SignedIn;
  /** The versions that the caller saw, from `If-Match`. */
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
  /** Reads a body that need not be JSON, before the body's schema checks it. */
  readBody?: (request: FastifyRequest) => Promise<unknown>;
} & EffectOptions;

export function operation<const R extends MemberRoute>(
  route: R,
  effect: (tx: Transaction, request: EffectRequest<R>) => Promise<Answer<ReplyOf<R>>>,
  options?: Pick<Operation, 'readBody' | 'pipelined'>,
): Operation;
export function operation(
  route: MemberRoute,
  effect: Operation['effect'],
  options: Pick<Operation, 'readBody' | 'pipelined'> = {},
): Operation {
  return { route, effect, ...options };
}

/** Defines an operation that runs in several transactions, so that others can run in between. */
export function batchedOperation<const R extends MemberRoute, Progress>(
  route: R,
  effect: (
    tx: Transaction,
    request: EffectRequest<R>,
    progress: Progress | undefined,
  ) => Promise<Answer<ReplyOf<R>> | Continuation<Progress>>,
): Operation;
export function batchedOperation(route: MemberRoute, effect: Operation['effect']): Operation {
  return { route, effect };
}

/** Registers the routes of operations, each run once per `Idempotency-Key`. */
export function serveOperations(
  app: FastifyInstance,
  services: Services,
  operations: readonly Operation[],
): void {
  for (const { route, effect, readBody, pipelined } of operations) {
    showOperations(route);
    serve(
      app,
      route,
      async ({ params, query, body, member, request, reply }) => {
        const ifMatch = request.headers['if-match'];
        const received = { params, query, body, member, ifMatch };
        const mutation = mutationOf(request, member, services.clock(), readBody && body);
        const answer = await runIdempotent(
          services,
          route,
          mutation,
          async (tx, arrival, progress) => effect(tx, { ...received, ...arrival }, progress),
          { pipelined },
        );
        return send(reply, answer);
      },
      readBody && { readBody },
    );
  }
}

/** Describes a request as a mutation; `sent` is the body if that is not JSON. */
export function mutationOf(
  request: FastifyRequest,
  { id: memberId }: SignedIn,
  arrivedAt: Date,
  sent?: unknown,
): Mutation {
  const { id: requestId, method, url, body } = request;
  const what = { method, url, body: sent ?? body };
  return { memberId, requestId, key: keyOf(request), ...what, arrivedAt };
}

/** Sends the response of an operation. */
export function send<Body>(
  reply: FastifyReply,
  { status, body, etag }: CompleteAnswer<Body>,
): Body {
  reply.code(status);
  if (etag !== null) reply.header('etag', etag);
  return body;
}

/** Reads the `Idempotency-Key` header. */
function keyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined || (typeof key === 'string' && /^[!-~]{1,255}$/.test(key))) return key;
  throw new ApiProblem('invalid-input', { errors: { 'Idempotency-Key': ['invalid'] } });
}
