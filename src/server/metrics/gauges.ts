import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client';

import type { DatabaseState } from '../health.ts';
import { answersStored } from '../old-data.ts';
import type { Services } from '../services.ts';
import { registry } from './counters.ts';

type Watched = Pick<Services, 'database' | 'standby' | 'settings' | 'clock'>;

type Waiting = { queue: string; length: string | null; oldest: number | null };

type Pools = Readonly<Record<string, Pool>>;

/**
 * Collects gauges when the metrics are read: the process, its connections, and the queues in the
 * database.
 */
export function watch(
  { database, standby, settings, clock }: Watched,
  databaseState: () => Promise<DatabaseState>,
): void {
  collectDefaultMetrics({ register: registry });
  const pools: Pools = {
    primary: database.$client,
    ...(standby && { standby: standby.database.$client }),
  };
  // Registered below: without a list they would be in the library's own registry.
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
  let pending: Promise<Waiting[] | undefined> | undefined;
  /** Gauges are collected together and share one query; undefined if it fails. */
  const readQueues = async () =>
    (pending ??= whatWaits(database, clock(), settings.vapid !== null)
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
    help: 'What waits: mails, pushes, notices that become pushes, events without a checkpoint.',
    labelNames: ['queue'] as const,
    registers,
    async collect() {
      const rows = (await readQueues()) ?? [];
      // Unknown values are omitted instead of repeating old ones.
      this.reset();
      for (const { queue, length } of rows)
        if (length !== null) this.set({ queue }, Number(length));
    },
  });
  for (const gauge of [connections, patient, up, oldest, length]) registry.registerMetric(gauge);
}

/** Lengths of the queues in a database; each is read by an index or from a small table. */
export async function whatWaits(
  database: Watched['database'],
  now: Date,
  pushing: boolean,
): Promise<Waiting[]> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const age = (moment: string) =>
    sql`extract(epoch from ${at} - min(${sql.raw(moment)}))::float8 as oldest`;
  const { rows } = await database.execute<Waiting>(sql`
    select 'mails' as queue, count(*) as length, ${age('created_at')} from mails where sent_at is null
    union all
    select 'pushes', count(*), ${age('at')} from pushes join notices on notices.id = notice_id
    union all
    select 'notices', count(*), ${age('at')} from notices
      where spread_at is null and at > ${at} - interval '1 hour' and ${pushing}
    union all
    select 'events', count(*), null from unsealed_events
    union all
    select 'old answers', null, extract(epoch from ${at} - min(answered_at))::float8 - ${answersStored / 1000}
      from operations where answer is not null`);
  return rows;
}
