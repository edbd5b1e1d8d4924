import { sql, type SQL } from 'drizzle-orm';

import { dayMs, hourMs } from '#domain/durations.ts';

import type { Database } from '../db/database.ts';

/** Time in milliseconds for which the answer of an operation is stored. */
export const answerRetentionMs = 180 * dayMs;
const expiredRetentionMs = 30 * dayMs;
/** Longer than a day, because a daily limit counts sent mails. */
const sentMailRetentionMs = 25 * hourMs;

/** Rows per statement: each batch takes a few milliseconds. */
const defaultBatchSize = 1_000;

/**
 * Deletes outdated rows in small batches, each with short locks. The row of an operation stays
 * without its answer, because a key must never be used again.
 */
export async function removeOutdatedRows(
  database: Database,
  now: Date,
  batch = defaultBatchSize,
): Promise<void> {
  const before = (age: number) => sql`${new Date(now.getTime() - age).toISOString()}::timestamptz`;
  const some = (table: SQL, where: SQL) =>
    sql`ctid in (select ctid from ${table} where ${where} limit ${batch} for update skip locked)`;
  const deleted = (table: SQL, where: SQL) => sql`delete from ${table} where ${some(table, where)}`;
  const statements = [
    sql`update operations set answer = null
      where ${some(sql`operations`, sql`answered_at < ${before(answerRetentionMs)} and answer is not null`)}`,
    // Rows with a registration are needed until the address is verified.
    deleted(
      sql`email_tokens`,
      sql`expires_at < ${before(expiredRetentionMs)} and registration is null`,
    ),
    deleted(sql`email_changes`, sql`created_at < ${before(expiredRetentionMs)}`),
    deleted(sql`guard_links`, sql`added_at < ${before(expiredRetentionMs)}`),
    deleted(sql`sessions`, sql`expires_at < ${before(expiredRetentionMs)}`),
    deleted(sql`challenges`, sql`expires_at < ${before(0)}`),
    deleted(sql`limits`, sql`expire < ${now.getTime()}`),
    deleted(sql`mails`, sql`sent_at is not null and created_at < ${before(sentMailRetentionMs)}`),
  ];
  for (const statement of statements) {
    for (let changed = batch; changed === batch;) {
      changed = (await database.execute(statement)).rowCount ?? 0;
    }
  }
}
