import { createHash } from 'node:crypto';
import * as z from 'zod/mini';

import { ApiProblem, isProblemCode } from '#contract/problem.ts';
import type { ReplyOf, Route } from '#contract/route.ts';

import { hashLimitKey } from '../auth/attempts.ts';
import { createLimiterPerKey } from '../platform/concurrency.ts';
import {
  type Database,
  awaitPipelined,
  type Transaction,
  runInTransaction,
} from '../db/database.ts';
import { toProblem } from '../platform/errors.ts';
import { toOperationLabel, operationOutcomes } from '../metrics/counters.ts';
import type { Services } from '../services.ts';
import { removeTextsOfAnswer, restoreTextsOfAnswer } from '../tips/texts.ts';
import {
  AlreadyAnsweredError,
  AnswerConflictError,
  reserveKey,
  type KeyLimit,
  type KeyedRequest,
  storeAnswer,
  type StoredAnswer,
} from './idempotency-store.ts';

/** The arrival time of a request, which decides deadlines, and its idempotency key. */
export type IdempotencyContext = {
  arrivedAt: Date;
  /** Undefined if the caller sent no key; then a repeated request runs again. */
  key: string | undefined;
};

/** A requested mutation, from a single call or a batch. */
export type MutationRequest = IdempotencyContext & {
  memberId: string;
  requestId: string;
  method: string;
  url: string;
  body: unknown;
};

/** Result of an effect; `status` defaults to 200. */
export type Answer<Body> = {
  status?: number;
  body: Body;
  etag?: string | null;
  /** A write in progress; the response is sent after the write succeeds. */
  pendingWrite?: Promise<unknown>;
};

/** An answer with all defaults applied. */
export type CompleteAnswer<Body> = {
  status: number;
  body: Body;
  etag: string | null;
};

/** Progress of an unfinished effect; the next transaction receives it. */
export type Continuation<Progress> = { unfinished: Progress };

/**
 * The work of a mutation. Reads and writes only in `tx`, because the work may run again. Long work
 * runs one batch per transaction, each committed separately, and skips rows that are already
 * changed, so that a repeated request continues after a lost batch.
 */
export type Effect<Body> = (
  tx: Transaction,
  arrival: IdempotencyContext,
  progress?: unknown,
) => Promise<Answer<Body> | Continuation<unknown>>;

/**
 * With `pipelined`, the effect starts while one statement reserves the key and raises the member's
 * cursor. The effect must call `raiseCursor` first, send only reads before that call returns, and
 * write only after all reads have returned.
 */
export type EffectOptions = { pipelined?: boolean | undefined };

const maxConflictAttempts = 3;

/**
 * Maximum milliseconds from a request's arrival to its commit. Without this limit, a member could
 * delay a request from before kick-off and decide after kick-off whether it completes.
 */
const maxCommitDelayMs = 10_000;

/** Maximum queued mutations of one member in this process; a device sends one request at a time. */
const maxQueuedMutations = 30;

/**
 * Runs a mutation once per idempotency key. The effect (for long work, its last batch) and its
 * response are committed together, and a repeated key returns the stored response. A refusal is
 * also stored, so that a refused mutation never succeeds later. A failure stores nothing.
 */
export async function runIdempotent<R extends Route>(
  services: Services,
  route: R,
  mutation: MutationRequest,
  effect: Effect<ReplyOf<R>>,
  { pipelined = false }: EffectOptions = {},
): Promise<CompleteAnswer<ReplyOf<R>>> {
  const { memberId, requestId, key, arrivedAt } = mutation;
  const arrival = { arrivedAt, key };
  const seen = { hadAnswer: false };
  return countOutcome(
    route,
    seen,
    getMemberLimiter(services.database)(memberId, async () => {
      refuseLateRequest(services, arrival);
      const fingerprint = computeFingerprint(mutation);
      const limit = createKeyLimit(services, memberId);
      const operation =
        key === undefined ? undefined : { memberId, key, fingerprint, limit, requestId };
      for (let progress: unknown; ;) {
        const effectOfBatch: Effect<ReplyOf<R>> = async (tx, received) =>
          effect(tx, received, progress);
        const answer = operation
          ? await retryTransaction(
              services,
              route,
              { operation, arrival, seen, pipelined },
              effectOfBatch,
            )
          : await runBeforeDeadline(services, arrival, async (tx) =>
              awaitWrites(await effectOfBatch(tx, arrival)),
            );
        if (!('unfinished' in answer)) return answer;
        progress = answer.unfinished;
      }
    }),
  );
}

/** `hadAnswer` becomes true if the key has a stored response. */
type KeyLookup = { hadAnswer: boolean };

/** Counts the outcome of an operation in the metrics. */
async function countOutcome<Result>(
  route: Route,
  seen: KeyLookup,
  work: Promise<Result>,
): Promise<Result> {
  const count = (outcome: string) =>
    operationOutcomes.inc({
      kind: toOperationLabel(route),
      outcome: seen.hadAnswer ? 'repeated' : outcome,
    });
  try {
    const answer = await work;
    count('done');
    return answer;
  } catch (error) {
    count(toProblem(error).status < 500 ? 'refused' : 'failed');
    throw error;
  }
}

