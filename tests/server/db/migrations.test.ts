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
  await migratedToFirst(url);
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

/** Does what a server of the first version did when it started. */
async function migratedToFirst(url: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'touchline-migrations-'));
  atTheEnd(async () => rm(folder, { recursive: true, force: true }));
  await cp(new URL('..', meta), folder, { recursive: true });
  const journal = await jsonIn('_journal.json');
  const first = { ...journal, entries: journal.entries.slice(0, 1) };
  await writeFile(join(folder, 'meta', '_journal.json'), JSON.stringify(first));
  const client = new Client(url);
  await client.connect();
  await migrate(drizzle(client), { migrationsFolder: folder });
  await client.end();
}
