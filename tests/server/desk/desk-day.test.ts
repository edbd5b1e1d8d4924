import { expect, test } from 'vitest';

import { spendDay } from '../../faults/load/desk-day.ts';
import { atTheEnd } from '../../testing/server/clean-up.ts';
import { createDatabase } from '../../testing/database/postgres.ts';
import { scratchFolder } from '../../testing/machine/scratch-folder.ts';

test('a day at the desk with every fifth request failing loses nothing and executes nothing twice', async () => {
  const { url, drop } = await createDatabase();
  atTheEnd(drop);
  const day = { tickets: 120, fixtures: 6, failing: 0.2, seed: 1 };

  const { wrong, operations, others } = await spendDay(day, {
    url,
    dataDir: await scratchFolder('desk-day'),
  });

  expect(wrong).toEqual([]);
  expect(operations).toBeGreaterThan(12);
  expect(Object.keys(others.answers).toSorted()).toEqual(['GET 200', 'PUT 200']);
}, 120_000);
