import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { Client } from 'pg';
import { expect, test } from 'vitest';

import { migrateDatabase } from '#server/db/migrate.ts';
import * as schema from '#server/db/schema.ts';
import { StartRefused } from '#server/start-refused.ts';

import { anEmptyDatabase } from '../../support/a-database.ts';
import { atTheEnd } from '../../support/at-the-end.ts';

const meta = new URL('../../../src/server/db/migrations/meta/', import.meta.url);

test('the migrations hold all of the schema (else: npm run db:generate)', async () => {
  const { entries } = await jsonIn('_journal.json');
  const last = await jsonIn(`${String(entries.length - 1).padStart(4, '0')}_snapshot.json`);
  const now = generateDrizzleJson(schema, last.id, undefined, 'snake_case');
  expect(await generateMigration(last, now)).toEqual([]);
});

async function jsonIn(name: string) {
  return JSON.parse(await readFile(new URL(name, meta), 'utf8'));
}

test('a database of the first version has its records once it is brought up to date', async () => {
  const url = await anEmptyDatabase();
  await migratedTo(url, 1);
  const client = new Client(url);
  await client.connect();
  await client.query(oneSettledTip);

  await migrateDatabase(url);

  const { rows } = await client.query('select settled, won, flat_profit from tipster_records');
  const { rows: slices } = await client.query('select kind, key from record_slices order by kind');
  const { rows: names } = await client.query('select search_name from members');
  await client.end();
  expect(rows).toEqual([{ settled: 1, won: 1, flat_profit: '1.50' }]);
  expect(slices).toEqual([
    { kind: 'league', key: 'soccer_epl' },
    { kind: 'month', key: '2026-10' },
    { kind: 'option', key: '1' },
  ]);
  expect(names).toEqual([{ search_name: 'zoe nunez' }]);
});

test('reasons that were stored as sentences stay, and names are searched by single spaces', async () => {
  const url = await anEmptyDatabase();
  await migratedTo(url, 2);
  const client = new Client(url);
  await client.connect();
  await client.query(oneSettledTip);
  await client.query(`update legs set reason = '1X2 - 1 needs a home win; it ended 2-1.'`);
  await client.query(`update members set first_name = ' Zoë ', last_name = U&'Núñez\\3000 Ruiz'`);

  await migrateDatabase(url);

  const { rows } = await client.query('select reason, fact from legs');
  const { rows: names } = await client.query('select search_name from members');
  await client.end();
  expect(rows).toEqual([{ reason: '1X2 - 1 needs a home win; it ended 2-1.', fact: null }]);
  expect(names).toEqual([{ search_name: 'zoe nunez ruiz' }]);
});

const oneSettledTip = `
  insert into members (id, email, user_name, password_hash, first_name, last_name, created_at)
  values ('00000000-0000-4000-8000-000000000001', 'a@example.org', 'a', '', 'Zoë', 'Núñez', now());
  insert into leagues values ('soccer_epl', '', '', '');
  insert into fixtures (id, sport_key, source, home, away, kick_off, updated_at)
  values ('game', 'soccer_epl', '', '', '', '2026-10-31T23:00:00Z', now());
  insert into tips (id, owner_id, created_at, expires_at, last_kick_off, confirmed_at, record_odds,
    outcome, cursor)
  values ('00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000001', now(),
    now(), '2026-10-31T23:00:00Z', now(), 2.50, 'won', 1);
  insert into legs (tip_id, position, fixture_id, odds_id, kick_off_odd, result)
  values ('00000000-0000-4000-8000-000000000002', 0, 'game', 1, 2.50, 'won');`;

/** Does what a server did when it started that had only so many of the migrations. */
async function migratedTo(url: string, count: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'touchline-migrations-'));
  atTheEnd(async () => rm(folder, { recursive: true, force: true }));
  await cp(new URL('..', meta), folder, { recursive: true });
  const journal = await jsonIn('_journal.json');
  const first = { ...journal, entries: journal.entries.slice(0, count) };
  await writeFile(join(folder, 'meta', '_journal.json'), JSON.stringify(first));
  const client = new Client(url);
  await client.connect();
  await migrate(drizzle(client), { migrationsFolder: folder });
  await client.end();
}

test.each([
  { encoding: 'LATIN1', what: 'keeps text as LATIN1, and Touchline needs UTF8' },
  { encoding: 'SQL_ASCII', what: 'keeps text as SQL_ASCII, and Touchline needs UTF8' },
  { encoding: 'UTF8', what: 'has a locale that knows capitals of ASCII alone' },
])(
  'a database that $what is left as it is, and its owner is told what to do',
  async ({ encoding, what }) => {
    const url = await anEmptyDatabase('template0', `encoding '${encoding}' locale 'C'`);

    const refusal = await migrateDatabase(url).catch((error: unknown) => error);

    expect(refusal).toBeInstanceOf(StartRefused);
    expect(String(refusal)).toContain(what);
    expect(String(refusal)).toContain('Nothing in it was changed');
    expect(String(refusal)).toContain(
      'createdb --encoding=UTF8 --template=template0 --locale=C.UTF-8',
    );
    const client = new Client(url);
    await client.connect();
    const { rows } = await client.query(
      `select relname from pg_class where relnamespace::regnamespace::text in ('public', 'drizzle')`,
    );
    await client.end();
    expect(rows).toEqual([]);
  },
);

test('who deleted their account under an older version has no name in English any more', async () => {
  const url = await anEmptyDatabase();
  await migratedTo(url, 2);
  const client = new Client(url);
  await client.connect();
  await client.query(`
    insert into members (id, email, user_name, password_hash, first_name, last_name, created_at,
      deleted_at)
    values ('00000000-0000-4000-8000-000000000001', 'a@example.org', 'Former member', '', 'Former',
      'member', now(), now());`);

  await migrateDatabase(url);

  const { rows } = await client.query(
    'select first_name, last_name, user_name, search_name from members',
  );
  await client.end();
  expect(rows).toEqual([{ first_name: '', last_name: '', user_name: '', search_name: '' }]);
});

test('records that a version without triggers left behind are right once it is brought up to date', async () => {
  const url = await anEmptyDatabase();
  await migratedTo(url, 2);
  const client = new Client(url);
  await client.connect();
  await client.query(oneSettledTip);
  const record = 'select settled, won from tipster_records';
  expect((await client.query(record)).rows).toEqual([]);

  await migrateDatabase(url);

  const { rows } = await client.query(record);
  await client.end();
  expect(rows).toEqual([{ settled: 1, won: 1 }]);
});
