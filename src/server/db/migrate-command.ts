import { readSettings } from '../settings.ts';
import { runCommand } from '../start-refused.ts';
import { migrateDatabase } from './migrate.ts';
import { postgresAtHand } from './postgres.ts';

/** Brings the database to the schema of this version, as every start does, while an older one goes on serving. */
async function run(): Promise<void> {
  const { databaseUrl, dataDir } = readSettings(process.env);
  const postgres = databaseUrl
    ? { url: databaseUrl, stop: async () => undefined }
    : await postgresAtHand(dataDir, console.log);
  try {
    await migrateDatabase(postgres.url);
    console.log('The database has the schema of this version.');
  } finally {
    await postgres.stop();
  }
}

if (import.meta.main) await runCommand(run);
