import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Client } from 'pg';

import { appRole, type Queryable } from '../db/database.ts';
import {
  parseCredentials,
  findActiveHostUrl,
  isReadOnlyConnection,
  shortTimeouts,
  withClient,
} from '../db/hosts.ts';
import { readDatabaseLoginRole } from '../db/login.ts';
import { expectNoPooler } from '../db/pooler.ts';
import { readSchemaDigest, computeSchemaDigest } from '../db/schema-version.ts';
import { createLoginAdvice } from '../db/server-login.ts';
import { deadLetterQueue, deadLetterRetentionSeconds } from '../jobs/job.ts';
import type { Settings } from '../platform/settings.ts';
import { readUnassignedNames } from '../sources/club-names.ts';
import { toErrorMessage } from '../platform/error-reports.ts';
import { type CheckResult, createResultFactories } from './check-result.ts';
import { type DatabaseLoginSettings, checkDatabaseLogins } from './database-logins.ts';
import { checkOddsQuota, type SourceCheckSettings } from './sources.ts';

const { ok, warn, bad } = createResultFactories('database');
const standbyResults = createResultFactories('standby');
const jobResults = createResultFactories('jobs');

type DatabaseCheckContext = DatabaseLoginSettings &
  SourceCheckSettings & { connections: number; clock: () => Date };

const minPostgresVersion = 15;

/** Checks the database of a URL without changing it. */
export async function checkDatabase(
  url: string,
  needs: DatabaseCheckContext,
): Promise<CheckResult[]> {
  return runOnConnection(url, async (client) => [
    ...(await checkPostgresServer(client, needs)),
    ...(await checkDatabaseLogins(client, needs)),
    await checkSchema(client),
    ...(await checkSourcesAndJobs(client, needs)),
    await checkClock(client, needs.clock),
  ]).catch((error: unknown) => [
    bad(
      `${toErrorMessage(error)} (DATABASE_URL names it; is it running, and may this machine in?)`,
    ),
  ]);
}

/** Checks the standby. Only a login with excess rights is "bad": the primary can serve lists. */
export async function checkStandby(
  url: string,
  { databaseUrl, environment }: Pick<Settings, 'databaseUrl' | 'environment'>,
): Promise<CheckResult> {
  const warn = (message: string) =>
    standbyResults.warn(`${message} Until that is mended the primary answers all lists.`);
  const check = async (client: Client) => {
    const { rows } = await client.query<{ follows: boolean }>(
      'select pg_is_in_recovery() as follows',
    );
    if (!rows[0]?.follows) return warn('DATABASE_READ_URL names a database that follows no other.');
    if ((await readSchemaDigest(client)) !== computeSchemaDigest()) {
      return warn('It has not the schema of this version: is it a standby of DATABASE_URL?');
    }
    const login = await readDatabaseLoginRole(client);
    // If the URL has the owner's login, servers use their own login instead.
    const isOwners = databaseUrl !== null && parseCredentials(databaseUrl).name === login.name;
    if (!isOwners && login.excess.length > 0) {
      const message = createLoginAdvice('DATABASE_READ_URL', login);
      return environment === 'production'
        ? standbyResults.bad(message)
        : standbyResults.warn(message);
    }
    await client.query(`set role ${appRole}`);
    return standbyResults.ok('It can be read.');
  };
  return findActiveHostUrl(url)
    .then(async (host) => runOnConnection(host, check))
    .catch((error: unknown) => warn(`${toErrorMessage(error)} (DATABASE_READ_URL names it).`));
}

async function runOnConnection<Result>(
  connectionString: string,
  check: (client: Client) => Promise<Result>,
): Promise<Result> {
  return withClient({ name: 'doctor', connectionString, ...shortTimeouts }, async (client) => {
    await expectNoPooler(client);
    return check(client);
  });
}

