import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { Client } from 'pg';

import { expectNoPooler } from './pooler.ts';
import { StartRefused } from '../start-refused.ts';
import { lockNotAvailable, sqlStateOf } from './failures.ts';
import * as schema from './schema.ts';
import { locks } from './locks.ts';

const migrationsFolder = fileURLToPath(new URL('migrations', import.meta.url));
/** How long a change may wait for a table, and with it all who come after it. */
const lockTimeout = '2s';
const tries = 10;
const pauseBetween = 1_000;

/**
 * Brings a database to the schema of this version. All that is missing is applied in one
 * transaction, so a kill leaves the old schema or the new one; of several servers that start at
 * once, one does it and the others wait. A table that is busy is tried again, since whoever asks
 * for it meanwhile stands behind the change.
 */
export async function migrateDatabase(url: string): Promise<void> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    application_name: 'touchline: migrations',
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await expectNoPooler(client);
    await expectUnicode(client);
    await client.query('select pg_advisory_lock($1)', [locks.migration]);
    await client.query(`set lock_timeout = '${lockTimeout}'`);
    await migrated(client);
  } finally {
    // The lock goes with the connection.
    await client.end();
  }
}

async function migrated(client: Client): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await migrate(drizzle(client, { schema, casing: 'snake_case' }), { migrationsFolder });
    } catch (error) {
      if (attempt === tries || sqlStateOf(error) !== lockNotAvailable) throw error;
      await wait(pauseBetween);
    }
  }
}

/** One word for a row of migrations. */
export function schemaNamed(migrations: readonly { hash: string }[]): string {
  const hash = createHash('sha256');
  for (const migration of migrations) hash.update(`${migration.hash}\n`);
  return hash.digest('hex').slice(0, 16);
}

/** The word for the schema that this version works with. */
export function schemaOfThisVersion(): string {
  return schemaNamed(readMigrationFiles({ migrationsFolder }));
}

/** Names in any script have to fit in. */
async function expectUnicode(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string; encoding: string }>(
    `select current_database() as name, current_setting('server_encoding') as encoding`,
  );
  const [{ name, encoding } = { name: '', encoding: '' }] = rows;
  if (encoding === 'UTF8') return;
  throw new StartRefused(
    `The database "${name}" stores text as ${encoding}, and Touchline needs UTF8. Nothing in it ` +
      `was changed. Make another with "createdb --encoding=UTF8 --template=template0 NAME" and ` +
      `name it in DATABASE_URL; a dump of this one (pg_dump) can be read into it.`,
  );
}
