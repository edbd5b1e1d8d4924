import { closeDatabase, type Database, openDatabase } from '#server/db/database.ts';

import { atTheEnd } from '../server/clean-up.ts';
import { createDatabase, createEmptyDatabase } from './postgres.ts';

export type ADatabase = { database: Database; url: string };

/** A new migrated database without rows. */
export async function aDatabase(): Promise<ADatabase> {
  const { url, drop } = await createDatabase();
  atTheEnd(drop);
  const database = openDatabase({ url, connections: 6 });
  // Opening a connection may take longer on a busy machine than the server's timeout allows.
  database.$client.options.connectionTimeoutMillis = 20_000;
  atTheEnd(async () => closeDatabase(database));
  return { database, url };
}

/** Returns the address of a new database without tables; `how` is appended to CREATE DATABASE. */
export async function anEmptyDatabase(how = ''): Promise<string> {
  const { url, drop } = await createEmptyDatabase(how);
  atTheEnd(drop);
  return url;
}
