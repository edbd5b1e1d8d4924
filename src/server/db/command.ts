import { resolve } from 'node:path';

import { readSettings, type Settings, defaultDataDir } from '../platform/settings.ts';
import { OperatorError } from '../platform/error-reports.ts';
import { appRole, closeDatabase, type Database, openDatabase } from './database.ts';
import { findActiveHostUrl } from './hosts.ts';
import { migrateDatabase } from './migrate.ts';
import { isPostgresRunning, findOrStartPostgres } from './postgres.ts';

type DatabaseLocation = Pick<Settings, 'databaseUrl' | 'databaseOwnerUrl' | 'dataDir'>;

/**
 * Runs `work` with the URL of the database's owner, and reports which database it is; does not
 * migrate the schema.
 */
export async function withDatabaseUrl<Result>(
  { databaseUrl, databaseOwnerUrl, dataDir }: DatabaseLocation,
  report: (line: string) => void,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  if (databaseUrl !== null) {
    const url = await findActiveHostUrl(databaseOwnerUrl ?? databaseUrl);
    report(`The database is ${describeDatabase(url)}.`);
    return work(url);
  }
  report(`The database is the built-in one in ${dataDir}.`);
  const postgres = await findOrStartPostgres(dataDir, report);
  try {
    return await work(postgres.url);
  } finally {
    await postgres.stop();
  }
}

function describeDatabase(url: string): string {
  const { pathname, host } = new URL(url);
  return `${decodeURIComponent(pathname.slice(1)) || 'without a name'} on ${host}`;
}

/**
 * Like `withDatabaseUrl`, but refuses the bundled database unless its folder was named or a server
 * runs on it: nobody would notice that a command used the wrong database.
 */
export async function withNamedDatabaseUrl<Result>(
  env: Readonly<Record<string, string | undefined>>,
  report: (line: string) => void,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const isNamed = [env['DATABASE_URL'], env['DATA_DIR']].some((value) => value?.trim());
  if (!isNamed && !(await isPostgresRunning(resolve(defaultDataDir)))) {
    throw new OperatorError(
      'No database is named. Set DATABASE_URL, or DATA_DIR for the built-in one: in the environment, ' +
        'or in the file .env of this folder.',
    );
  }
  return withDatabaseUrl(readSettings(env), report, work);
}

/** Migrates the database of these settings, then runs `work` on the open database. */
export async function withOpenDatabase<Result>(
  where: DatabaseLocation,
  report: (line: string) => void,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  return withDatabaseUrl(where, report, async (url) => {
    await migrateDatabase(url, { report });
    const database = openDatabase({ url, connections: 2, role: appRole });
    try {
      return await work(database);
    } finally {
      await closeDatabase(database);
    }
  });
}
