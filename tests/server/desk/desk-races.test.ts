import { expect, test } from 'vitest';

import { openGround } from '../../faults/races/ground.ts';
import { races } from '../../faults/races/run.ts';
import { atTheEnd } from '../../testing/server/clean-up.ts';
import { createDatabase } from '../../testing/database/postgres.ts';
import { scratchFolder } from '../../testing/machine/scratch-folder.ts';

const { url, drop } = await createDatabase();
atTheEnd(drop);
const ground = await openGround(url, await scratchFolder('races'));
atTheEnd(ground.close);

test('sixty times two administrators are at the same tickets, and each of them has one outcome', async () => {
  const violations: string[] = [];
  const answers = new Set<string>();
  for await (const race of races(ground, { first: 1, count: 60 })) {
    violations.push(...race.violations.map((failure) => `seed ${race.seed}: ${failure}`));
    for (const answer of Object.keys(race.counts)) answers.add(answer);
  }

  expect(violations).toEqual([]);
  // Both successes and conflict refusals are among them.
  expect([...answers]).toEqual(expect.arrayContaining(['settle 200', 'settle 412', 'result 412']));
}, 60_000);
