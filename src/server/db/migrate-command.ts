import { readSettings } from '../platform/settings.ts';
import { runCommand } from '../platform/start-refused.ts';
import { withDatabaseUrl } from './command.ts';
import { migrateDatabase } from './migrate.ts';

/**
 * Migrates the database as every start does. Requests of older servers continue, but some of their
 * changes lack an event or a record, which `npm run verify` reports.
 */
async function run(): Promise<void> {
  const report = console.log;
  const state = await withDatabaseUrl(readSettings(process.env), report, async (url) =>
    migrateDatabase(url, { report }),
  );
  const has = 'The database has the schema of this version';
  console.log(state === 'migrated' ? `${has}.` : `${has} already, and takes no writes.`);
}

if (import.meta.main) await runCommand(run);
