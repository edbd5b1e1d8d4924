import { sql } from 'drizzle-orm';
import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client';

import { answersStored } from '../old-data.ts';
import type { Services } from '../services.ts';
import { registry } from './counters.ts';

type Watched = Pick<Services, 'database' | 'settings' | 'clock'>;

type Waiting = { queue: string; length: string | null; oldest: number | null };

/** What is read when somebody asks: the process, its connections, and what waits in the database. */
export function watch({ database, settings, clock }: Watched): void {
  collectDefaultMetrics({ register: registry });
  const { $client: pool } = database;
  // Registered below: without a list they would be in the library's own registry.
  const registers: Registry[] = [];
  const connections = new Gauge({
    name: 'touchline_pool_connections',
    help: 'Connections to the database: in use, idle.',
    labelNames: ['state'] as const,
    registers,
    collect() {
      this.set({ state: 'in use' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
    },
  });
  const patient = new Gauge({
    name: 'touchline_pool_waiting',
    help: 'Pieces of work that wait for a connection.',
    registers,
    collect() {
      this.set(pool.waitingCount);
    },
  });
  let asked: Promise<Waiting[] | undefined> | undefined;
  /** Gauges are collected together: one look is for all of them. Undefined where there is no answer. */
  const look = async () =>
    (asked ??= waiting(database, clock(), settings.vapid !== null)
      .catch(() => undefined)
      .finally(() => {
        asked = undefined;
      }));
  const up = new Gauge({
    name: 'touchline_database_up',
    help: 'Whether the database answered just now: 1 or 0.',
    registers,
    async collect() {
      this.set((await look()) ? 1 : 0);
    },
  });
  const oldest = new Gauge({
    name: 'touchline_queue_oldest_seconds',
    help: 'How long the oldest of what waits has waited; of old answers, beyond their time.',
    labelNames: ['queue'] as const,
    registers,
    async collect() {
      const rows = (await look()) ?? [];
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
      const rows = (await look()) ?? [];
      // What is not known is not shown, rather than shown as it was.
      this.reset();
      for (const { queue, length } of rows)
        if (length !== null) this.set({ queue }, Number(length));
    },
  });
  for (const gauge of [connections, patient, up, oldest, length]) registry.registerMetric(gauge);
}

/** Each is a look at an index or at a table that stays small. */
async function waiting(database: Watched['database'], now: Date, pushing: boolean) {
  const at = sql`${now.toISOString()}::timestamptz`;
  const age = (moment: string) =>
    sql`extract(epoch from ${at} - min(${sql.raw(moment)}))::float8 as oldest`;
  const { rows } = await database.execute<Waiting>(sql`
    select 'mails' as queue, count(*) as length, ${age('created_at')} from mails where sent_at is null
    union all
    select 'pushes', count(*), ${age('next_at')} from pushes
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
