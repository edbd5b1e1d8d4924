import { join } from 'node:path';
import { expect, test } from 'vitest';

import { playSeasons } from '../../seasons/run.ts';
import { atTheEnd } from '../../testing/server/clean-up.ts';
import { createDatabase } from '../../testing/database/postgres.ts';
import { scratchFolder } from '../../testing/machine/scratch-folder.ts';

test('the desk settles every option of a season as calculated by hand', async () => {
  const { url, drop } = await createDatabase();
  atTheEnd(drop);
  const dataDir = await scratchFolder('seasons');
  const folder = join(import.meta.dirname, '../seasons/files');

  const figures = await playSeasons(folder, { url, dataDir, say: () => undefined });

  expect(figures.wrong).toEqual([]);
  expect(figures.games).toBeGreaterThan(0);
  expect(Object.keys(figures.others)).toHaveLength(8);
}, 60_000);
