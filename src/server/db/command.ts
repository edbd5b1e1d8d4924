import type { Settings } from '../settings.ts';
import { appRole, closeDatabase, type Database, openDatabase } from './database.ts';
import { migrateDatabase } from './migrate.ts';
import { postgresAtHand } from './postgres.ts';

/** Does the work of a command on the database of these settings, brought to this version's schema. */
export async function inDatabase<Result>(
  { databaseUrl, dataDir }: Pick<Settings, 'databaseUrl' | 'dataDir'>,
  say: (line: string) => void,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const postgres = databaseUrl
    ? { url: databaseUrl, stop: async () => undefined }
    : await postgresAtHand(dataDir, say);
  try {
    await migrateDatabase(postgres.url);
    const database = openDatabase({ url: postgres.url, connections: 2, role: appRole });
    try {
      return await work(database);
    } finally {
      await closeDatabase(database);
    }
  } finally {
    await postgres.stop();
  }
}
