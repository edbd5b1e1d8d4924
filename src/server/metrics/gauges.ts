import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client';

import type { DatabaseState } from '../platform/health.ts';
import { answerRetentionMs } from '../jobs/retention.ts';
import type { Services } from '../services.ts';
import { metricsRegistry } from './counters.ts';

type GaugeServices = Pick<Services, 'database' | 'standby' | 'clock'>;

type QueueState = { queue: string; length: string | null; oldest: number | null };

type ConnectionPools = Readonly<Record<string, Pool>>;

/**
 * Registers gauges that are computed when the metrics are read: process, connections, and queues in
 * the database.
 */
export function registerGauges(
  { database, standby, clock }: GaugeServices,
  databaseState: () => Promise<DatabaseState>,
): void {
  collectDefaultMetrics({ register: metricsRegistry });
  const pools: ConnectionPools = {
    primary: database.$client,
    ...(standby && { standby: standby.database.$client }),
  };
  // The list is empty, as the gauges are registered below; the default is another registry.
  const registers: Registry[] = [];
  const connections = new Gauge({
    name: 'touchline_pool_connections',
    help: 'Connections to a database: in use, idle.',
    labelNames: ['database', 'state'] as const,
    registers,
    collect() {
      for (const [database, { totalCount, idleCount }] of Object.entries(pools)) {
        this.set({ database, state: 'in use' }, totalCount - idleCount);
        this.set({ database, state: 'idle' }, idleCount);
      }
    },
  });
  const patient = new Gauge({
    name: 'touchline_pool_waiting',
    help: 'Pieces of work that wait for a connection.',
    labelNames: ['database'] as const,
    registers,
    collect() {
      for (const [database, { waitingCount }] of Object.entries(pools)) {
        this.set({ database }, waitingCount);
      }
    },
  });
  let pending: Promise<QueueState[] | undefined> | undefined;
  /** Reads the queue lengths once for all gauges; undefined if the query fails. */
  const readQueues = async () =>
    (pending ??= readQueueLengths(database, clock())
      .catch(() => undefined)
      .finally(() => {
        pending = undefined;
      }));
  const up = new Gauge({
    name: 'touchline_database_up',
    help: 'Whether the database answered just now and takes writes: 1 or 0.',
    registers,
    async collect() {
      this.set((await databaseState()) === 'ok' ? 1 : 0);
    },
  });
  const oldest = new Gauge({
    name: 'touchline_queue_oldest_seconds',
    help: 'How long the oldest of what waits has waited; of old answers, beyond their time.',
    labelNames: ['queue'] as const,
    registers,
    async collect() {
      const rows = (await readQueues()) ?? [];
      this.reset();
      for (const { queue, oldest } of rows) this.set({ queue }, Math.max(0, oldest ?? 0));
    },
  });
  const length = new Gauge({
    name: 'touchline_queue_length',
    help: 'What waits: jobs such as mails, pushes and notices that become pushes, jobs that were given up (dead-letters), events without a checkpoint.',
    labelNames: ['queue'] as const,
    registers,
    async collect() {
      const rows = (await readQueues()) ?? [];
      // Removes old values, so that queues without a known value are omitted.
      this.reset();
      for (const { queue, length } of rows)
        if (length !== null) this.set({ queue }, Number(length));
    },
  });
  for (const gauge of [connections, patient, up, oldest, length])
    metricsRegistry.registerMetric(gauge);
}

/** Reads the lengths of the queues in a database, each by an index or from a small table. */
export async function readQueueLengths(
  database: GaugeServices['database'],
  now: Date,
): Promise<QueueState[]> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const age = (moment: string) =>
    sql`extract(epoch from ${at} - min(${sql.raw(moment)}))::float8 as oldest`;
  const { rows } = await database.execute<QueueState>(sql`
    select queue.name as queue, count(job.id) as length,
      ${age("case state when 'created' then start_after else job.created_on end")}
    from pgboss.queue left join pgboss.job on job.name = queue.name
      and (state = 'created' and start_after <= ${at} or state in ('retry', 'active'))
    where queue.policy = 'standard' and queue.name !~ '^__'
    group by queue.name
    union all
    select 'events', count(*), null from unsealed_events
    union all
    select 'old answers', null, extract(epoch from ${at} - min(answered_at))::float8 - ${answerRetentionMs / 1000}
      from operations where answer is not null`);
  return rows;
}
