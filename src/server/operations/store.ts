import { and, eq, sql } from 'drizzle-orm';

import { ApiProblem } from '#contract/problem.ts';

import { type Database, prepared, type Transaction } from '../db/database.ts';
import { members, operations } from '../db/schema.ts';
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

const lockAndLook = prepared((database) =>
  database
    .select({
      isOurs: sql<boolean>`pg_try_advisory_xact_lock(
        hashtextextended(${members.id} || ' ' || ${sql.placeholder('key')}, 0))`,
      known: {
        fingerprint: operations.fingerprint,
        receivedAt: operations.receivedAt,
        status: operations.status,
        body: operations.answer,
        etag: operations.etag,
      },
    })
    .from(members)
    .leftJoin(
      operations,
      // failpoint: key-of-everybody
      and(eq(operations.memberId, members.id), eq(operations.key, sql.placeholder('key'))),
    )
    .where(eq(members.id, sql.placeholder('memberId')))
    .prepare('claim_operation'),
);

const writeAnswer = prepared((database) =>
  database
    .insert(operations)
    .values({
      memberId: sql.placeholder('memberId'),
      key: sql.placeholder('key'),
      fingerprint: sql.placeholder('fingerprint'),
      receivedAt: sql.placeholder('receivedAt'),
      status: sql.placeholder('status'),
      answer: sql.placeholder('body'),
      etag: sql.placeholder('etag'),
      answeredAt: sql.placeholder('answeredAt'),
      cursor: sql.placeholder('cursor'),
    })
    .onConflictDoUpdate({
      target: [operations.memberId, operations.key],
      set: {
        status: sql`excluded.status`,
        answer: sql`excluded.answer`,
        etag: sql`excluded.etag`,
        answeredAt: sql`excluded.answered_at`,
        cursor: sql`excluded.cursor`,
      },
      setWhere: sql`${operations.status} is null
        and ${operations.fingerprint} = excluded.fingerprint
        and ${operations.receivedAt} = excluded.received_at`,
    })
    .returning({ key: operations.key })
    .prepare('answer_operation'),
);

/** Keeps others out until the transaction ends, and tells what is known. */
export async function claim(tx: Transaction, operation: Operation): Promise<Claim> {
  const { memberId, key, fingerprint } = operation;
  const [row] = await lockAndLook(tx).execute({ memberId, key });

  if (!row?.isOurs) throw new ApiProblem('operation-in-progress', { retryAfterSeconds: 1 });
  if (!row.known) return operation;
  if (row.known.fingerprint !== fingerprint) throw new ApiProblem('key-reused');
  const { receivedAt, status, body, etag } = row.known;
  return status === null ? { receivedAt } : { receivedAt, answer: { status, body, etag } };
}

/**
 * Writes the answer in the transaction of what it answers for. The lock of `claim` is taken after
 * its query has looked, so a row can appear in between; it is never written over.
 */
export async function settle(
  tx: Transaction,
  operation: Operation,
  answer: StoredAnswer,
  answeredAt: Date,
): Promise<void> {
  const written = await writeAnswer(tx).execute({
    ...operation,
    ...answer,
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
