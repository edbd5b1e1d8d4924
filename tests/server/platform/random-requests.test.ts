import { expect, test } from 'vitest';

import { openTarget } from '../../faults/model/requests/target.ts';
import { nameOf, sendAtRandom } from '../../faults/model/requests/run.ts';
import { atTheEnd } from '../../testing/server/clean-up.ts';
import { createDatabase } from '../../testing/database/postgres.ts';
import { scratchFolder } from '../../testing/machine/scratch-folder.ts';

const { url, drop } = await createDatabase();
atTheEnd(drop);
const target = await openTarget(url, await scratchFolder('requests'));
atTheEnd(target.close);

test.each(target.routes.map((route) => ({ route, name: nameOf(route) })))(
  'forty random requests to $name get responses that match the contract',
  async ({ route }) => {
    const { failures, answers } = await sendAtRandom(target, route, { count: 40, seed: 1 });

    expect(failures).toEqual([]);
    expect(Object.keys(answers).length).toBeGreaterThan(0);
  },
);
