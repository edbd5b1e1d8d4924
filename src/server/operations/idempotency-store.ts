import { and, eq, sql } from 'drizzle-orm';

import { ApiProblem } from '#contract/problem.ts';
import { dayMs } from '#domain/durations.ts';

import { limits } from '../db/auth-tables.ts';
import {
  awaitBegin,
  createPreparedQuery,
  type Queryable,
  awaitPipelined,
  type Transaction,
} from '../db/database.ts';
import { members, operations } from '../db/schema.ts';
import {
  raiseCursor,
  raiseCursorOnce,
  memberWithCursorColumns,
  type MemberWithCursor,
} from './cursor.ts';

/** A request with an idempotency key, and the daily limit of keys. */
export type KeyedRequest = {
  memberId: string;
  key: string;
  fingerprint: string;
  limit: KeyLimit;
  /** The request id that appears in all logs. */
  requestId: string;
};

/** Maximum keys of a member per day; `counter` is the key of the count in the table `limits`. */
export type KeyLimit = { counter: string; maxKeys: number };

/** A stored response. For a problem, `body` contains its code and details. */
export type StoredAnswer = { status: number; body: unknown; etag: string | null };

/**
 * Thrown if another request has stored a response for this key first: this transaction must roll
 * back and return that response.
 */
export class AnswerConflictError extends Error {
  override readonly name = 'AnsweredMeanwhile';
}

const placeholder = sql.placeholder;

const reserveKeyQuery = createPreparedQuery((database) => {
  const looked = database.$with('looked').as(
    database
      .select({
        isOurs: sql<boolean>`pg_try_advisory_xact_lock(
          hashtextextended(${members.id} || ' ' || ${placeholder('key')}, 0))`.as('is_ours'),
        // `pg_stat_activity` shows the request id while the transaction runs. A request id in the
        // statement's text would prevent prepared statements.
        named: sql`set_config('application_name', ${placeholder('name')}, true)`.as('named'),
        fingerprint: operations.fingerprint,
        status: operations.status,
        body: operations.answer,
        etag: operations.etag,
        keys: limits.points,
        until: limits.expire,
      })
      .from(members)
      .leftJoin(limits, eq(limits.key, placeholder('counter')))
      .leftJoin(
        operations,
        // failpoint: key-of-everybody
        and(eq(operations.memberId, members.id), eq(operations.key, placeholder('key'))),
      )
      .where(eq(members.id, placeholder('memberId'))),
  );
  const isNew = sql`${looked.isOurs} and ${looked.fingerprint} is null`;
  const raised = database.$with('raised').as(
    database
      .update(members)
      .set({ cursor: sql`${members.cursor} + 1` })
      .from(looked)
      .where(
        and(eq(members.id, placeholder('memberId')), sql`${placeholder('raises')}::boolean`, isNew),
      )
      .returning(memberWithCursorColumns),
  );
  return database
    .with(looked, raised)
    .select({
      isOurs: looked.isOurs,
      fingerprint: looked.fingerprint,
      status: looked.status,
      body: looked.body,
      etag: looked.etag,
      keys: looked.keys,
      until: looked.until,
      member: {
        cursor: raised.cursor,
        firstName: raised.firstName,
        lastName: raised.lastName,
        userName: raised.userName,
        nameMark: raised.nameMark,
        former: raised.former,
        timeOutFrom: raised.timeOutFrom,
        timeOutUntil: raised.timeOutUntil,
        timeOutSpared: raised.timeOutSpared,
      },
      named: looked.named,
    })
    .from(looked)
    .leftJoin(raised, sql`true`)
    .prepare('claim_operation');
});

const storeAnswerQuery = createPreparedQuery((database) => {
  const counted = database.$with('counted').as(buildKeyCountUpsert(database));
  return database
    .with(counted)
    .insert(operations)
    .values({
      memberId: sql.placeholder('memberId'),
      key: sql.placeholder('key'),
      fingerprint: sql.placeholder('fingerprint'),
      status: sql.placeholder('status'),
      answer: sql.placeholder('body'),
      etag: sql.placeholder('etag'),
      answeredAt: sql.placeholder('answeredAt'),
      cursor: sql.placeholder('cursor'),
    })
    .onConflictDoNothing({ target: [operations.memberId, operations.key] })
    .returning({
      keys: sql<number>`(select points from counted)`,
      until: sql<string>`(select expire from counted)`,
    })
    .prepare('answer_operation');
});

