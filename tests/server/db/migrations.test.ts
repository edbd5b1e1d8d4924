import { readFile } from 'node:fs/promises';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { Client } from 'pg';
import { expect, test } from 'vitest';

import { lockIds } from '#server/db/locks.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import * as authTables from '#server/db/auth-tables.ts';
import * as mailTables from '#server/db/mail-tables.ts';
import * as noticeTables from '#server/db/notice-tables.ts';
import * as poolTables from '#server/db/pool-tables.ts';
import * as proofTables from '#server/db/proof-tables.ts';
import * as recordTables from '#server/db/record-tables.ts';
import * as sourceTables from '#server/db/source-tables.ts';
import * as schema from '#server/db/schema.ts';
import { OperatorError } from '#server/platform/error-reports.ts';

import { anEmptyDatabase } from '../../testing/database/database.ts';

const meta = new URL('../../../src/server/db/migrations/meta/', import.meta.url);

test('the migrations contain the whole schema (else: npm run db:generate)', async () => {
  const { entries } = await jsonIn('_journal.json');
  const last = await jsonIn(`${String(entries.length - 1).padStart(4, '0')}_snapshot.json`);
  const tables = {
    ...schema,
    ...authTables,
    ...proofTables,
    ...recordTables,
    ...sourceTables,
    ...noticeTables,
    ...mailTables,
    ...poolTables,
  };
  const now = generateDrizzleJson(tables, last.id, undefined, 'snake_case');
  expect(await generateMigration(last, now)).toEqual([]);
});

async function jsonIn(name: string) {
  return JSON.parse(await readFile(new URL(name, meta), 'utf8'));
}

test.each(['LATIN1', 'SQL_ASCII'])(
  'a database with the encoding %s is refused with instructions',
  async (encoding) => {
    const url = await anEmptyDatabase(`template template0 encoding '${encoding}' locale 'C'`);

    const problem = await migrateDatabase(url).catch((error: unknown) => error);

    expect(problem).toBeInstanceOf(OperatorError);
    expect(String(problem)).toContain(`stores text as ${encoding}, and Touchline needs UTF8`);
    expect(String(problem)).toContain('Nothing in it was changed');
    expect(String(problem)).toContain('createdb --encoding=UTF8 --template=template0 NAME');
    const client = new Client(url);
    await client.connect();
    const { rows } = await client.query(
      `select relname from pg_class where relnamespace::regnamespace::text in ('public', 'drizzle')`,
    );
    await client.end();
    expect(rows).toEqual([]);
  },
);

test('a migration waits briefly for a locked table and retries, so that other queries can run', async () => {
  const url = await anEmptyDatabase();
  const [other, watch] = [new Client(url), new Client(url)];
  await Promise.all([other.connect(), watch.connect()]);
  const waitingForALock = async () => {
    const { rows } = await watch.query(`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`);
    return rows.length;
  };
  await other.query('begin; create schema drizzle');

  const migrating = migrateDatabase(url);
  await expect.poll(waitingForALock).toBe(1);
  await expect.poll(waitingForALock).toBe(0);
  await other.query('rollback');
  await migrating;

  const { rows } = await watch.query('select from members');
  await Promise.all([other.end(), watch.end()]);
  expect(rows).toEqual([]);
});

/** Holds the migration lock, as another starting server does. */
async function anotherMigrates(url: string) {
  const other = new Client(url);
  await other.connect();
  await other.query('select pg_advisory_lock($1)', [lockIds.migration]);
  return { ends: async () => other.end() };
}

test('a server that starts during a migration reports that it waits, and continues afterwards', async () => {
  const url = await anEmptyDatabase();
  const other = await anotherMigrates(url);
  const lines: string[] = [];

  const migrating = migrateDatabase(url, { report: (line) => lines.push(line) });
  await expect.poll(() => lines).toHaveLength(1);
  await other.ends();

  await expect(migrating).resolves.toBe('migrated');
  expect(lines).toEqual([expect.stringContaining('Waiting for another process')]);
});

test('a server does not wait endlessly for another migration', async () => {
  const url = await anEmptyDatabase();
  const other = await anotherMigrates(url);

  const problem = await migrateDatabase(url, { migrationTimeoutMs: 0 }).catch(
    (error: unknown) => error,
  );
  await other.ends();

  expect(problem).toBeInstanceOf(OperatorError);
  expect(String(problem)).toContain('Another process has been changing the schema');
});
