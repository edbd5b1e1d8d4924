import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { Client } from 'pg';
import { expect } from 'vitest';

import { migrationsFolder } from '#server/db/schema-version.ts';

import { atTheEnd } from '../server/clean-up.ts';
import { aDataDir } from '../server/server-process.ts';
import { anEmptyDatabase } from './database.ts';

/** A database with rows that were stored before a migration, and a connection to the database. */
export async function aDatabaseBefore(migration: string, rows: string) {
  const url = await anEmptyDatabase();
  const client = new Client(url);
  await client.connect();
  atTheEnd(async () => client.end());
  await migrate(drizzle(client), { migrationsFolder: await migrationsBefore(migration) });
  await client.query(rows);
  return { url, client };
}

async function migrationsBefore(name: string): Promise<string> {
  const folder = await aDataDir();
  await cp(migrationsFolder, folder, { recursive: true });
  const journal = join(folder, 'meta/_journal.json');
  const { entries, ...rest }: { entries: { tag: string }[] } = JSON.parse(
    await readFile(journal, 'utf8'),
  );
  const until = entries.findIndex(({ tag }) => tag.endsWith(name));
  expect(until).toBeGreaterThan(0);
  await writeFile(journal, JSON.stringify({ ...rest, entries: entries.slice(0, until) }));
  return folder;
}
