import { sql } from 'drizzle-orm';
import Fastify from 'fastify';
import { PgBoss } from 'pg-boss';

import { runInTransaction } from '#server/db/database.ts';
import type { Job, JobTools } from '#server/jobs/job.ts';
import { jobs } from '#server/jobs/jobs.ts';
import { createQueues, createQueueOptions, runJobBatch } from '#server/jobs/worker.ts';
import { defaultLimits } from '#server/limits.ts';

import { testSettings } from './api.ts';
import { atTheEnd } from './clean-up.ts';

type Tools = Partial<JobTools> & Pick<JobTools, 'database' | 'clock'>;

const noMail: JobTools['mail'] = {
  deliver: async () => Promise.reject(new Error('there is no mail server')),
  close: () => undefined,
};

const isQueued = ({ schedule }: Job) => schedule === undefined;

/**
 * Runs queued jobs only when the test requests that, with the test's clock instead of the
 * database's clock.
 */
export async function aJobRunner(tools: Tools) {
  const { database, clock } = tools;
  const allTools: JobTools = {
    settings: tools.settings ?? (await testSettings()),
    limits: defaultLimits,
    mail: noMail,
    fetch,
    log: Fastify({ logger: false }).log,
    ...tools,
  };
  const boss = new PgBoss({ ...createQueueOptions(database), supervise: false, schedule: false });
  boss.on('error', () => undefined);
  await createQueues(database, jobs);
  await boss.start();
  atTheEnd(async () => boss.stop({ close: false, graceful: false }));

  let setting: { now: string; done: Promise<unknown> } | undefined;
  /** Replaces `pgboss.job_now()`, from which pg-boss reads the database's time. */
  const setTime = async () => {
    const now = clock().toISOString();
    if (setting?.now !== now) {
      const done = runInTransaction(database, async (tx) => {
        await tx.execute(sql`select pg_advisory_xact_lock(1)`);
        await tx.execute(sql`
          create or replace function pgboss.job_now() returns timestamptz language sql stable
          as ${sql.raw(`$$ select '${now}'::timestamptz $$`)}`);
      });
      setting = { now, done };
    }
    await setting.done;
  };

  async function runNext(job: Job): Promise<number> {
    const batch = await boss.fetch(job.name, { batchSize: job.work.batchSize });
    for (const { id, status, output } of await runJobBatch(job, batch, allTools)) {
      if (status === 'completed') await boss.complete(job.name, id);
      else await boss.fail(job.name, id, output);
    }
    return batch.length;
  }

  return {
    boss,
    setTime,
    /** Runs due jobs and the jobs that they add, until none is due; returns their number. */
    run: async (): Promise<number> => {
      await setTime();
      let ran = 0;
      for (let more = true; more;) {
        more = false;
        for (const job of jobs.filter(isQueued)) {
          for (let count = await runNext(job); count > 0; count = await runNext(job)) {
            ran += count;
            more = true;
          }
        }
      }
      return ran;
    },
    /** Fetches due jobs and never completes them, like a killed server; returns their number. */
    takeAndDie: async (name: string): Promise<number> => {
      await setTime();
      return (await boss.fetch(name, { batchSize: 100 })).length;
    },
    /** Makes jobs of dead servers available again, as every server does twice a minute. */
    giveBack: async (): Promise<void> => {
      await setTime();
      await boss.supervise();
    },
    /** Runs a scheduled job once. */
    runScheduled: async (name: string): Promise<void> => {
      const job = jobs.find((each) => each.name === name);
      if (!job) throw new Error(`no job is called ${name}`);
      await job.run(null, allTools);
    },
  };
}

/** Returns the unfinished jobs of a queue in the order of their start. */
export async function waitingJobs({ database }: Pick<Tools, 'database'>, name: string) {
  const { rows } = await database.execute<{ data: Record<string, string>; startAfter: Date }>(
    sql`select data, date_trunc('milliseconds', start_after + interval '0.999 ms') as "startAfter" from pgboss.job
      where name = ${name} and state < 'completed' order by start_after`,
  );
  return rows.map(({ data, startAfter }) => ({ data, startAfter: new Date(startAfter) }));
}
