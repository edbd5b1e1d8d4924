import type { Settings } from '../settings.ts';
import { appRole, closeDatabase, type Database, openDatabase } from './database.ts';
import { hostAtWork } from './hosts.ts';
import { migrateDatabase } from './migrate.ts';
import { postgresAtHand } from './postgres.ts';

type Where = Pick<Settings, 'databaseUrl' | 'dataDir'>;

/** Does the work of a command with the address of the database of these settings, as it is. */
export async function atDatabase<Result>(
  { databaseUrl, dataDir }: Where,
  say: (line: string) => void,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  if (databaseUrl !== null) return work(await hostAtWork(databaseUrl));
  const postgres = await postgresAtHand(dataDir, say);
  try {
    return await work(postgres.url);
  } finally {
    await postgres.stop();
  }
}

/** Does the work of a command on the database of these settings, brought to this version's schema. */
export async function inDatabase<Result>(
  where: Where,
  say: (line: string) => void,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  return atDatabase(where, say, async (url) => {
    await migrateDatabase(url, { say });
    const database = openDatabase({ url, connections: 2, role: appRole });
    try {
      return await work(database);
    } finally {
      await closeDatabase(database);
    }
  });
}
