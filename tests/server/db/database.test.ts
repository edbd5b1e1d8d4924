import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';

import { type Database, runInTransaction } from '#server/db/database.ts';
import { isDatabaseUnavailable, findSqlState } from '#server/db/failures.ts';
import { leagues } from '#server/db/schema.ts';

import { aDatabase } from '../../testing/database/database.ts';
import { createDatabase } from '../../testing/database/postgres.ts';

describe('a transaction', () => {
  test('that fails leaves nothing behind', async () => {
    const database = await withLeagues('a');
    const failing = runInTransaction(database, async (tx) => {
      await retitle(tx, 'a', 'changed');
      throw new Error('after all');
    });
    await expect(failing).rejects.toThrow('after all');
    expect(await titles(database)).toEqual(['a']);
  });

  test('in a deadlock is repeated, and both transactions are committed', async () => {
    const database = await withLeagues('a', 'b');
    const meeting = aMeeting(2);
    let runs = 0;
    async function retitleBoth(first: string, second: string, title: string): Promise<void> {
      await runInTransaction(database, async (tx) => {
        runs += 1;
        await retitle(tx, first, title);
        await meeting();
        await retitle(tx, second, title);
      });
    }
    await Promise.all([retitleBoth('a', 'b', 'one'), retitleBoth('b', 'a', 'two')]);
    // On a busy machine, both sessions may detect the deadlock, and both are cancelled.
    expect(runs).toBeGreaterThan(2);
    expect(new Set(await titles(database)).size, 'one of them was last, on both rows').toBe(1);
  });

  test('that always conflicts fails after three runs', async () => {
    const database = await withLeagues('a');
    let runs = 0;
    const failing = runInTransaction(database, async (tx) => {
      runs += 1;
      await tx.execute(sql`do $$ begin raise sqlstate '40001'; end $$`);
    });
    await expect(failing).rejects.toSatisfy((error) => findSqlState(error) === '40001');
    expect(runs).toBe(3);
  });

  test('that waits too long for a row fails as retryable', async () => {
    const database = await withLeagues('a');
    await database.transaction(async (tx) => {
      await retitle(tx, 'a', 'first');
      const second = runInTransaction(database, async (other) => retitle(other, 'a', 'second'));
      await expect(second).rejects.toSatisfy(isDatabaseUnavailable);
    });
    expect(await titles(database)).toEqual(['first']);
  });

  test('that cannot begin releases its connection', async () => {
    const database = await withLeagues('a');
    const more = (database.$client.options.max ?? 0) + 1;
    for (let cut = 0; cut < more; cut += 1) {
      database.$client.once('acquire', (client) => void client.end());
      const failing = runInTransaction(database, async (tx) => retitle(tx, 'a', 'never'));
      await expect(failing).rejects.toSatisfy(isDatabaseUnavailable);
    }
    await runInTransaction(database, async (tx) => retitle(tx, 'a', 'at last'));
    expect(await titles(database)).toEqual(['at last']);
  });
});

type Changing = Pick<Database, 'update'>;

async function withLeagues(...keys: string[]): Promise<Database> {
  const { database } = await aDatabase();
  await database
    .insert(leagues)
    .values(keys.map((key) => ({ key, title: key, group: '', details: '' })));
  return database;
}

async function retitle(on: Changing, key: string, title: string): Promise<void> {
  await on.update(leagues).set({ title }).where(eq(leagues.key, key));
}

async function titles(database: Database): Promise<string[]> {
  const rows = await database.select({ title: leagues.title }).from(leagues).orderBy(leagues.key);
  return rows.map(({ title }) => title);
}

/** A barrier: the returned function waits until this number of callers have called it. */
function aMeeting(size: number): () => Promise<void> {
  let here = 0;
  let open: () => void = () => undefined;
  const complete = new Promise<void>((done) => {
    open = done;
  });
  return async () => {
    here += 1;
    if (here >= size) open();
    await complete;
  };
}

test('a template whose fill failed is filled by the next test', async () => {
  const template = `template_${randomUUID().slice(0, 8)}`;
  const failed = createDatabase(template, async () => Promise.reject(new Error('no disk')));
  await expect(failed).rejects.toThrow('no disk');

  const { url, drop } = await createDatabase(template, async () => undefined);
  await drop();

  expect(url).toContain('/test_');
});
