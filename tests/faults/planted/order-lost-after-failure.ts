import type { PlantedBug } from './planted-bug.ts';

/** What stands behind a failure goes on its own. */
export const orderLostAfterFailure: PlantedBug = {
  name: 'order-lost-after-failure',
  file: 'src/sync/plan.ts',
  edits: [
    {
      find: `    else stopped.add(row.lane);
`,
      replace: '',
    },
  ],
};
