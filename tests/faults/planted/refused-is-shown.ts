import type { PlantedBug } from './planted-bug.ts';

/** What was refused shows all the same. */
export const refusedIsShown: PlantedBug = {
  name: 'refused-is-shown',
  file: 'src/sync/optimistic-rows.ts',
  edits: [
    {
      find: `  return row.state !== 'rejected' && row.state !== 'conflict' && row.state !== 'unreadable';`,
      replace: `  return row.state !== 'unreadable';`,
    },
  ],
};
