import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { Client } from 'pg';

import * as schema from './schema.ts';

const migrationsFolder = fileURLToPath(new URL('migrations', import.meta.url));
const migrationLock = 7_046_030;

/**
 * Brings a database to the schema of this version. All that is missing is applied in one
 * transaction, so a kill leaves the old schema or the new one; of several servers that start at
 * once, one does it and the others wait.
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
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await migrate(drizzle(client, { schema, casing: 'snake_case' }), { migrationsFolder });
  } finally {
    // The lock goes with the connection.
    await client.end();
  }
}
