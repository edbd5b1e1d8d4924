import { setTimeout as wait } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type { Client } from 'pg';

import { OperatorError } from '../platform/error-reports.ts';
import { lockNotAvailable, findSqlState } from './failures.ts';
import { isReadOnlyConnection, withClient } from './hosts.ts';
import { readDatabaseLoginRole } from './login.ts';
import { expectNoPooler } from './pooler.ts';
import * as schema from './schema.ts';
import { lockIds } from './locks.ts';
import { hasCurrentSchema, migrationsFolder } from './schema-version.ts';

/** Maximum wait for a table's lock; meanwhile requests wait behind the migration, up to 1.5 s. */
const lockTimeout = '500ms';
const maxLockAttempts = 20;
const migrationClientName = 'migrations';
const lockRetryDelayMs = 1_000;

/** Timeout in milliseconds for a migration by another process, enough for tables of any size. */
const defaultTimeoutMs = 10 * 60_000;
const pollIntervalMs = 200;

type MigrationOptions = { report?: (line: string) => void; migrationTimeoutMs?: number };

/**
 * Migrates a database to the schema of this version. All missing migrations run in one transaction,
 * so a killed process leaves either the old or the new schema. If several servers start, one server
 * migrates and the others wait. After a lock timeout the migration is retried. A read-only
 * database, or a login without the rights, is accepted if the schema is current.
 */
export async function migrateDatabase(
  url: string,
  { report = () => undefined, migrationTimeoutMs = defaultTimeoutMs }: MigrationOptions = {},
): Promise<'migrated' | 'read-only'> {
  const connection = { connectionString: url, connectionTimeoutMillis: 5_000, keepAlive: true };
  return withClient({ name: migrationClientName, ...connection }, async (client) => {
    await expectNoPooler(client);
    await expectUnicode(client);
    if (await isReadOnlyConnection(client)) {
      await expectCurrentSchema(client, {
        reason: 'The database takes no writes (it is a standby, or set to read-only)',
        remedy: 'Start again once there is one that takes writes.',
      });
      return 'read-only';
    }
    const login = await readDatabaseLoginRole(client);
    if (login.excess.length === 0) {
      await expectCurrentSchema(client, {
        reason: `${login.name} may not change the schema of the database`,
        remedy: 'Name its owner in DATABASE_OWNER_URL, and run npm run migrate.',
      });
      return 'migrated';
    }
    // If the machine with the lock dies, PostgreSQL notices after a minute instead of hours.
    await client.query('set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10');
    await client.query(`set lock_timeout = '${lockTimeout}'`);
    // PostgreSQL releases the lock when the connection ends.
    await acquireMigrationLock(client, { report, migrationTimeoutMs });
    await runMigrations(client);
    return 'migrated';
  });
}

async function acquireMigrationLock(
  client: Client,
  { report, migrationTimeoutMs }: Required<MigrationOptions>,
): Promise<void> {
  const deadline = Date.now() + migrationTimeoutMs;
  for (let isReported = false; !(await tryMigrationLock(client)); isReported = true) {
    if (Date.now() >= deadline) {
      throw new OperatorError(
        'Another process has been changing the schema of this database for too long, or hangs. Nothing was ' +
          `changed here. In pg_stat_activity it is called "touchline: ${migrationClientName}"; end it with pg_terminate_backend if ` +
          'nothing is behind it any more, and start again.',
      );
    }
    if (!isReported)
      report('Waiting for another process, which is changing the schema of the database.');
    await wait(pollIntervalMs);
  }
}

async function tryMigrationLock(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ ours: boolean }>(
    'select pg_try_advisory_lock($1) as ours',
    [lockIds.migration],
  );
  return rows[0]?.ours ?? false;
}

async function runMigrations(client: Client): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await migrate(drizzle(client, { schema, casing: 'snake_case' }), { migrationsFolder });
    } catch (error) {
      if (attempt === maxLockAttempts || findSqlState(error) !== lockNotAvailable) throw error;
      await wait(lockRetryDelayMs);
    }
  }
}

async function expectCurrentSchema(
  client: Client,
  { reason, remedy }: { reason: string; remedy: string },
): Promise<void> {
  if (await hasCurrentSchema(client)) return;
  throw new OperatorError(
    `${reason}, and it has not the schema of this version. Nothing was changed. ${remedy}`,
  );
}

/** Refuses a database whose encoding is not UTF-8: names may be in any script. */
async function expectUnicode(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string; encoding: string }>(
    `select current_database() as name, current_setting('server_encoding') as encoding`,
  );
  const [{ name, encoding } = { name: '', encoding: '' }] = rows;
  if (encoding === 'UTF8') return;
  throw new OperatorError(
    `The database "${name}" stores text as ${encoding}, and Touchline needs UTF8. Nothing in it ` +
      `was changed. Make another with "createdb --encoding=UTF8 --template=template0 NAME" and ` +
      `name it in DATABASE_URL; a dump of this one (pg_dump) can be read into it.`,
  );
}
