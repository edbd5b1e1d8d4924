import type { PlantedBug } from './planted-bug.ts';

/** What was refused shows all the same. */
export const refusedIsFolded: PlantedBug = {
  name: 'refused-is-folded',
  file: 'src/sync/optimistic-rows.ts',
  edits: [
    {
      find: `  return row.state !== 'rejected' && row.state !== 'conflict' && row.state !== 'unreadable';`,
      replace: `  return row.state !== 'unreadable';`,
    },
  ],
};