async function checkPostgresServer(
  client: Client,
  { connections }: DatabaseCheckContext,
): Promise<CheckResult[]> {
  const { rows } = await client.query<{
    version: string;
    encoding: string;
    safe: boolean;
    maxConnections: number;
  }>(`select current_setting('server_version') as version,
    current_setting('server_encoding') as encoding,
    current_setting('fsync') = 'on' and current_setting('synchronous_commit') <> 'off' as safe,
    current_setting('max_connections')::int
      - current_setting('superuser_reserved_connections')::int as "maxConnections"`);
  const [row] = rows;
  if (!row) return [];
  const { version, encoding, safe, maxConnections } = row;
  const results = [
    Number.parseInt(version, 10) >= minPostgresVersion
      ? ok(`PostgreSQL ${version} answers.`)
      : bad(`PostgreSQL ${version} is too old: Touchline needs ${minPostgresVersion} or newer.`),
  ];
  if (encoding !== 'UTF8') {
    results.push(bad(`It stores text as ${encoding}. Make another: createdb --encoding=UTF8.`));
  }
  if (await isReadOnlyConnection(client)) {
    results.push(
      bad(
        'It takes no writes: it is a standby, or set to read-only. Name the primary in DATABASE_URL.',
      ),
    );
  }
  if (!safe) {
    results.push(
      warn('fsync or synchronous_commit is off: a crash loses what members were told is saved.'),
    );
  }
  if (connections > maxConnections * 0.8) {
    results.push(
      warn(
        `DATABASE_CONNECTIONS is ${connections} for each process, and PostgreSQL lets ${maxConnections} in altogether. ` +
          'Lower it, or raise max_connections.',
      ),
    );
  }
  return results;
}

async function checkSchema(client: Client): Promise<CheckResult> {
  const schema = await readSchemaDigest(client);
  if (schema === computeSchemaDigest()) return ok('It has the schema of this version.');
  return schema === ''
    ? warn('It is empty: the first start makes the tables. A backup is restored before that.')
    : warn(
        'It has the schema of another version: npm run migrate, or the next start, brings it here.',
      );
}

/** Checks sources and jobs if the database has the schema of this version. */
async function checkSourcesAndJobs(
  client: Client,
  needs: DatabaseCheckContext,
): Promise<CheckResult[]> {
  if ((await readSchemaDigest(client)) !== computeSchemaDigest()) return [];
  const database = drizzle(client, { casing: 'snake_case' });
  return [
    ...(await checkOddsQuota(database, needs, needs.clock)),
    ...(await checkClubNames(database, needs.clock)),
    ...(await checkFailedJobs(database)),
  ];
}

/** Warns of club names from sources that match no club: their games get no results. */
async function checkClubNames(
  database: Pick<Queryable, 'select'>,
  clock: () => Date,
): Promise<CheckResult[]> {
  const names = (await readUnassignedNames(database, clock())).map(({ name }) => name);
  if (names.length === 0) return [];
  const some = names.slice(0, maxNames).join(', ');
  const message = `Sources name ${names.length} clubs that match none, such as ${some}.`;
  return [
    warn(`${message} Games of theirs get no result. Assign them on the desk, under Results.`),
  ];
}

const maxNames = 5;

/** Warns of jobs that failed at every attempt. */
async function checkFailedJobs(database: Pick<Queryable, 'execute'>): Promise<CheckResult[]> {
  const { rows } = await database.execute<{ name: string; count: number }>(sql`
    select source_name as name, count(*)::int as count from pgboss.job
    where name = ${deadLetterQueue} and state = 'created' group by source_name order by source_name`);
  if (rows.length === 0) return [];
  const counts = rows.map(({ name, count }) => `${count} of ${name}`).join(', ');
  const days = deadLetterRetentionSeconds / (24 * 60 * 60);
  return [
    jobResults.warn(
      `Jobs were given up: ${counts}. The log says why ("a job failed"); they are shown here for ` +
        `${days} days.`,
    ),
  ];
}

async function checkClock(client: Client, clock: () => Date): Promise<CheckResult> {
  const sentAt = clock().getTime();
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now');
  const answered = clock().getTime();
  const there = rows[0]?.now.getTime() ?? 0;
  // The database read its clock at some time between sending and receiving.
  const off = Math.round(Math.max(0, sentAt - there, there - answered)) / 1000;
  const message = `This machine's clock and the database's are ${off} s apart.`;
  const mend =
    'Kick-offs are judged by this one: let both follow a time server (chrony, timesyncd).';
  if (off >= 5) return bad(`${message} ${mend}`);
  return off >= 1 ? warn(`${message} ${mend}`) : ok(message);
}
