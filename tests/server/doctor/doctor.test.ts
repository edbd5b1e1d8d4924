import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { runInTransaction } from '#server/db/database.ts';
import { sources } from '#server/db/source-tables.ts';
import { runChecks } from '#server/doctor/command.ts';
import { enqueueJob } from '#server/jobs/job.ts';
import { fanOutNotice } from '#server/push/jobs.ts';

import { anAccount, anOwnedDatabase } from '../../testing/database/database-accounts.ts';
import { aDatabase, anEmptyDatabase } from '../../testing/database/database.ts';
import { aJobRunner } from '../../testing/server/jobs.ts';
import { aMailServer } from '../../testing/outside/mail.ts';
import { aDataDir, aServer } from '../../testing/server/server-process.ts';
import { aFollowedPrimary } from '../../testing/database/standby.ts';

const secrets = ['kX9v2QmZr7Lw4TnB8sYc1DfGh5JpUe3A', 'Yc1DfGh5JpUe3AkX9v2QmZr7Lw4TnB8s'] as const;

/** Valid production settings, with a database and a mail server. */
async function aGoodServer() {
  const { url, database } = await aDatabase();
  const mail = await aMailServer();
  const env = {
    NODE_ENV: 'production',
    JWT_SECRET: secrets[0],
    PROOF_KEY: secrets[1],
    PUBLIC_ORIGIN: 'https://tips.example.org',
    DATABASE_URL: url,
    SMTP_URL: mail.url,
    MAIL_FROM: 'no-reply@example.org',
    TRUST_PROXY: '1',
    DATA_DIR: await aDataDir(),
  };
  return { env, database };
}

async function found(...args: Parameters<typeof runChecks>): Promise<string[]> {
  return (await runChecks(...args)).map(
    ({ is, about, message: words }) => `${is} ${about}: ${words}`,
  );
}

/** Returns all lines of the doctor except those with "ok". */
async function flaws(...args: Parameters<typeof runChecks>): Promise<string[]> {
  return (await found(...args)).filter((line) => !line.startsWith('ok '));
}

test('a good server gets only lines with ok', async () => {
  const { env, database } = await aGoodServer();
  // The tests' PostgreSQL runs without fsync, which the doctor would report.
  await database.execute(sql`do $$ begin execute format(
    'alter database %I set synchronous_commit = on', current_database()); end $$`);

  const lines = await found(env, { enoughDisk: 1 });

  expect(lines.filter((line) => !line.includes('fsync'))).toEqual([
    'ok settings: VAPID_PRIVATE_KEY is not set: nothing is pushed.',
    expect.stringMatching(/^ok folder: DATA_DIR .* GB left/),
    expect.stringMatching(/^ok database: The database is \w+ on 127\.0\.0\.1:\d+\.$/),
    expect.stringMatching(/^ok database: PostgreSQL \d+.* answers/),
    expect.stringContaining('ok database: touchline may work as touchline_app'),
    expect.stringContaining('ok database: Servers log in as touchline_server, which a start makes'),
    'ok database: It has the schema of this version.',
    expect.stringMatching(/^ok database: This machine's clock and the database's are 0\S* s apart/),
    expect.stringMatching(/^ok mail: 127\.0\.0\.1:\d+ lets this server in/),
  ]);
});

test('wrong settings are printed first, with a failing exit code', async () => {
  const env = { JWT_SECRET: 'short', PORT: 'none', DATA_DIR: await aDataDir() };
  expect(await found(env)).toEqual([
    expect.stringContaining('bad settings: PORT must be'),
    expect.stringContaining('bad settings: JWT_SECRET must be at least 32 random bytes'),
    expect.stringContaining('bad settings: Nothing starts before these are mended'),
  ]);

  const doctor = aServer({ env, script: 'src/server/doctor/command.ts' });

  expect(await doctor.ended).toBe(1);
  expect(doctor.said()).toContain('bad   settings  PORT must be');
});

