import type {
  FastifyInstance,
  FastifyRequest,
  InjectOptions,
  LightMyRequestResponse,
} from 'fastify';

import { type BatchedAnswer, type BatchedOperation, sendBatch } from '#contract/batch.ts';
import { ApiProblem } from '#contract/problem.ts';

import { bodyOf } from '../errors.ts';
import type { Routes } from '../routes.ts';
import { serve } from '../serve.ts';
import { asOf } from './arrival.ts';
import { laneOf } from './lane.ts';

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
      const lanes = lanesOf(operations);
      const arrivedAt = clock();
      const stopped = new Set<string>();
      const answers: BatchedAnswer[] = [];
      for (const [index, operation] of operations.entries()) {
        const lane = lanes[index] ?? '';
        const isLate = clock().getTime() - arrivedAt.getTime() >= patience;
        const answer =
          isLate || stopped.has(lane)
            ? notTried(operation, request)
            : await asOf(arrivedAt, async () => doAlone(app, operation, request));
        if (answer.status >= 400) stopped.add(lane);
        answers.push(answer);
      }
      return answers;
    },
    { bodyLimit: batchBodyLimit },
  );
};

/** The lane of each, once every one is a call that a batch can hold, and none stands there twice. */
function lanesOf(operations: readonly BatchedOperation[]): string[] {
  const errors: Record<string, string[]> = {};
  const known = new Set<string>();
  const lanes = operations.map((operation, index) => {
    const lane = laneOf(operation);
    if (lane === undefined) errors[`${index}.path`] = ['invalid'];
    if (known.has(operation.id)) errors[`${index}.id`] = ['duplicate'];
    known.add(operation.id);
    return lane ?? '';
  });
  if (Object.keys(errors).length > 0) throw new ApiProblem('invalid-input', { errors });
  return lanes;
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
