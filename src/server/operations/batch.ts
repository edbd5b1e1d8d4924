import { parse as parseQuery } from 'node:querystring';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';

import { type BatchedAnswer, type BatchedOperation, sendBatch } from '#contract/sync.ts';
import { ApiProblem } from '#contract/problem.ts';

import { assertAccess, readCaller } from '../auth/access-check.ts';
import { bodyLimit } from '../platform/body.ts';
import { deskOperations } from '../desk/routes.ts';
import { toProblemBody, toLoggedProblem } from '../platform/errors.ts';
import { logOperation } from '../platform/log.ts';
import { memberOperations } from '../members/routes.ts';
import { validateInput, type RoutePlugin, serveRoute } from '../serve.ts';
import type { Services } from '../services.ts';
import { noticeOperations } from '../notices/routes.ts';
import { pushOperations } from '../push/routes.ts';
import { tipOperations } from '../tips/routes.ts';
import { type Operation, runOperation } from './operation.ts';

/** Maximum bytes of a batch: fifty tips with the longest texts that the form accepts. */
const batchBodyLimit = 1280 * 1024;

/**
 * Time in milliseconds after which no further operation of a batch starts. Phones time out after 15
 * s and send the unanswered operations again.
 */
const maxBatchMs = 8_000;

/** An operation of a batch, matched to its route. */
type BatchCall = { operation: Operation; params: Record<string, string>; query: unknown };

/** All operations, for single calls and batches. */
export const allOperations: readonly Operation[] = [
  ...tipOperations,
  ...deskOperations,
  ...memberOperations,
  ...noticeOperations,
  ...pushOperations,
];

/** Runs many operations in one call; the arrival time of the batch decides their deadlines. */
export const batchRoutes: RoutePlugin = async (app, services) => {
  const { clock } = services;
  const callOf = createCallMatcher(allOperations);
  const doAlone = createBatchedOperationRunner(app, services);

  serveRoute(
    app,
    sendBatch,
    async ({ body: entries, request }) => {
      const calls = matchCalls(entries, callOf);
      const arrivedAt = clock();
      const stopped = new Set<string>();
      const answers: BatchedAnswer[] = [];
      for (const [index, entry] of entries.entries()) {
        const { subjects = [] } = entry;
        const call = calls[index];
        const isStopped = subjects.some((subject) => stopped.has(subject));
        const isLate = clock().getTime() - arrivedAt.getTime() >= maxBatchMs;
        const answer =
          !call || isLate || isStopped
            ? toProblemAnswer(entry, new ApiProblem('not-attempted'), request)
            : await doAlone(entry, call, request, arrivedAt);
        if (answer.status >= 400) for (const subject of subjects) stopped.add(subject);
        const { id: key, method, path: url } = entry;
        logOperation(request, { key, method, url, status: answer.status });
        answers.push(answer);
      }
      return answers;
    },
    { bodyLimit: batchBodyLimit },
  );
};

/**
 * Matches each entry to its operation; refuses the batch if an entry matches no operation or an
 * idempotency key occurs twice.
 */
function matchCalls(
  entries: readonly BatchedOperation[],
  callOf: (entry: BatchedOperation) => BatchCall | undefined,
): (BatchCall | undefined)[] {
  const errors: Record<string, string[]> = {};
  const known = new Set<string>();
  const calls = entries.map((entry, index) => {
    const call = callOf(entry);
    if (!call) errors[`${index}.path`] = ['invalid'];
    if (known.has(entry.id)) errors[`${index}.id`] = ['duplicate'];
    known.add(entry.id);
    return call;
  });
  if (Object.keys(errors).length > 0) throw new ApiProblem('invalid-input', { errors });
  return calls;
}

/**
 * Returns a function that runs one operation with the same guards, limits and checks as a single
 * call, in the same order.
 */
function createBatchedOperationRunner(app: FastifyInstance, services: Services) {
  return async (
    entry: BatchedOperation,
    { operation, params, query }: BatchCall,
    request: FastifyRequest,
    arrivedAt: Date,
  ): Promise<BatchedAnswer> => {
    const { id: key, method, path: url } = entry;
    const { route, readBody } = operation;
    try {
      const member = await readCaller(services, request.headers);
      assertAccess(route.access, member);
      if (countBodyBytes(entry.body) > bodyLimit) throw new ApiProblem('too-large');
      await app.countRequest(request);

      const received = {
        params: validateInput(route.params, params),
        query: validateInput(route.query, query),
        body: validateInput(route.body, entry.body),
        member,
        ifMatch: entry.ifMatch === undefined ? undefined : `"${entry.ifMatch}"`,
      };
      const body = readBody ? received.body : entry.body;
      const whose = { memberId: member.id, requestId: request.id };
      const mutation = { ...whose, key, method, url, body, arrivedAt };
      const answer = await runOperation(services, operation, received, mutation);
      const { status, etag } = answer;
      // As in a single call, the response contains only the fields of the schema.
      const reply = z.parse(route.reply, answer.body);
      return { id: key, status, body: reply, ...(etag !== null && { etag }) };
    } catch (error) {
      await app.auditRefusal(request, { access: route.access, method, url, error });
      return toProblemAnswer(entry, toLoggedProblem(error, request), request);
    }
  };
}

/** Returns a function that matches an entry to its operation; undefined if none matches. */
function createCallMatcher(operations: readonly Operation[]) {
  const patterns = operations.map((operation) => ({
    operation,
    pattern: new RegExp(`^${operation.route.path.replace(/:(\w+)/, '(?<$1>[^/]+)')}$`),
  }));
  return ({ method, path }: BatchedOperation): BatchCall | undefined => {
    const [pathname = '', query = ''] = path.split('?');
    for (const { operation, pattern } of patterns) {
      const found = operation.route.method === method ? pattern.exec(pathname) : null;
      if (found) return { operation, params: { ...found.groups }, query: parseQuery(query) };
    }
    return undefined;
  };
}

function countBodyBytes(body: unknown): number {
  return Buffer.byteLength(JSON.stringify(body) ?? '');
}

function toProblemAnswer(
  { id }: BatchedOperation,
  problem: ApiProblem,
  request: FastifyRequest,
): BatchedAnswer {
  const { retryAfterSeconds: retryAfter } = problem.details;
  return {
    id,
    status: problem.status,
    body: toProblemBody(problem, request.id),
    ...(retryAfter !== undefined && { retryAfter }),
  };
}
