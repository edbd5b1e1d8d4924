import { readSettings } from '../platform/settings.ts';
import { runCommand } from '../platform/error-reports.ts';
import { withDatabaseUrl } from './command.ts';
import { migrateDatabase } from './migrate.ts';

/**
 * Migrates the database, as each start of a server does. Servers of an older version continue to
 * run; `npm run verify` reports changes that they write without an audit event or a record.
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
