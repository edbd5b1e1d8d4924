import { randomBytes } from 'node:crypto';
import { chmod, readlink, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { Client } from 'pg';

import type { Database } from '#server/db/database.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { startPostgres } from '#server/db/postgres.ts';

import { scratchFolder } from '../machine/scratch-folder.ts';

/** The environment variable with the address of this run's PostgreSQL, which its starter sets. */
const variable = 'TEST_POSTGRES_URL';
const migrated = 'migrated';

/**
 * Durability is off, because a power failure does not matter here; passwords are hashed with one
 * iteration, because tests open thousands of connections.
 */
const careless = [
  'fsync = off',
  'full_page_writes = off',
  'synchronous_commit = off',
  'scram_iterations = 1',
];

export type TestDatabase = { url: string; drop: () => Promise<void> };

/**
 * Starts one PostgreSQL for this run and its child processes, unless it is running; returns the
 * function that stops it.
 */
export async function providePostgres(): Promise<() => Promise<void>> {
  if (process.env[variable] !== undefined) return async () => undefined;
  const dataDir = await scratchFolder('tests');
  // PostgreSQL runs as another user if the tests run as root, and must be able to enter the folder.
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
  const { username, password } = new URL(url);
  await onTheCluster(`set scram_iterations = 1; alter role "${username}" password '${password}'`);
  await onTheCluster(`create database ${migrated}`);
  await migrateDatabase(withDatabase(url, migrated));

  return async () => {
    delete process.env[variable];
    await postgres.stop();
    await removeData(dataDir);
  };
}

/** True if a PostgreSQL was started for this run. */
export function isProvided(): boolean {
  return process.env[variable] !== undefined;
}

/**
 * Creates a database as a copy of a template, which the first call fills from a migrated database
 * or from the named one.
 */
export async function createDatabase(
  template = migrated,
  fill?: (url: string) => Promise<void>,
): Promise<TestDatabase> {
  if (fill) await makeTemplate(template, fill);
  return createEmptyDatabase(`template ${template} strategy file_copy`);
}

/** Creates a database; `how` is the end of its CREATE DATABASE statement. */
export async function createEmptyDatabase(how: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onTheCluster(`create database ${name} ${how}`);
  return {
    url: withDatabase(urlOfTheRun(), name),
    drop: async () => onTheCluster(`drop database if exists ${name} with (force)`),
  };
}

/** If several workers need a template, one of them creates it and the others wait. */
async function makeTemplate(name: string, fill: (url: string) => Promise<void>): Promise<void> {
  await withClient(async (client) => {
    await client.query('select pg_advisory_lock(hashtext($1))', [name]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount !== 0) return;
    // A failed or killed earlier attempt may have left this database.
    await client.query(`drop database if exists ${name}_unfinished with (force)`);
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

/** Removes a data folder, including PostgreSQL's files. */
export async function removeData(dataDir: string): Promise<void> {
  // If PostgreSQL cannot enter the data folder, the folder has a link to the files instead.
  const elsewhere = await readlink(join(dataDir, 'postgres')).catch(() => undefined);
  const patiently = { recursive: true, force: true, maxRetries: 10, retryDelay: 100 };
  if (elsewhere !== undefined) await rm(elsewhere, patiently);
  await rm(dataDir, patiently);
}

/** True if this number of statements or more wait for a lock. */
export async function somebodyWaits(
  { database }: { database: Database },
  atLeast = 1,
): Promise<boolean> {
  const { rows } = await database.execute(sql`
    select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' limit ${atLeast}`);
  return rows.length === atLeast;
}
