import { TransactionRollbackError } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';

import { appRole } from '#server/db/database.ts';
import { verifyDatabase, verifySnapshot } from '#server/proof/verify.ts';

import { forgeriesOf } from './forgeries.ts';
import { aSeason } from './season.ts';

const season = await aSeason();
const { database } = season.community.api;

const hands = [
  ['the application', `set local role ${appRole}`],
  ['a superuser', 'set local role none'],
  ['a superuser without triggers', 'set local session_replication_role = replica'],
] as const;

/**
 * Returns the problems that the verification finds after these statements; then rolls the
 * statements back.
 */
async function problemsAfter(...statements: readonly string[]): Promise<string[]> {
  let problems: string[] = [];
  const work = database.transaction(async (tx) => {
    for (const statement of statements) await tx.execute(statement);
    await tx.execute('set constraints all immediate');
    ({ problems } = await verifySnapshot(tx));
    tx.rollback();
  });
  await work.catch((error: unknown) => {
    if (!(error instanceof TransactionRollbackError)) throw error;
  });
  return problems;
}

test('a season with tips of every kind verifies before any forgery', async () => {
  const { problems } = await verifyDatabase(database);

  expect(problems).toEqual([]);
});

describe.each(hands)('by %s', (by, beginning) => {
  test.each(forgeriesOf(season))('$what is named', async ({ statement, named, refused }) => {
    const forged = problemsAfter(beginning, statement);

    if (refused && by !== 'a superuser without triggers') {
      await expect(forged).rejects.toMatchObject({
        cause: { message: expect.stringMatching(refused) },
      });
    } else {
      expect(await forged).toContainEqual(expect.stringMatching(named));
    }
  });
});

test('a season verifies again after the forgeries are rolled back', async () => {
  const { problems } = await verifyDatabase(database);

  expect(problems).toEqual([]);
});