/** Counts an idempotency key; the count restarts a day after its first key. */
function buildKeyCountUpsert(database: Queryable) {
  const isOver = sql`${limits.expire} <= ${sql.placeholder('now')}`;
  return database
    .insert(limits)
    .values({
      key: sql`${sql.placeholder('counter')}`,
      points: 1,
      expire: sql`${sql.placeholder('tomorrow')}`,
    })
    .onConflictDoUpdate({
      target: limits.key,
      set: {
        points: sql`case when ${isOver} then 1 else ${limits.points} + 1 end`,
        expire: sql`case when ${isOver} then excluded.expire else ${limits.expire} end`,
      },
    })
    .returning({ points: limits.points, expire: limits.expire });
}

/** Thrown if the key has a stored response, so the operation must not run again. */
export class AlreadyAnsweredError extends Error {
  override readonly name = 'AnsweredBefore';
  readonly answer: StoredAnswer;

  constructor(answer: StoredAnswer) {
    super();
    this.answer = answer;
  }
}

/**
 * Locks the key until the end of the transaction. Throws `AlreadyAnsweredError` if a response is
 * stored, and refuses a new key above the daily limit. With `raises`, the same statement raises the
 * member's cursor unless a response is stored.
 */
export async function reserveKey(
  tx: Transaction,
  operation: KeyedRequest,
  { now, raises }: { now: Date; raises: boolean },
): Promise<void> {
  const claiming = tryReserveKey(tx, operation, { now, raises });
  if (!raises) return void (await claiming);
  await raiseCursorOnce(tx, operation.memberId, async () => {
    const member = await claiming;
    if (!member) throw new Error('a member whose rows change has no row');
    return member;
  });
}

async function tryReserveKey(
  tx: Transaction,
  { memberId, key, fingerprint, limit, requestId }: KeyedRequest,
  { now, raises }: { now: Date; raises: boolean },
): Promise<MemberWithCursor | null> {
  const name = `touchline ${requestId}`;
  const parameters = { memberId, key, counter: limit.counter, raises, name };
  const [, [row]] = await awaitPipelined([awaitBegin(tx), reserveKeyQuery(tx).execute(parameters)]);

  if (!row?.isOurs) throw new ApiProblem('operation-in-progress', { retryAfterSeconds: 1 });
  const { fingerprint: first, status, body, etag, keys, until, member } = row;
  if (first !== null && status !== null) {
    // An empty fingerprint belongs to a post whose text was erased, so it cannot be compared.
    if (first !== '' && first !== fingerprint) throw new ApiProblem('key-reused');
    throw new AlreadyAnsweredError({ status, body, etag });
  }
  if (keys !== null) refuseTooManyKeys({ keys: keys + 1, until }, limit, now);
  return member;
}

function refuseTooManyKeys(
  { keys, until }: { keys: number; until: number | string | null },
  { maxKeys }: KeyLimit,
  now: Date,
): void {
  const remainingMs = Number(until) - now.getTime();
  if (keys <= maxKeys || remainingMs <= 0) return;
  throw new ApiProblem('rate-limited', { retryAfterSeconds: Math.ceil(remainingMs / 1000) });
}

/**
 * Stores the response in the transaction of its effect, and counts the key. Never overwrites the
 * response of another request, stored before `reserveKey` got its lock.
 */
export async function storeAnswer(
  tx: Transaction,
  operation: KeyedRequest,
  answer: StoredAnswer,
  answeredAt: Date,
): Promise<void> {
  const { limit, requestId: _, ...row } = operation;
  const now = answeredAt.getTime();
  const [stored] = await storeAnswerQuery(tx).execute({
    ...row,
    ...answer,
    answeredAt,
    cursor: await raiseCursor(tx, operation.memberId),
    counter: limit.counter,
    now,
    tomorrow: now + dayMs,
  });
  if (!stored) throw new AnswerConflictError();
  // Another process may have counted keys since this key was reserved.
  refuseTooManyKeys(stored, limit, answeredAt);
}
