import { createHash } from 'node:crypto';
import * as z from 'zod/mini';

import { ApiProblem, isProblemCode } from '#contract/problem.ts';
import type { ReplyOf, Route } from '#contract/route.ts';

import { hiddenKey } from '../auth/attempts.ts';
import { limiterPerKey } from '../concurrency.ts';
import { type Database, together, type Transaction, transaction } from '../db/database.ts';
import { problemOf } from '../errors.ts';
import { kindOf, operationsDone } from '../metrics/counters.ts';
import type { Services } from '../services.ts';
import {
  AnsweredBefore,
  AnsweredMeanwhile,
  claim,
  type KeyLimit,
  type Operation,
  settle,
  type StoredAnswer,
} from './store.ts';

/** The moment a request came, which is what its effect is judged by, and its key. */
export type Arrival = {
  arrivedAt: Date;
  /** Undefined where its sender gave it none; then it is done as often as it is asked for. */
  key: string | undefined;
};

/** A change as somebody asked for it, alone or in a batch. */
export type Mutation = Arrival & {
  memberId: string;
  requestId: string;
  method: string;
  url: string;
  body: unknown;
};

/** What an effect answers; the status is 200 unless it says another. */
export type Answer<Body> = {
  status?: number;
  body: Body;
  etag?: string | null;
  /** What is being written: the answer goes out with it, and stands if that does. */
  writing?: Promise<unknown>;
};

/** The same with nothing left to say. */
export type WholeAnswer<Body> = {
  status: number;
  body: Body;
  etag: string | null;
};

/** What an effect says that goes on in another transaction, which is given what it says here. */
export type Unfinished<Progress> = { unfinished: Progress };

/**
 * The change itself: reads and writes in the transaction alone, as it may be done over. One that is too
 * long for a transaction does a part in each, which stands whatever becomes of the next, and passes over what
 * is as it should be: whoever asks again after a part was lost, or too late, goes on from there.
 */
export type Effect<Body> = (
  tx: Transaction,
  arrival: Arrival,
  progress?: unknown,
) => Promise<Answer<Body> | Unfinished<unknown>>;

/**
 * With `ahead` an effect is begun while its key is being claimed, which raises its member's counter: it asks
 * `raiseCursor` first, only reads with what it sends beside that, and writes nothing before all of it is
 * answered.
 */
export type EffectOptions = { ahead?: boolean | undefined };

const attempts = 3;

/** How long a request's arrival decides, in milliseconds: a later commit would leave a choice. */
const decidesFor = 10_000;

/** How many changes of one member wait for their turn; a phone sends four at a time. */
const waiting = 30;

/**
 * Does what was asked, once for every key: the effect, or its last part, and its answer are committed
 * together, and whoever comes with the key again is given that answer. A problem is an answer too, so that
 * nothing refused happens later behind its sender's back. Of what failed no answer is stored.
 */
export async function once<R extends Route>(
  services: Services,
  route: R,
  mutation: Mutation,
  effect: Effect<ReplyOf<R>>,
  { ahead = false }: EffectOptions = {},
): Promise<WholeAnswer<ReplyOf<R>>> {
  const { memberId, requestId, key, arrivedAt } = mutation;
  const arrival = { arrivedAt, key };
  const seen = { before: false };
  return counted(
    route,
    seen,
    turnsAt(services.database)(memberId, async () => {
      refuseLate(services, arrival);
      const fingerprint = fingerprintOf(mutation);
      const limit = keyLimit(services, memberId);
      const operation =
        key === undefined ? undefined : { memberId, key, fingerprint, limit, requestId };
      for (let progress: unknown; ;) {
        const part: Effect<ReplyOf<R>> = async (tx) => effect(tx, arrival, progress);
        const answer = operation
          ? await partOnce(services, route, { operation, arrival, seen, ahead }, part)
          : await inTime(services, arrival, async (tx) => written(await part(tx, arrival)));
        if (!('unfinished' in answer)) return answer;
        progress = answer.unfinished;
      }
    }),
  );
}

/** Whether an operation was answered before; found out while it is looked for. */
type Seen = { before: boolean };

/** Counts what became of an operation. */
async function counted<Result>(route: Route, seen: Seen, work: Promise<Result>): Promise<Result> {
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

/** What one transaction does of an operation, which somebody else may have answered meanwhile. */
async function partOnce<R extends Route>(
  ...[services, route, asked, effect]: Parameters<typeof attemptOnce<R>>
): ReturnType<typeof attemptOnce<R>> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptOnce(services, route, asked, effect);
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
  return { counter, most: services.limits.keysPerDay };
}

const turns = new WeakMap<Database, ReturnType<typeof limiterPerKey>>();

/** One change of a member at a time asks for a connection, so nobody can take those of others. */
function turnsAt(database: Database): ReturnType<typeof limiterPerKey> {
  const known = turns.get(database) ?? limiterPerKey({ atOnce: 1, waiting });
  turns.set(database, known);
  return known;
}

async function attemptOnce<R extends Route>(
  services: Services,
  route: R,
  {
    operation,
    arrival,
    seen,
    ahead,
  }: { operation: Operation; arrival: Arrival; seen: Seen; ahead: boolean },
  effect: Effect<ReplyOf<R>>,
): Promise<WholeAnswer<ReplyOf<R>> | Unfinished<unknown>> {
  const { database, clock } = services;
  let claimed = false;
  try {
    const attempt = async (tx: Transaction) => {
      claimed = false;
      const claiming = claim(tx, operation, { now: clock(), raises: ahead }).then(() => {
        claimed = true;
      });
      if (!ahead) await claiming;
      // failpoint: receipt-kept
      const doing = effect(tx, arrival);
      const [, done] = await together([claiming, doing]);
      if ('unfinished' in done) return done;
      const { writing = Promise.resolve() } = done;
      const answer = whole(done);
      // failpoint: key-outside-transaction
      await together([writing, settle(tx, operation, answer, clock())]);
      return answer;
    };
    return await inTime(services, arrival, attempt, { ahead });
  } catch (error) {
    if (error instanceof AnsweredBefore) {
      seen.before = true;
      return repeated(route, error.answer);
    }
    const { code, status, details } = problemOf(error);
    if (claimed && isFinal(status)) {
      const problem = { status, body: { code, details }, etag: null };
      await transaction(database, (tx) => settle(tx, operation, problem, clock()));
    }
    throw error;
  }
}

/** A transaction that is rolled back unless it is about to be committed while the arrival decides. */
async function inTime<Done>(
  services: Services,
  arrival: Arrival,
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

function refuseLate({ clock }: Services, { arrivedAt }: Arrival): void {
  const age = clock().getTime() - arrivedAt.getTime();
  // failpoint: committed-at-any-time
  if (age > decidesFor) throw new ApiProblem('unavailable', { retryAfterSeconds: 1 });
}

/** Whether a problem would be the same at any time; others depend on who asks again, and when. */
function isFinal(status: number): boolean {
  return status >= 400 && status < 500 && ![401, 408, 412, 429].includes(status);
}

async function written<Body>(
  done: Answer<Body> | Unfinished<unknown>,
): Promise<WholeAnswer<Body> | Unfinished<unknown>> {
  if ('unfinished' in done) return done;
  await done.writing;
  return whole(done);
}

function whole<Body>({ status = 200, body, etag = null }: Answer<Body>): WholeAnswer<Body> {
  return { status, body, etag };
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
