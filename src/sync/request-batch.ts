import type * as z from 'zod/mini';
import { type BatchedAnswer, sendBatch } from '#contract/sync.ts';
import { type Answer, type Api, readAnswer } from './api.ts';
import { ownBackend } from './backend.ts';
import type { Answered, BatchEntry } from './drain-state.ts';
import { longestRetryAfter } from './retry-after.ts';

/** What sending a parcel needs besides it. */
export type Sender = {
  api: Api;
  token: string;
  /** The shape the answer to an operation must have. */
  replyOf: (entry: BatchEntry) => z.ZodMiniType;
};

/**
 * Sends operations in one request and answers what became of each, as if it had gone alone; or
 * that the server takes no batch, so that none of them was tried.
 */
export async function sendRequestBatch(
  requestBatch: readonly BatchEntry[],
  sender: Sender,
): Promise<readonly Answered[] | 'batch-refused'> {
  const [first] = requestBatch;
  if (!first) return [];
  if (requestBatch.length > 1) return sendTogether(requestBatch, first, sender);
  const { api, token, replyOf } = sender;
  const answer = await api.send({ ...first.request, key: first.row.id, token }, replyOf(first));
  return [{ id: first.row.id, answer }];
}

async function sendTogether(
  requestBatch: readonly BatchEntry[],
  first: BatchEntry,
  { api, token, replyOf }: Sender,
): Promise<readonly Answered[] | 'batch-refused'> {
  const body = requestBatch.map(({ row, request }) => ({
    id: row.id,
    method: request.method,
    path: request.path,
    lane: row.lane,
    ...(request.ifMatch !== undefined && { ifMatch: request.ifMatch }),
    body: parsed(request.body),
  }));
  const { method, path } = sendBatch;
  // The key proves whose answer it is. No operation's own would do: whoever knows no batches and
  // keeps this problem under it would refuse the operation itself afterwards.
  const key = `batch:${first.row.id}`;
  const plain = { method, path, body: JSON.stringify(body), key, token };
  const answer = await api.send(plain, sendBatch.reply);
  if (isNoBatch(answer)) return 'batch-refused';
  if (answer.kind !== 'ok') return requestBatch.map(({ row }) => ({ id: row.id, answer }));

  const saidById = new Map(answer.reply.map((said) => [said.id, said]));
  const isOurs = answer.reply.every(({ id }) => requestBatch.some(({ row }) => row.id === id));
  return requestBatch.map((entry) => {
    const said = isOurs ? saidById.get(entry.row.id) : undefined;
    return { id: entry.row.id, answer: said ? readBatched(said, replyOf(entry)) : unbelievable };
  });
}

function parsed(text: string): unknown {
  return JSON.parse(text);
}

const unbelievable = { kind: 'unreachable', cause: 'not-verified' } as const;

function readBatched(said: BatchedAnswer, reply: z.ZodMiniType): Answer<unknown> {
  const answer = readAnswer(said, reply, ownBackend);
  if (answer?.kind !== 'refused' || said.retryAfter === undefined) return answer ?? unbelievable;
  const retryAfter = Math.min(Math.max(said.retryAfter * 1000, 0), longestRetryAfter);
  return { ...answer, retryAfter };
}

/** What gateways say, in pages of their own, to a call that is too large or that they do not know. */
const statusesOfNoBatch: readonly (number | undefined)[] = [400, 404, 405, 413, 414, 415, 501];

/** Refusals of the call that hold for every operation in it; of any other none was tried. */
const statusesForAll: readonly number[] = [401, 408, 425, 426, 429];

function isNoBatch(answer: Answer<unknown>): boolean {
  if (answer.kind === 'unreachable') return statusesOfNoBatch.includes(answer.status);
  if (answer.kind !== 'refused' || answer.status >= 500) return false;
  return !statusesForAll.includes(answer.status) && answer.problem.code !== 'email-unverified';
}