/** Runs one transaction of an operation; retries if another request stored a response first. */
async function retryTransaction<R extends Route>(
  ...[services, route, keyed, effect]: Parameters<typeof tryTransaction<R>>
): ReturnType<typeof tryTransaction<R>> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await tryTransaction(services, route, keyed, effect);
    } catch (error) {
      if (!(error instanceof AnswerConflictError)) throw error;
      if (attempt === maxConflictAttempts) {
        throw new ApiProblem('operation-in-progress', { retryAfterSeconds: 1 }, { cause: error });
      }
    }
  }
}

function createKeyLimit(services: Services, memberId: string): KeyLimit {
  const counter = `key:${hashLimitKey(services, 'key', memberId)}`;
  return { counter, maxKeys: services.limits.keysPerDay };
}

const limiters = new WeakMap<Database, ReturnType<typeof createLimiterPerKey>>();

/** Returns a member's limiter, so that no member can use up the connection pool. */
function getMemberLimiter(database: Database): ReturnType<typeof createLimiterPerKey> {
  const known =
    limiters.get(database) ??
    createLimiterPerKey({ maxRunning: 1, maxWaiting: maxQueuedMutations });
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
  }: { operation: KeyedRequest; arrival: IdempotencyContext; seen: KeyLookup; pipelined: boolean },
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
      const [, done] = await awaitPipelined([reserving, running]);
      if ('unfinished' in done) return done;
      const { pendingWrite = Promise.resolve() } = done;
      const answer = toCompleteAnswer(done);
      // failpoint: key-outside-transaction
      const stored = { ...answer, body: removeTextsOfAnswer(answer.body) };
      await awaitPipelined([pendingWrite, storeAnswer(tx, operation, stored, clock())]);
      return answer;
    };
    return await runBeforeDeadline(services, arrival, attempt, { pipelined });
  } catch (error) {
    if (error instanceof AlreadyAnsweredError) {
      seen.hadAnswer = true;
      return repeatAnswer(services, route, error.answer);
    }
    const { code, status, details } = toProblem(error);
    if (reserved && isFinalStatus(status)) {
      const problem = { status, body: { code, details }, etag: null };
      await runInTransaction(database, (tx) => storeAnswer(tx, operation, problem, clock()));
    }
    throw error;
  }
}

/** Runs a transaction; rolls it back if the commit would be too long after the arrival. */
async function runBeforeDeadline<Done>(
  services: Services,
  arrival: IdempotencyContext,
  work: (tx: Transaction) => Promise<Done>,
  config: Parameters<typeof runInTransaction>[2] = {},
): Promise<Done> {
  const timely = async (tx: Transaction) => {
    const done = await work(tx);
    refuseLateRequest(services, arrival);
    return done;
  };
  return runInTransaction(services.database, timely, config);
}

function refuseLateRequest({ clock }: Services, { arrivedAt }: IdempotencyContext): void {
  const age = clock().getTime() - arrivedAt.getTime();
  // failpoint: committed-at-any-time
  if (age > maxCommitDelayMs) throw new ApiProblem('unavailable', { retryAfterSeconds: 1 });
}

/** True if a repeated request would be refused again; other problems depend on time or session. */
function isFinalStatus(status: number): boolean {
  return status >= 400 && status < 500 && ![401, 408, 412, 429].includes(status);
}

async function awaitWrites<Body>(
  done: Answer<Body> | Continuation<unknown>,
): Promise<CompleteAnswer<Body> | Continuation<unknown>> {
  if ('unfinished' in done) return done;
  await done.pendingWrite;
  return toCompleteAnswer(done);
}

function toCompleteAnswer<Body>({
  status = 200,
  body,
  etag = null,
}: Answer<Body>): CompleteAnswer<Body> {
  return { status, body, etag };
}

async function repeatAnswer<R extends Route>(
  { database }: Services,
  route: R,
  answer: StoredAnswer,
): Promise<CompleteAnswer<ReplyOf<R>>> {
  if (answer.body === null) throw new ApiProblem('answer-forgotten');
  if (answer.status >= 400) throw parseStoredProblem(answer.body);
  const body = await restoreTextsOfAnswer(database, answer.body);
  return { ...answer, body: z.parse<R['reply']>(route.reply, body) };
}

const StoredProblem = z.object({
  code: z.string(),
  details: z.object({
    errors: z.optional(z.record(z.string(), z.array(z.string()))),
    extra: z.optional(z.record(z.string(), z.unknown())),
  }),
});

function parseStoredProblem(body: unknown): ApiProblem {
  const { code, details } = z.parse(StoredProblem, body);
  if (!isProblemCode(code)) throw new Error(`a stored problem has the unknown code ${code}`);
  const { errors, extra } = details;
  return new ApiProblem(code, { ...(errors && { errors }), ...(extra && { extra }) });
}

/** Returns a digest of method, path and body that does not depend on the order of fields. */
export function computeFingerprint({
  method,
  url,
  body,
}: Pick<MutationRequest, 'method' | 'url' | 'body'>): string {
  return createHash('sha256')
    .update(`${method} ${url}\n${toCanonicalJson(body)}`)
    .digest('base64url');
}

function toCanonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toCanonicalJson).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? '';
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${toCanonicalJson(member)}`);
  return `{${members.join()}}`;
}
