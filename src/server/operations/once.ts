import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';

import { ApiProblem, isProblemCode } from '#contract/problem.ts';
import type { ReplyOf, Route } from '#contract/route.ts';

import { type Database, type Transaction, transaction } from '../db/database.ts';
import { problemOf } from '../errors.ts';
import { arrivedAt } from './arrival.ts';
import { keyOf, operationOf } from './key.ts';
import {
  AnsweredMeanwhile,
  claim,
  keepReceipt,
  type Operation,
  settle,
  type StoredAnswer,
} from './store.ts';

/** A mutation as it came in, and what it is judged by. */
export type Mutation<R extends Route> = {
  route: R;
  database: Database;
  clock: () => Date;
  member: { readonly id: string };
  request: FastifyRequest;
  reply: FastifyReply;
  /** What was sent, where it is not JSON and `request.body` does not hold it. */
  sent?: unknown;
};

/** When the server first received the operation, which is the moment its effect is judged by. */
export type Receipt = { receivedAt: Date; key: string | undefined };

/** What an effect answers; the status is 200 unless it says another. */
export type Answer<Body> = { status?: number; body: Body; etag?: string };

/** The change itself: reads and writes in the transaction alone, as it may be done over. */
export type Effect<Body> = (tx: Transaction, receipt: Receipt) => Promise<Answer<Body>>;

const attempts = 3;

/**
 * Does what was asked, once for every key: the effect and its answer are committed together, and
 * whoever comes with the key again is given that answer. A problem is an answer too, so that
 * nothing refused happens later behind its sender's back.
 */
export async function once<R extends Route>(
  mutation: Mutation<R>,
  effect: Effect<ReplyOf<R>>,
): Promise<ReplyOf<R>> {
  const { request, member, sent } = mutation;
  const receivedAt = arrivedAt() ?? mutation.clock();
  const key = keyOf(request);
  if (key === undefined) {
    const answer = await transaction(mutation.database, (tx) => effect(tx, { receivedAt, key }));
    return send(mutation, stored(answer), answer.body);
  }

  const operation = operationOf(request, { memberId: member.id, key, receivedAt, sent });
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptOnce(mutation, operation, effect);
    } catch (error) {
      if (!(error instanceof AnsweredMeanwhile)) throw error;
      if (attempt === attempts) {
        throw new ApiProblem('operation-in-progress', { retryAfterSeconds: 1 }, { cause: error });
      }
    }
  }
}

async function attemptOnce<R extends Route>(
  mutation: Mutation<R>,
  operation: Operation,
  effect: Effect<ReplyOf<R>>,
): Promise<ReplyOf<R>> {
  const { database, clock } = mutation;
  let begun: Operation | undefined;
  try {
    const done = await transaction(database, async (tx) => {
      begun = undefined;
      const claimed = await claim(tx, operation);
      if (claimed.answer) return { answer: claimed.answer };

      begun = { ...operation, receivedAt: claimed.receivedAt };
      const answer = await effect(tx, { receivedAt: claimed.receivedAt, key: operation.key });
      await settle(tx, begun, stored(answer), clock());
      return { answer: stored(answer), body: answer.body };
    });
    return 'body' in done ? send(mutation, done.answer, done.body) : repeat(mutation, done.answer);
  } catch (error) {
    if (begun && !(error instanceof AnsweredMeanwhile)) await remember(mutation, begun, error);
    throw error;
  }
}

/** What is left of an operation whose effect was rolled back: its problem, or when it came. */
async function remember(
  { database, clock }: Pick<Mutation<Route>, 'database' | 'clock'>,
  operation: Operation,
  error: unknown,
): Promise<void> {
  const { code, status, details } = problemOf(error);
  if (isFinal(status)) {
    const problem = { status, body: { code, details }, etag: null };
    await transaction(database, (tx) => settle(tx, operation, problem, clock()));
    return;
  }
  try {
    await keepReceipt(database, operation);
  } catch (unkept) {
    // With the database away nothing can be kept, and the first failure says more.
    if (status < 500) throw unkept;
  }
}

/** Whether a problem would be the same at any time; others depend on who asks again, and when. */
function isFinal(status: number): boolean {
  return status >= 400 && status < 500 && ![401, 408, 412, 429].includes(status);
}

function stored<Body>({ status = 200, body, etag }: Answer<Body>): StoredAnswer {
  return { status, body, etag: etag ?? null };
}

function repeat<R extends Route>(mutation: Mutation<R>, answer: StoredAnswer): ReplyOf<R> {
  if (answer.body === null) throw new ApiProblem('answer-forgotten');
  if (answer.status >= 400) throw storedProblem(answer.body);
  return send(mutation, answer, z.parse<R['reply']>(mutation.route.reply, answer.body));
}

const Problem = z.object({
  code: z.string(),
  details: z.object({
    errors: z.optional(z.record(z.string(), z.array(z.string()))),
    extra: z.optional(z.record(z.string(), z.unknown())),
  }),
});

function storedProblem(body: unknown): ApiProblem {
  const { code, details } = z.parse(Problem, body);
  if (!isProblemCode(code)) throw new Error(`a stored refusal has the unknown code ${code}`);
  const { errors, extra } = details;
  return new ApiProblem(code, { ...(errors && { errors }), ...(extra && { extra }) });
}

function send<R extends Route>(
  { reply }: Mutation<R>,
  { status, etag }: StoredAnswer,
  body: ReplyOf<R>,
): ReplyOf<R> {
  reply.code(status);
  if (etag) reply.header('etag', etag);
  return body;
}
