import { createHash } from 'node:crypto';
import * as z from 'zod/mini';

import { ApiProblem, isProblemCode } from '#contract/problem.ts';
import type { ReplyOf, Route } from '#contract/route.ts';

import { hiddenKey } from '../auth/attempts.ts';
import { createLimiterPerKey } from '../platform/concurrency.ts';
import { type Database, together, type Transaction, transaction } from '../db/database.ts';
import { problemOf } from '../platform/errors.ts';
import { kindOf, operationsDone } from '../metrics/counters.ts';
import type { Services } from '../services.ts';
import { withoutText, withText } from './answered-text.ts';
import {
  AnsweredBefore,
  AnsweredMeanwhile,
  reserveKey,
  type KeyLimit,
  type Operation,
  storeResponse,
  type StoredAnswer,
} from './store.ts';

/** The arrival time of a request, which decides deadlines, and its idempotency key. */
export type ReceivedRequest = {
  arrivedAt: Date;
  /** Undefined if the caller sent none; then each request runs again. */
  key: string | undefined;
};

/** A mutation as it was requested, alone or in a batch. */
export type Mutation = ReceivedRequest & {
  memberId: string;
  requestId: string;
  method: string;
  url: string;
  body: unknown;
};

/** Result of an effect; the status defaults to 200. */
export type Answer<Body> = {
  status?: number;
  body: Body;
  etag?: string | null;
  /** A pending write: the response waits for it and is sent only if it succeeds. */
  writing?: Promise<unknown>;
};

/** A response with all defaults filled in. */
export type CompleteAnswer<Body> = {
  status: number;
  body: Body;
  etag: string | null;
};

/** Result of an effect that continues in another transaction, which receives this progress. */
export type Continuation<Progress> = { unfinished: Progress };

/**
 * The mutation: reads and writes only in the transaction, because it may run again. A long mutation
 * runs one batch per transaction; each batch is committed by itself, and the effect skips what is
 * already done, so that a repeated request continues after a lost batch.
 */
export type Effect<Body> = (
  tx: Transaction,
  arrival: ReceivedRequest,
  progress?: unknown,
) => Promise<Answer<Body> | Continuation<unknown>>;

/**
 * With `pipelined` the effect runs while its key is being reserved by the statement that raises the
 * member's cursor: it calls `raiseCursor` first, sends only reads together with it, and writes only
 * after all of them returned.
 */
export type EffectOptions = { pipelined?: boolean | undefined };

const attempts = 3;

/**
 * Maximum time between arrival and commit, in milliseconds: a later commit would let the caller
 * choose after the fact.
 */
const maxCommitDelayMs = 10_000;

/** Maximum queued mutations of one member; a phone sends four at a time. */
const maxQueued = 30;

/**
 * Runs a mutation once per idempotency key: the effect (its last batch, if long) and its response
 * are committed together, and a request with a known key receives the stored response. A refusal is
 * stored, too, so that a refused mutation never succeeds later. A failure stores nothing.
 */
export async function runIdempotent<R extends Route>(
  services: Services,
  route: R,
  mutation: Mutation,
  effect: Effect<ReplyOf<R>>,
  { pipelined = false }: EffectOptions = {},
): Promise<CompleteAnswer<ReplyOf<R>>> {
  const { memberId, requestId, key, arrivedAt } = mutation;
  const arrival = { arrivedAt, key };
  const seen = { before: false };
  return counted(
    route,
    seen,
    limiterOf(services.database)(memberId, async () => {
      refuseLate(services, arrival);
      const fingerprint = fingerprintOf(mutation);
      const limit = keyLimit(services, memberId);
      const operation =
        key === undefined ? undefined : { memberId, key, fingerprint, limit, requestId };
      for (let progress: unknown; ;) {
        const effectOfBatch: Effect<ReplyOf<R>> = async (tx, received) =>
          effect(tx, received, progress);
        const answer = operation
          ? await runTransaction(
              services,
              route,
              { operation, arrival, seen, pipelined },
              effectOfBatch,
            )
          : await inTime(services, arrival, async (tx) =>
              afterWrites(await effectOfBatch(tx, arrival)),
            );
        if (!('unfinished' in answer)) return answer;
        progress = answer.unfinished;
      }
    }),
  );
}

/** Set to true while the key is looked up, if the operation has a stored response. */
type Lookup = { before: boolean };

/** Counts the outcome of an operation. */
async function counted<Result>(route: Route, seen: Lookup, work: Promise<Result>): Promise<Result> {
  const count = (outcome: string) =>
    operationsDone.inc({ kind: kindOf(route), outcome: seen.before ? 'repeated' : outcome });
  try {
    const answer = await work;
    count('done');
    return answer;
  } catch (error) {
    count(problemOf(error).status < 500 ? 'refused' : 'failed');
    throw error;
  }
}

