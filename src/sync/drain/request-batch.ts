import type * as z from 'zod/mini';
import { type BatchedAnswer, sendBatch } from '#contract/sync.ts';
import { type ApiAnswer, type Api, parseAnswer } from '../backend/api.ts';
import { touchlineBackend } from '../backend/backend.ts';
import type { OperationAnswer, BatchEntry } from './state.ts';
import { maxRetryAfterMs } from '../backend/retry-after.ts';

export type SendDependencies = {
  api: Api;
  token: string;
  /** The schema of the response to an operation. */
  replyOf: (entry: BatchEntry) => z.ZodMiniType;
};

/**
 * Sends operations in one request and returns the response to each; or `batch-refused` if the
 * server accepts no batches and executed no operation.
 */
export async function sendRequestBatch(
  requestBatch: readonly BatchEntry[],
  sender: SendDependencies,
): Promise<readonly OperationAnswer[] | 'batch-refused'> {
  const [first] = requestBatch;
  if (!first) return [];
  if (requestBatch.length > 1) return sendTogether(requestBatch, first, sender);
  const { api, token, replyOf } = sender;
  const request = {
    ...first.request,
    token,
    // failpoint: no-key-on-retry
    // failpoint: new-key-per-retry
    key: first.row.id,
  };
  const answer = await api.send(request, replyOf(first));
  return [{ id: first.row.id, answer }];
}

async function sendTogether(
  requestBatch: readonly BatchEntry[],
  first: BatchEntry,
  { api, token, replyOf }: SendDependencies,
): Promise<readonly OperationAnswer[] | 'batch-refused'> {
  const body = requestBatch.map(({ row, request }) => ({
    id: row.id,
    method: request.method,
    path: request.path,
    subjects: row.subjects,
    ...(request.ifMatch !== undefined && { ifMatch: request.ifMatch }),
    body: parseRequestBody(request.body),
  }));
  const { method, path } = sendBatch;
  // Uses a separate key: a server without batches may store its refusal under the key, which would
  // refuse the operation later.
  const key = `batch:${first.row.id}`;
  const plain = { method, path, body: JSON.stringify(body), key, token };
  const answer = await api.send(plain, sendBatch.reply);
  if (isBatchUnsupported(answer)) return 'batch-refused';
  if (answer.kind !== 'ok') return requestBatch.map(({ row }) => ({ id: row.id, answer }));

  const answerById = new Map(answer.reply.map((batched) => [batched.id, batched]));
  const isOurs = answer.reply.every(({ id }) => requestBatch.some(({ row }) => row.id === id));
  return requestBatch.map((entry) => {
    const batched = isOurs ? answerById.get(entry.row.id) : undefined;
    return {
      id: entry.row.id,
      answer: batched ? parseBatchedAnswer(batched, replyOf(entry)) : unverifiedAnswer,
    };
  });
}

function parseRequestBody(text: string): unknown {
  return JSON.parse(text);
}

const unverifiedAnswer = { kind: 'unreachable', cause: 'not-verified' } as const;

function parseBatchedAnswer(batched: BatchedAnswer, reply: z.ZodMiniType): ApiAnswer<unknown> {
  const answer = parseAnswer(batched, reply, touchlineBackend);
  if (answer?.kind !== 'refused' || batched.retryAfter === undefined)
    return answer ?? unverifiedAnswer;
  const retryAfter = Math.min(Math.max(batched.retryAfter * 1000, 0), maxRetryAfterMs);
  return { ...answer, retryAfter };
}

/** Statuses with which gateways refuse a body that is too large or a path that is unknown. */
const batchUnsupportedStatuses: readonly (number | undefined)[] = [
  400, 404, 405, 413, 414, 415, 501,
];

/** Statuses that apply to each operation of the request. */
const statusesForAll: readonly number[] = [401, 408, 425, 426, 429];

function isBatchUnsupported(answer: ApiAnswer<unknown>): boolean {
  if (answer.kind === 'unreachable') return batchUnsupportedStatuses.includes(answer.status);
  if (answer.kind !== 'refused' || answer.status >= 500) return false;
  return !statusesForAll.includes(answer.status) && answer.problem.code !== 'email-unverified';
}
