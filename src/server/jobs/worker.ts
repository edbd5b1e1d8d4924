import { setTimeout as wait } from 'node:timers/promises';
import { type ConstructorOptions, type JobResult, PgBoss } from 'pg-boss';
import { sql } from 'drizzle-orm';

import type { Database, Queryable } from '../db/database.ts';
import { isDatabaseUnavailable, isReadOnlyError, findSqlState } from '../db/failures.ts';
import { jobRuns, initializeJobCounters } from '../metrics/counters.ts';
import {
  deadLetterQueue,
  deadLetterRetentionSeconds,
  type Job,
  type JobTools,
  RetryLaterError,
} from './job.ts';

/** Time in milliseconds for running jobs to finish; another server repeats unfinished jobs. */
const stopTimeoutMs = 5_000;
const startRetryMs = 5_000;

/** Metrics label for failures of the queue itself. */
const queueLabel = 'queue';

/** Options of pg-boss: the server's own connections, and a schema created by our migrations. */
export function createQueueOptions(database: Database): ConstructorOptions {
  return {
    db: { executeSql: async (text, values) => database.$client.query(text, values) },
    migrate: false,
    registerInstance: false,
    // Only the owner of an index may rebuild it, and the server's login is not the owner.
    reindex: false,
    monitorVacuum: false,
    // Touchline does not use pg-boss's job dependencies, so they are rarely checked.
    flowIntervalSeconds: 3_600,
    cronWorkerIntervalSeconds: 10,
    superviseIntervalSeconds: 30,
    monitorIntervalSeconds: 30,
  };
}

/** Creates missing queues; a job can only be added to an existing queue. */
export async function createQueues(database: Queryable, jobs: readonly Job[]): Promise<void> {
  const all = [
    {
      name: deadLetterQueue,
      queue: { policy: 'standard', retentionSeconds: deadLetterRetentionSeconds },
    },
    ...jobs,
  ];
  const { rows } = await database.execute<{ name: string }>(sql`select name from pgboss.queue`);
  const known = new Set(rows.map(({ name }) => name));
  for (const { name, queue } of all) {
    if (known.has(name)) continue;
    await database.execute(
      sql`select pgboss.create_queue(${name}, ${JSON.stringify(queue)}::jsonb)`,
    );
  }
}

/** Starts to run jobs until `stop` is called; waits while the database is unavailable. */
export function startJobs(jobs: readonly Job[], tools: JobTools): { stop: () => Promise<void> } {
  const { database, log } = tools;
  const boss = new PgBoss(createQueueOptions(database));
  const stopping = new AbortController();
  boss.on('error', (error) => reportFailure(error, log));
  boss.on('warning', ({ message, data }) => log.warn(data, message));
  for (const { name } of [{ name: queueLabel }, ...jobs]) initializeJobCounters(name);
  const begun = begin();

  async function begin(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await boss.start();
        await createQueues(database, jobs);
        await updateQueues(boss, jobs);
        break;
      } catch (error) {
        reportFailure(error, log);
        await wait(startRetryMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
    if (stopping.signal.aborted) return;
    for (const job of jobs) {
      await boss.work(
        job.name,
        { ...job.work, burstWhenBatchFull: true, perJobResults: true },
        async (batch) => runJobBatch(job, batch, tools),
      );
    }
  }

  return {
    async stop() {
      stopping.abort();
      await begun;
      await boss.stop({ timeout: stopTimeoutMs, close: false });
    },
  };
}

/** Updates queues and schedules to this version; deletes schedules without a job. */
async function updateQueues(boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  const [queues, schedules] = [await boss.getQueues(), await boss.getSchedules()];
  for (const { name, schedule, queue } of jobs) {
    const { policy: _, ...options } = queue;
    const stored: Record<string, unknown> = { ...queues.find((each) => each.name === name) };
    const isCurrent = Object.entries(options).every(([key, value]) => stored[key] === value);
    if (!isCurrent) await boss.updateQueue(name, options);
    const scheduled = schedules.find((each) => each.name === name)?.cron;
    if (schedule !== undefined && scheduled !== schedule) await boss.schedule(name, schedule);
  }
  for (const { name } of schedules) {
    if (!jobs.some((job) => job.name === name && job.schedule !== undefined))
      await boss.unschedule(name);
  }
}

/** Runs jobs concurrently; each job succeeds or fails independently. */
export async function runJobBatch(
  job: Job,
  batch: readonly { id: string; data: unknown }[],
  tools: JobTools,
): Promise<JobResult[]> {
  return Promise.all(batch.map(async ({ id, data }) => runJob(job, { id, data }, tools)));
}

async function runJob(
  { name, run }: Job,
  { id, data }: { id: string; data: unknown },
  tools: JobTools,
): Promise<JobResult> {
  try {
    await run(data, tools);
    jobRuns.inc({ job: name, outcome: 'done' });
    return { id, status: 'completed' };
  } catch (error) {
    const outcome = toJobOutcome(error);
    jobRuns.inc({ job: name, outcome });
    // A read-only database is reported at the start and by /health, not for each job.
    if (outcome === 'failed') {
      tools.log.warn({ err: error, job: name, id }, 'a job failed and is tried again later');
    } else if (outcome === 'late') {
      tools.log.warn({ err: findCause(error), job: name, id }, 'a job is tried again later');
    }
    // Only the error's name is stored, because messages may contain addresses.
    return { id, status: 'failed', output: { error: toErrorLabel(error) } };
  }
}

function toJobOutcome(error: unknown): 'late' | 'waiting' | 'failed' {
  if (error instanceof RetryLaterError) return 'late';
  return isReadOnlyError(error) ? 'waiting' : 'failed';
}

function findCause(error: unknown): unknown {
  return error instanceof Error ? (error.cause ?? error) : error;
}

function toErrorLabel(error: unknown): string {
  return findSqlState(error) ?? (error instanceof Error ? error.name : 'unknown');
}

/** Logs a failure of the queue itself. An unavailable database is reported by /health instead. */
function reportFailure(error: unknown, log: JobTools['log']): void {
  const outcome = isDatabaseUnavailable(error) ? 'waiting' : 'failed';
  jobRuns.inc({ job: queueLabel, outcome });
  if (outcome === 'failed') log.warn({ err: error }, 'the job queue fails and goes on later');
}