/**
 * Runs one transaction of an operation and retries if another request stored a response meanwhile.
 */
async function runTransaction<R extends Route>(
  ...[services, route, keyed, effect]: Parameters<typeof tryTransaction<R>>
): ReturnType<typeof tryTransaction<R>> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await tryTransaction(services, route, keyed, effect);
    } catch (error) {
      if (!(error instanceof AnsweredMeanwhile)) throw error;
      if (attempt === attempts) {
        throw new ApiProblem('operation-in-progress', { retryAfterSeconds: 1 }, { cause: error });
      }
    }
  }
}

function keyLimit(services: Services, memberId: string): KeyLimit {
  const counter = `key:${hiddenKey(services, 'key', memberId)}`;
  return { counter, maxKeys: services.limits.keysPerDay };
}

const limiters = new WeakMap<Database, ReturnType<typeof createLimiterPerKey>>();

/**
 * Limits each member to one mutation that needs a connection, so that none can exhaust the pool.
 */
function limiterOf(database: Database): ReturnType<typeof createLimiterPerKey> {
  const known =
    limiters.get(database) ?? createLimiterPerKey({ maxRunning: 1, maxWaiting: maxQueued });
  limiters.set(database, known);
  return known;
}

async function tryTransaction<R extends Route>(
  services: Services,
  route: R,
  {
    operation,
    arrival,
    seen,
    pipelined,
  }: { operation: Operation; arrival: ReceivedRequest; seen: Lookup; pipelined: boolean },
  effect: Effect<ReplyOf<R>>,
): Promise<CompleteAnswer<ReplyOf<R>> | Continuation<unknown>> {
  const { database, clock } = services;
  let reserved = false;
  try {
    const attempt = async (tx: Transaction) => {
      reserved = false;
      const reserving = reserveKey(tx, operation, { now: clock(), raises: pipelined }).then(() => {
        reserved = true;
      });
      if (!pipelined) await reserving;
      // failpoint: receipt-kept
      const running = effect(tx, arrival);
      const [, done] = await together([reserving, running]);
      if ('unfinished' in done) return done;
      const { writing = Promise.resolve() } = done;
      const answer = complete(done);
      // failpoint: key-outside-transaction
      const stored = { ...answer, body: withoutText(answer.body) };
      await together([writing, storeResponse(tx, operation, stored, clock())]);
      return answer;
    };
    return await inTime(services, arrival, attempt, { pipelined });
  } catch (error) {
    if (error instanceof AnsweredBefore) {
      seen.before = true;
      return repeated(services, route, error.answer);
    }
    const { code, status, details } = problemOf(error);
    if (reserved && isFinal(status)) {
      const problem = { status, body: { code, details }, etag: null };
      await transaction(database, (tx) => storeResponse(tx, operation, problem, clock()));
    }
    throw error;
  }
}

/** Runs a transaction that is rolled back if its commit would be too late after the arrival. */
async function inTime<Done>(
  services: Services,
  arrival: ReceivedRequest,
  work: (tx: Transaction) => Promise<Done>,
  config: Parameters<typeof transaction>[2] = {},
): Promise<Done> {
  const timely = async (tx: Transaction) => {
    const done = await work(tx);
    refuseLate(services, arrival);
    return done;
  };
  return transaction(services.database, timely, config);
}

function refuseLate({ clock }: Services, { arrivedAt }: ReceivedRequest): void {
  const age = clock().getTime() - arrivedAt.getTime();
  // failpoint: committed-at-any-time
  if (age > maxCommitDelayMs) throw new ApiProblem('unavailable', { retryAfterSeconds: 1 });
}

/**
 * True for a problem that a repeated request would receive again; others depend on the time or on
 * the session.
 */
function isFinal(status: number): boolean {
  return status >= 400 && status < 500 && ![401, 408, 412, 429].includes(status);
}

async function afterWrites<Body>(
  done: Answer<Body> | Continuation<unknown>,
): Promise<CompleteAnswer<Body> | Continuation<unknown>> {
  if ('unfinished' in done) return done;
  await done.writing;
  return complete(done);
}

function complete<Body>({ status = 200, body, etag = null }: Answer<Body>): CompleteAnswer<Body> {
  return { status, body, etag };
}

async function repeated<R extends Route>(
  { database }: Services,
  route: R,
  answer: StoredAnswer,
): Promise<CompleteAnswer<ReplyOf<R>>> {
  if (answer.body === null) throw new ApiProblem('answer-forgotten');
  if (answer.status >= 400) throw storedProblem(answer.body);
  const body = await withText(database, answer.body);
  return { ...answer, body: z.parse<R['reply']>(route.reply, body) };
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

/** Digest of a request: equal for the same method, path and values in any order. */
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
