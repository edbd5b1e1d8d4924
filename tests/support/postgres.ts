import { randomBytes } from 'node:crypto';
import { chmod, readlink, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { Client } from 'pg';

import type { Database } from '#server/db/database.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { startPostgres } from '#server/db/postgres.ts';

import { scratchFolder } from './scratch-folder.ts';

/** Where processes of this run find its PostgreSQL; set by whoever started it. */
const variable = 'TEST_POSTGRES_URL';
const migrated = 'migrated';

/** What a power cut would take is nobody's: nothing waits for the disk. */
const careless = ['fsync = off', 'full_page_writes = off', 'synchronous_commit = off'];

export type TestDatabase = { url: string; drop: () => Promise<void> };

/** Starts one PostgreSQL for this run and all it starts, unless one of them has; stops what it started. */
export async function providePostgres(): Promise<() => Promise<void>> {
  if (process.env[variable] !== undefined) return async () => undefined;
  const dataDir = await scratchFolder('tests');
  // PostgreSQL runs as somebody else where this runs as root.
  await chmod(dataDir, 0o711);
  const postgres = await startPostgres({
    dataDir,
    report: () => undefined,
    onLost(reason) {
      throw reason;
    },
  });
  const url = withDatabase(postgres.url, 'postgres');
  process.env[variable] = url;
  for (const setting of careless) await onTheCluster(`alter system set ${setting}`);
  await onTheCluster('select pg_reload_conf()');
  await onTheCluster(`create database ${migrated}`);
  await migrateDatabase(withDatabase(url, migrated));

  return async () => {
    delete process.env[variable];
    await postgres.stop();
    await removeData(dataDir);
  };
}

/** Whether a PostgreSQL was started for this run. */
export function isProvided(): boolean {
  return process.env[variable] !== undefined;
}

/**
 * A new database: a copy of a template, which somebody fills once from one with every table and no
 * row, or of a database of that name.
 */
export async function createDatabase(
  template = migrated,
  fill?: (url: string) => Promise<void>,
): Promise<TestDatabase> {
  if (fill) await makeTemplate(template, fill);
  return createEmptyDatabase(`template ${template} strategy file_copy`);
}

/** A new database as these words of SQL describe it. */
export async function createEmptyDatabase(how: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onTheCluster(`create database ${name} ${how}`);
  return {
    url: withDatabase(urlOfTheRun(), name),
    drop: async () => onTheCluster(`drop database if exists ${name} with (force)`),
  };
}

/** Of workers that want the same template at once, one makes it and the others wait. */
async function makeTemplate(name: string, fill: (url: string) => Promise<void>): Promise<void> {
  await withClient(async (client) => {
    await client.query('select pg_advisory_lock(hashtext($1))', [name]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount !== 0) return;
    await client.query(`create database ${name}_unfinished template ${migrated}`);
    await fill(withDatabase(urlOfTheRun(), `${name}_unfinished`));
    await client.query(`alter database ${name}_unfinished rename to ${name}`);
  });
}

async function onTheCluster(statement: string): Promise<void> {
  await withClient(async (client) => client.query(statement));
}

async function withClient(work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client(urlOfTheRun());
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

function urlOfTheRun(): string {
  const url = process.env[variable];
  if (url === undefined) throw new Error('This run has no PostgreSQL.');
  return url;
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

/** Removes a data folder with all that PostgreSQL kept for it. */
export async function removeData(dataDir: string): Promise<void> {
  // Where PostgreSQL may not enter this folder, its data lies elsewhere and only a link is here.
  const elsewhere = await readlink(join(dataDir, 'postgres')).catch(() => undefined);
  const patiently = { recursive: true, force: true, maxRetries: 10, retryDelay: 100 };
  if (elsewhere !== undefined) await rm(elsewhere, patiently);
  await rm(dataDir, patiently);
}

/** Whether a statement on this database waits for what another one holds, or as many as a test says. */
export async function somebodyWaits(
  { database }: { database: Database },
  atLeast = 1,
): Promise<boolean> {
  const { rows } = await database.execute(sql`
    select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' limit ${atLeast}`);
  return rows.length === atLeast;
}
