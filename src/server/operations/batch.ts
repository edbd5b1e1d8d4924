import type {
  FastifyInstance,
  FastifyRequest,
  InjectOptions,
  LightMyRequestResponse,
} from 'fastify';

import {
  type BatchedAnswer,
  batchedCalls,
  type BatchedOperation,
  sendBatch,
} from '#contract/batch.ts';
import { ApiProblem } from '#contract/problem.ts';

import { bodyOf } from '../errors.ts';
import type { Routes } from '../routes.ts';
import { serve } from '../serve.ts';
import { asOf } from './arrival.ts';

/** Fifty of the longest tips that the form lets anybody write. */
const batchBodyLimit = 1280 * 1024;

/** A phone waits fifteen seconds for an answer; what is not begun by then is better asked again. */
const patience = 8_000;

/** Many operations in one call. */
export const batchRoutes: Routes = async (app, { clock }) => {
  serve(
    app,
    sendBatch,
    async ({ body: operations, request }) => {
      refuseUnlessClear(operations);
      const arrivedAt = clock();
      const stopped = new Set<string>();
      const answers: BatchedAnswer[] = [];
      for (const operation of operations) {
        const { lane } = operation;
        const isStopped = lane !== undefined && stopped.has(lane);
        const isLate = clock().getTime() - arrivedAt.getTime() >= patience;
        const answer =
          isLate || isStopped
            ? notTried(operation, request)
            : await asOf(arrivedAt, async () => doAlone(app, operation, request));
        if (lane !== undefined && answer.status >= 400) stopped.add(lane);
        answers.push(answer);
      }
      return answers;
    },
    { bodyLimit: batchBodyLimit },
  );
};

const calls = batchedCalls.map(({ method, path }) => ({
  method,
  pattern: new RegExp(`^${path.replace(':id', '[^/]+')}$`),
}));

/** Refuses a batch unless each of it is a call that a batch can hold, and none stands there twice. */
function refuseUnlessClear(operations: readonly BatchedOperation[]): void {
  const errors: Record<string, string[]> = {};
  const known = new Set<string>();
  for (const [index, { id, method, path }] of operations.entries()) {
    const [place = ''] = path.split('?');
    const isCall = calls.some((call) => call.method === method && call.pattern.test(place));
    if (!isCall) errors[`${index}.path`] = ['invalid'];
    if (known.has(id)) errors[`${index}.id`] = ['duplicate'];
    known.add(id);
  }
  if (Object.keys(errors).length > 0) throw new ApiProblem('invalid-input', { errors });
}

/** Sends one operation the whole way that it would have gone alone: every guard, limit and check. */
async function doAlone(
  app: FastifyInstance,
  { id, method, path, ifMatch, body }: BatchedOperation,
  { headers, ip }: FastifyRequest,
): Promise<BatchedAnswer> {
  const asked: InjectOptions = {
    method,
    url: path,
    remoteAddress: ip,
    headers: {
      authorization: headers.authorization,
      'idempotency-key': id,
      ...(ifMatch !== undefined && { 'if-match': `"${ifMatch}"` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  };
  return answerOf(id, await app.inject(asked));
}

function answerOf(id: string, response: LightMyRequestResponse): BatchedAnswer {
  const { etag, 'retry-after': retryAfter } = response.headers;
  return {
    id,
    status: response.statusCode,
    body: response.json(),
    ...(etag !== undefined && { etag }),
    ...(retryAfter !== undefined && { retryAfter: Number(retryAfter) }),
  };
}

function notTried({ id }: BatchedOperation, request: FastifyRequest): BatchedAnswer {
  const problem = new ApiProblem('lane-stopped');
  return { id, status: problem.status, body: bodyOf(problem, request.id) };
}
