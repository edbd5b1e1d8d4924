import { readFile } from 'node:fs/promises';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { expect, test } from 'vitest';

import * as schema from '#server/db/schema.ts';

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
