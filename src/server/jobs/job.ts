import { sql, type SQL } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { QueueOptions } from 'pg-boss';
import type * as z from 'zod/mini';

import type { Queryable } from '../db/database.ts';
import type { MailTransport } from '../mail/transports.ts';
import type { Services } from '../services.ts';

const second = 1;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Dependencies of a job handler: the services, mail and HTTP clients, and the log. */
export type JobTools = Services & {
  mail: MailTransport;
  fetch: typeof globalThis.fetch;
  log: FastifyBaseLogger;
};

/** A background job, which the queue runs on one of all servers. */
export type Job = {
  name: string;
  /** Cron expression in UTC for a job without payload. */
  schedule?: string;
  queue: QueueOptions & { policy: 'standard' | 'exclusive'; deadLetter?: string };
  /** Maximum jobs that a server runs at a time, and seconds between two polls of the queue. */
  work: { batchSize: number; pollingIntervalSeconds: number };
  run: (payload: unknown, tools: JobTools) => Promise<void>;
};

/** A job that `enqueueJob` adds with a payload of this type. */
export type QueuedJob<Payload> = Job & { payload?: Payload };

/** The queue of jobs that failed at every attempt, for an operator to inspect. */
export const deadLetterQueue = 'dead-letters';
export const deadLetterRetentionSeconds = 30 * day;

/** After this many seconds without a heartbeat another server runs the job. */
const heartbeatSeconds = 30 * second;

/** Defines a job for `enqueueJob`: retried with growing delays, then moved to the dead letters. */
export function defineQueuedJob<Schema extends z.ZodMiniType<object>>({
  name,
  payload,
  run,
  batchSize = 1,
  retryLimit,
  expireInSeconds = 2 * minute,
}: {
  name: string;
  payload: Schema;
  run: (payload: z.infer<Schema>, tools: JobTools) => Promise<void>;
  batchSize?: number;
  retryLimit: number;
  expireInSeconds?: number;
}): QueuedJob<z.infer<Schema>> {
  return {
    name,
    queue: {
      policy: 'standard',
      retryLimit,
      retryDelay: 15 * second,
      retryBackoff: true,
      retryDelayMax: hour,
      expireInSeconds,
      heartbeatSeconds,
      deleteAfterSeconds: day,
      deadLetter: deadLetterQueue,
    },
    work: { batchSize, pollingIntervalSeconds: 2 },
    run: async (data, tools) => run(payload.parse(data), tools),
  };
}

/** Defines a job that runs on schedule, on one server at a time and without retries. */
export function defineScheduledJob(
  name: string,
  schedule: string,
  run: (tools: JobTools) => Promise<void>,
): Job {
  return {
    name,
    schedule,
    queue: {
      policy: 'exclusive',
      retryLimit: 0,
      expireInSeconds: 5 * minute,
      heartbeatSeconds,
      deleteAfterSeconds: hour,
    },
    work: { batchSize: 1, pollingIntervalSeconds: 10 },
    run: async (_, tools) => run(tools),
  };
}

/** Thrown by a job that may succeed later, for example when a service is unavailable. */
export class RetryLaterError extends Error {
  override readonly name = 'TryLater';
}

/** Adds a job in the caller's transaction; it runs after the commit, not before `startAfter`. */
export async function enqueueJob<Payload>(
  tx: Queryable,
  job: QueuedJob<Payload>,
  payload: Payload,
  startAfter: Date,
): Promise<void> {
  const row = sql`select gen_random_uuid(), ${JSON.stringify(payload)}::jsonb, ${startAfter.toISOString()}::timestamptz`;
  await tx.execute(buildJobInsert(job, row));
}

/**
 * Builds a statement that adds a job for each row (id, payload, start time) of a query; existing
 * ids are skipped.
 */
export function buildJobInsert({ name }: Pick<Job, 'name'>, rows: SQL): SQL {
  return sql`
    insert into pgboss.job (id, name, data, start_after, keep_until, created_on, policy, retry_limit,
      retry_delay, retry_backoff, retry_delay_max, expire_seconds, deletion_seconds,
      heartbeat_seconds, dead_letter)
    select added.id, ${name}::text, added.payload, added.start_after,
      added.start_after + queue.retention_seconds * interval '1 second', pgboss.job_now(),
      queue.policy, queue.retry_limit, queue.retry_delay, queue.retry_backoff,
      queue.retry_delay_max, queue.expire_seconds, queue.deletion_seconds,
      queue.heartbeat_seconds, queue.dead_letter
    from (${rows}) as added (id, payload, start_after)
    left join pgboss.queue on queue.name = ${name}::text
    on conflict do nothing`;
}
