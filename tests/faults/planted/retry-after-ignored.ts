import type { PlantedBug } from './planted-bug.ts';

/** Nobody waits as long as the server asked. */
export const retryAfterIgnored: PlantedBug = {
  name: 'retry-after-ignored',
  file: 'src/sync/retry-after.ts',
  edits: [
    {
      find: '  if (!text) return undefined;',
      replace: `  if (text !== '') return undefined;`,
    },
  ],
};
