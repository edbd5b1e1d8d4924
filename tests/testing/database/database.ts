import { closeDatabase, type Database, openDatabase } from '#server/db/database.ts';

import { atTheEnd } from '../server/clean-up.ts';
import { createDatabase, createEmptyDatabase } from './postgres.ts';

export type ADatabase = { database: Database; url: string };

/** A migrated database of its own without rows. */
export async function aDatabase(): Promise<ADatabase> {
  const { url, drop } = await createDatabase();
  atTheEnd(drop);
  const database = openDatabase({ url, connections: 6 });
  // A busy machine may take longer than a request would wait for a connection.
  database.$client.options.connectionTimeoutMillis = 20_000;
  atTheEnd(async () => closeDatabase(database));
  return { database, url };
}

/** The address of a new database without tables; `how` is SQL of its creation. */
export async function anEmptyDatabase(how = ''): Promise<string> {
  const { url, drop } = await createEmptyDatabase(how);
  atTheEnd(drop);
  return url;
}
