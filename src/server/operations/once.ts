import { createHash } from 'node:crypto';
import * as z from 'zod/mini';

import { ApiProblem, isProblemCode } from '#contract/problem.ts';
import type { ReplyOf, Route } from '#contract/route.ts';

import { type Transaction, transaction } from '../db/database.ts';
import { problemOf } from '../errors.ts';
import type { Services } from '../services.ts';
import {
  AnsweredMeanwhile,
  claim,
  keepReceipt,
  type Operation,
  settle,
  type StoredAnswer,
} from './store.ts';

/** A change as somebody asked for it, alone or in a batch. */
export type Mutation = {
  memberId: string;
  /** Undefined where its sender gave it no key; then it is done as often as it is asked for. */
  key: string | undefined;
  method: string;
  url: string;
  body: unknown;
  receivedAt: Date;
};

/** When the server first received the operation, which is the moment its effect is judged by. */
export type Receipt = { receivedAt: Date; key: string | undefined };

/** What an effect answers; the status is 200 unless it says another. */
export type Answer<Body> = { status?: number; body: Body; etag?: string };

/** The same with nothing left to say. */
export type WholeAnswer<Body> = { status: number; body: Body; etag: string | null };

/** The change itself: reads and writes in the transaction alone, as it may be done over. */
export type Effect<Body> = (tx: Transaction, receipt: Receipt) => Promise<Answer<Body>>;

const attempts = 3;

/**
 * Does what was asked, once for every key: the effect and its answer are committed together, and
 * whoever comes with the key again is given that answer. A problem is an answer too, so that
 * nothing refused happens later behind its sender's back.
 */
export async function once<R extends Route>(
  services: Services,
  route: R,
  mutation: Mutation,
  effect: Effect<ReplyOf<R>>,
): Promise<WholeAnswer<ReplyOf<R>>> {
  const { memberId, key, receivedAt } = mutation;
  if (key === undefined) {
    return whole(await transaction(services.database, (tx) => effect(tx, { receivedAt, key })));
  }

  const operation = { memberId, key, receivedAt, fingerprint: fingerprintOf(mutation) };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptOnce(services, route, operation, effect);
    } catch (error) {
      if (!(error instanceof AnsweredMeanwhile)) throw error;
      if (attempt === attempts) {
        throw new ApiProblem('operation-in-progress', { retryAfterSeconds: 1 }, { cause: error });
      }
    }
  }
}

async function attemptOnce<R extends Route>(
  services: Services,
  route: R,
  operation: Operation,
  effect: Effect<ReplyOf<R>>,
): Promise<WholeAnswer<ReplyOf<R>>> {
  const { database, clock } = services;
  let begun: Operation | undefined;
  try {
    return await transaction(database, async (tx) => {
      begun = undefined;
      const claimed = await claim(tx, operation);
      if (claimed.answer) return repeated(route, claimed.answer);

      begun = { ...operation, receivedAt: claimed.receivedAt };
      const answer = whole(await effect(tx, begun));
      // failpoint: key-outside-transaction
      await settle(tx, begun, answer, clock());
      return answer;
    });
  } catch (error) {
    if (begun && !(error instanceof AnsweredMeanwhile)) await remember(services, begun, error);
    throw error;
  }
}

/** What is left of an operation whose effect was rolled back: its problem, or when it came. */
async function remember(
  { database, clock }: Services,
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
    // With the database away nothing can be stored, and the first failure says more.
    if (status < 500) throw unkept;
  }
}

/** Whether a problem would be the same at any time; others depend on who asks again, and when. */
function isFinal(status: number): boolean {
  return status >= 400 && status < 500 && ![401, 408, 412, 429].includes(status);
}

function whole<Body>({ status = 200, body, etag }: Answer<Body>): WholeAnswer<Body> {
  return { status, body, etag: etag ?? null };
}

function repeated<R extends Route>(route: R, answer: StoredAnswer): WholeAnswer<ReplyOf<R>> {
  if (answer.body === null) throw new ApiProblem('answer-forgotten');
  if (answer.status >= 400) throw storedProblem(answer.body);
  return { ...answer, body: z.parse<R['reply']>(route.reply, answer.body) };
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
  if (!isProblemCode(code)) throw new Error(`a stored problem has the unknown code ${code}`);
  const { errors, extra } = details;
  return new ApiProblem(code, { ...(errors && { errors }), ...(extra && { extra }) });
}

/** What was asked, in one text: the same for the same method, path and values in any order. */
export function fingerprintOf({
  method,
  url,
  body,
}: Pick<Mutation, 'method' | 'url' | 'body'>): string {
  return createHash('sha256')
    .update(`${method} ${url}\n${canonical(body)}`)
    .digest('base64url');
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? '';
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`);
  return `{${members.join()}}`;
}