test('unlikely combinations of settings are named', async () => {
  const { env } = await aGoodServer();

  expect(
    await flaws({
      ...env,
      PROOF_KEY: env.JWT_SECRET,
      TRUST_PROXY: 'off',
      METRICS_ADDRESS: '[0:0::0]:9464',
      DATABASE_CONNECTIONS: '200',
    }),
  ).toEqual(
    expect.arrayContaining([
      expect.stringContaining('warn settings: TRUST_PROXY is off'),
      expect.stringContaining('warn settings: PROOF_KEY is the JWT_SECRET'),
      expect.stringContaining('warn settings: METRICS_ADDRESS is on every network'),
      expect.stringContaining('warn database: DATABASE_CONNECTIONS is 200'),
    ]),
  );
  expect(await flaws({ ...env, NODE_ENV: 'development', PROOF_KEY: '' })).toEqual(
    expect.arrayContaining([expect.stringContaining('warn settings: NODE_ENV is development')]),
  );
  expect(await flaws({ ...env, PROOF_KEY: '' })).toEqual(
    expect.arrayContaining([expect.stringContaining('warn settings: PROOF_KEY is not set')]),
  );
});

test('a misspelt setting is named, even if other settings are wrong', async () => {
  const { env } = await aGoodServer();
  const words = 'warn settings: PUBLIC_ORGIN is no setting: is it PUBLIC_ORIGIN?';

  expect(await flaws({ ...env, PUBLIC_ORGIN: 'x' })).toContain(words);
  expect(await flaws({ ...env, PORT: 'x', PUBLIC_ORGIN: 'x' })).toContain(words);
});

