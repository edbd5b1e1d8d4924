import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { Client } from 'pg';

export const migrationsFolder = fileURLToPath(new URL('migrations', import.meta.url));

/** Returns a digest of this version's migrations. */
export function computeSchemaDigest(): string {
  return hashMigrations(readMigrationFiles({ migrationsFolder }));
}

/** Returns a digest of the migrations that a database has run; empty if there are none. */
export async function readSchemaDigest(client: Client): Promise<string> {
  const migrations = await readMigrations(client);
  return migrations.length === 0 ? '' : hashMigrations(migrations);
}

/** True if all migrations of this version have run; migrations of a later version are accepted. */
export async function hasCurrentSchema(client: Client): Promise<boolean> {
  const ours = readMigrationFiles({ migrationsFolder });
  return (
    hashMigrations((await readMigrations(client)).slice(0, ours.length)) === hashMigrations(ours)
  );
}

async function readMigrations(client: Client): Promise<{ hash: string }[]> {
  const known = await client.query<{ there: boolean }>(
    `select coalesce((select has_schema_privilege(oid, 'usage')
      and to_regclass('drizzle.__drizzle_migrations') is not null
      from pg_namespace where nspname = 'drizzle'), false) as there`,
  );
  if (!known.rows[0]?.there) return [];
  const { rows } = await client.query<{ hash: string }>(
    'select hash from drizzle.__drizzle_migrations order by id',
  );
  return rows;
}

function hashMigrations(migrations: readonly { hash: string }[]): string {
  const hash = createHash('sha256');
  for (const migration of migrations) hash.update(`${migration.hash}\n`);
  return hash.digest('hex').slice(0, 16);
}
