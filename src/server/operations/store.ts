import { and, eq, sql } from 'drizzle-orm';

import { ApiProblem } from '#contract/problem.ts';

import { prepared, type Transaction } from '../db/database.ts';
import { members, operations } from '../db/schema.ts';
import { raiseCursor } from './cursor.ts';

/** A request that carries a key, as it is told from others and found again. */
export type Operation = { memberId: string; key: string; fingerprint: string };

/** What was answered, and is answered again. A problem's body is its code and details. */
export type StoredAnswer = { status: number; body: unknown; etag: string | null };

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
      status: sql.placeholder('status'),
      answer: sql.placeholder('body'),
      etag: sql.placeholder('etag'),
      answeredAt: sql.placeholder('answeredAt'),
      cursor: sql.placeholder('cursor'),
    })
    .onConflictDoNothing({ target: [operations.memberId, operations.key] })
    .returning({ key: operations.key })
    .prepare('answer_operation'),
);

/** Keeps others out until the transaction ends, and gives the answer if there is one already. */
export async function claim(
  tx: Transaction,
  { memberId, key, fingerprint }: Operation,
): Promise<StoredAnswer | undefined> {
  const [row] = await lockAndLook(tx).execute({ memberId, key });

  if (!row?.isOurs) throw new ApiProblem('operation-in-progress', { retryAfterSeconds: 1 });
  if (!row.known) return undefined;
  const { fingerprint: first, ...answer } = row.known;
  if (first !== fingerprint) throw new ApiProblem('key-reused');
  return answer;
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