test('an unreachable, an empty and a read-only database are distinguished', async () => {
  const { env, database } = await aGoodServer();
  const away = await flaws({ ...env, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
  const empty = await flaws({ ...env, DATABASE_URL: await anEmptyDatabase() });
  await database.execute(sql`do $$ begin execute format(
    'alter database %I set default_transaction_read_only = on', current_database()); end $$`);
  const readOnly = await flaws(env);

  expect(away).toContainEqual(
    expect.stringMatching(/^bad database: .*ECONNREFUSED.*is it running/),
  );
  expect(empty).toContainEqual(expect.stringContaining('warn database: It is empty'));
  expect(readOnly).toContainEqual(expect.stringContaining('bad database: It takes no writes'));
});

test('an existing role must be one that the account may use', async () => {
  const { env } = await aGoodServer();
  const DATABASE_URL = await anEmptyDatabase();
  const account = await anAccount('createrole');
  const rights = async () =>
    (await found({ ...env, DATABASE_URL: account.at(DATABASE_URL) })).find((line) =>
      line.includes('touchline_app'),
    );

  const none = await rights();
  await account.run(`grant touchline_app to ${account.name} with set false`);
  const member = await rights();
  await account.run(`grant touchline_app to ${account.name} with admin true`);
  const admin = await rights();
  await account.run(`grant touchline_app to ${account.name} with set true`);

  expect([none, member]).toEqual(
    Array(2).fill(expect.stringContaining(`bad database: ${account.name} may not work as`)),
  );
  expect(none).toContain(`superuser: grant touchline_app to "${account.name}";`);
  expect(admin).toMatch(/^ok database: .* may give itself the role/);
  expect(await rights()).toMatch(/^ok database: .* may work as touchline_app/);
});

test('a servers’ login with too many rights is named, with the commands to run', async () => {
  const { env } = await aGoodServer();
  const owner = await anOwnedDatabase();
  const server = await anAccount('in role touchline_app');
  const logins = async (given: object) =>
    (await found({ ...env, ...given })).filter((line) => /Servers log in|more than/.test(line));
  const advice = `${owner.name} in DATABASE_URL may do more than a server needs: it owns tables`;

  expect(await logins({ DATABASE_URL: owner.url })).toEqual([
    expect.stringContaining(`bad database: ${advice}`),
  ]);
  expect(await logins({ DATABASE_URL: owner.url, NODE_ENV: 'development' })).toEqual([
    expect.stringContaining(`warn database: ${advice}`),
  ]);
  expect(
    await logins({ DATABASE_URL: server.at(owner.url), DATABASE_OWNER_URL: owner.url }),
  ).toEqual([expect.stringContaining(`ok database: Servers log in as ${server.name}, which may`)]);
});

test('an unreadable standby is reported without failing', async () => {
  const { env } = await aGoodServer();
  const { primary, standby } = await aFollowedPrimary();
  const output = async (DATABASE_READ_URL: string, more = {}) =>
    (await found({ ...env, DATABASE_READ_URL, ...more })).filter((line) =>
      line.includes(' standby: '),
    );
  const elsewhere = new URL(standby.url);
  elsewhere.pathname = '/nowhere';

  expect(await output('')).toEqual([]);
  expect(await output(standby.url)).toEqual(['ok standby: It can be read.']);
  const { at } = await anAccount('in role touchline_app');
  expect(await output(standby.url, { DATABASE_URL: at(env.DATABASE_URL) })).toEqual([
    expect.stringMatching(/^bad standby: touchline in DATABASE_READ_URL may do more than a server/),
  ]);
  expect(await output(elsewhere.href)).toEqual([
    expect.stringMatching(/^warn standby: .*"nowhere" does not exist.* the primary answers/),
  ]);
  expect(await output(primary.url)).toEqual([
    expect.stringMatching(/^warn standby: .* follows no other\. .* the primary answers/),
  ]);
});

test('the remaining requests of an odds source are shown, and how long they last', async () => {
  const { env, database } = await aGoodServer();
  const source = { ODDS_UPSTREAM: 'https://odds.example/v4', ODDS_LEAGUES: 'soccer_epl' };
  const clock = () => new Date('2026-11-29T12:00:00.000Z');
  const output = async (more = {}) =>
    (await found({ ...env, ...source, ...more }, { clock })).filter((line) =>
      line.includes(' sources: '),
    );
  const has = async (state: object) => {
    const keyHash = '';
    await database.delete(sources);
    await database.insert(sources).values({ host: 'odds.example', keyHash, ...state });
  };

  expect(await output({ ODDS_UPSTREAM: '' })).toEqual([]);
  expect(await output()).toEqual([
    'ok sources: odds.example has not said yet how many requests are left.',
  ]);
  await has({ remaining: 164 });
  expect(await output()).toEqual([
    // 144 requests are 72 rounds of two requests, in the 36 hours until the month ends.
    'ok sources: odds.example has 164 requests left, and a round takes 2: one in 0.5 h until the month ends.',
  ]);
  await has({ remaining: 23 });
  expect(await output()).toEqual([
    expect.stringMatching(/^warn sources: .* one in 36 h .*[.] Name fewer ODDS_MARKETS/),
  ]);
  const restUntil = new Date('2026-11-29T13:00:00.000Z');
  await has({ remaining: 21, failures: 3, restUntil });
  expect(await output()).toEqual([
    'warn sources: odds.example failed 3 times and rests until 2026-11-29T13:00:00.000Z: is its key right?',
    expect.stringMatching(/^warn sources: .* 21 requests left.* too few, since 20 are never spent/),
  ]);
});

test('a missing folder is accepted unless it would be below a file', async () => {
  const { env } = await aGoodServer();
  await writeFile(join(env.DATA_DIR, 'file'), '');
  const folder = async (DATA_DIR: string) =>
    (await found({ ...env, DATA_DIR })).find((line) => line.includes('folder'));

  expect(await folder(join(env.DATA_DIR, 'new'))).toMatch(/^(ok|warn) folder: /);
  expect(await folder(join(env.DATA_DIR, 'file', 'new'))).toMatch(/^bad folder: .* Give it/);
});

test('different clocks, an unreachable mail server and a full disk are faults', async () => {
  const { env } = await aGoodServer();
  const clock = () => new Date(Date.now() - 7_000);

  const lines = await flaws(
    { ...env, SMTP_URL: 'smtp://127.0.0.1:1' },
    { clock, enoughDisk: 1e18 },
  );

  expect(lines).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^bad database: .* are [67]\S* s apart. Kick-offs are judged/),
      expect.stringMatching(/^bad mail: 127\.0\.0\.1:1 does not let this server in/),
      expect.stringMatching(/^bad folder: .* Make room before/),
    ]),
  );
});

test('jobs that failed finally are named', async () => {
  const { env, database } = await aGoodServer();
  const runner = await aJobRunner({ database, clock: () => new Date() });
  await runInTransaction(database, async (tx) =>
    enqueueJob(tx, fanOutNotice, { noticeId: 'not an id' }, new Date(0)),
  );
  await database.execute(sql`update pgboss.job set retry_limit = 0`);

  await runner.run();

  expect(await flaws(env)).toContainEqual(
    expect.stringContaining('warn jobs: Jobs were given up: 1 of notices.'),
  );
});
