import { readSettings } from '../platform/settings.ts';
import { runCommand } from '../platform/start-refused.ts';
import { atDatabase } from './command.ts';
import { migrateDatabase } from './migrate.ts';

/** Migrates the database as every start does; an older server may stay in use. */
async function run(): Promise<void> {
  const report = console.log;
  const state = await atDatabase(readSettings(process.env), report, async (url) =>
    migrateDatabase(url, { report }),
  );
  const has = 'The database has the schema of this version';
  console.log(state === 'migrated' ? `${has}.` : `${has} already, and takes no writes.`);
}

if (import.meta.main) await runCommand(run);
