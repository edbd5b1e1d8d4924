import { sql } from 'drizzle-orm';

import { ApiProblem } from '#contract/problem.ts';

import type { Database, Transaction } from '../db/database.ts';
import { operations } from '../db/schema.ts';
import { statement } from '../db/statement.ts';
import { raiseCursor } from './cursor.ts';

/** A request that carries a key, as it is told from others and found again. */
export type Operation = {
  memberId: string;
  key: string;
  fingerprint: string;
  /** When this request came; an earlier one with the same key may have come before. */
  receivedAt: Date;
};

/** What was answered, and is answered again. A problem's body is its code and details. */
export type StoredAnswer = { status: number; body: unknown; etag: string | null };

/** What is known of an operation: when it came first, and its answer if it has one. */
export type Claim = { receivedAt: Date; answer?: StoredAnswer };

/** Somebody else wrote the answer first: what was done here must not stand, theirs does. */
export class AnsweredMeanwhile extends Error {
  override readonly name = 'AnsweredMeanwhile';
}

type Look = {
  isOurs: boolean;
  fingerprint: string | null;
  receivedAt: string | null;
  status: number | null;
  body: unknown;
  etag: string | null;
};

const lockAndLook = statement<Look, { memberId: string; key: string }>(
  'claim_operation',
  (
    value,
  ) => sql`select pg_try_advisory_xact_lock(hashtextextended(asked.member_id || ' ' || asked.key, 0))
      as "isOurs", ${operations.fingerprint}, ${operations.receivedAt} as "receivedAt",
      ${operations.status}, ${operations.answer} as body, ${operations.etag}
    from (values (${value('memberId')}::uuid, ${value('key')}::text))
      as asked (member_id, key)
    left join ${operations}
      on ${operations.memberId} = asked.member_id and ${operations.key} = asked.key`,
);

const answer = statement<{ key: string }, Answered>(
  'answer_operation',
  (value) => sql`insert into ${operations} as known
      (member_id, key, fingerprint, received_at, status, answer, etag, answered_at, cursor)
    values (${value('memberId')}, ${value('key')}, ${value('fingerprint')}, ${value('receivedAt')},
      ${value('status')}, ${value('answer')}, ${value('etag')}, ${value('answeredAt')},
      ${value('cursor')})
    on conflict (member_id, key) do update
      set status = excluded.status, answer = excluded.answer, etag = excluded.etag,
        answered_at = excluded.answered_at, cursor = excluded.cursor
      where known.status is null and known.fingerprint = excluded.fingerprint
        and known.received_at = excluded.received_at
    returning known.key`,
);

type Answered = {
  memberId: string;
  key: string;
  fingerprint: string;
  receivedAt: Date;
  status: number;
  answer: string;
  etag: string | null;
  answeredAt: Date;
  cursor: number;
};

/** Keeps others out until the transaction ends, and tells what is known. */
export async function claim(tx: Transaction, operation: Operation): Promise<Claim> {
  const { memberId, key, fingerprint } = operation;
  const [row] = await lockAndLook(tx, { memberId, key });

  if (!row?.isOurs) throw new ApiProblem('operation-in-progress', { retryAfterSeconds: 1 });
  if (row.fingerprint === null || row.receivedAt === null) return operation;
  if (row.fingerprint !== fingerprint) throw new ApiProblem('key-reused');
  const { status, body, etag } = row;
  const receivedAt = new Date(row.receivedAt);
  return status === null ? { receivedAt } : { receivedAt, answer: { status, body, etag } };
}

/**
 * Writes the answer in the transaction of what it answers for. The lock of `claim` is taken after
 * its statement has looked, so a row can appear in between; it is never written over.
 */
export async function settle(
  tx: Transaction,
  operation: Operation,
  { status, body, etag }: StoredAnswer,
  answeredAt: Date,
): Promise<void> {
  const written = await answer(tx, {
    ...operation,
    status,
    answer: JSON.stringify(body),
    etag,
    answeredAt,
    cursor: await raiseCursor(tx, operation.memberId),
  });
  if (written.length === 0) throw new AnsweredMeanwhile();
}

/** Remembers when an operation came first, while it has no answer that could be given again. */
export async function keepReceipt(
  database: Database,
  { memberId, key, fingerprint, receivedAt }: Operation,
): Promise<void> {
  await database
    .insert(operations)
    .values({ memberId, key, fingerprint, receivedAt })
    .onConflictDoNothing();
}
