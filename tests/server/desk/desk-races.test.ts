import { expect, test } from 'vitest';

import { playRaces } from '../../faults/model/races/run.ts';
import { openServer } from '../../faults/world/server.ts';
import { atTheEnd } from '../../testing/server/clean-up.ts';
import { createDatabase } from '../../testing/database/postgres.ts';
import { scratchFolder } from '../../testing/machine/scratch-folder.ts';

const { url, drop } = await createDatabase();
atTheEnd(drop);
const server = await openServer(url, await scratchFolder('races'));
atTheEnd(server.close);

test('in sixty races of two administrators, each ticket has one outcome', async () => {
  const violations: string[] = [];
  const answers = new Set<string>();
  for await (const race of playRaces(server, { seeds: { first: 1, count: 60 } })) {
    violations.push(...race.violations.map(({ what }) => `${race.name}: ${what}`));
    for (const answer of Object.keys(race.counts['answers'] ?? {})) answers.add(answer);
  }

  expect(violations).toEqual([]);
  // The races contain successes and refusals because of conflicts.
  expect([...answers]).toEqual(expect.arrayContaining(['settle 200', 'settle 412', 'result 412']));
}, 60_000);
