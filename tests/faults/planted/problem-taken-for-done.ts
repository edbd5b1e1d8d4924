import type { PlantedBug } from './planted-bug.ts';

/** The pull takes an acknowledged problem for a success, and removes the operation. */
export const problemTakenForDone: PlantedBug = {
  name: 'problem-taken-for-done',
  file: 'src/sync/pull.ts',
  edits: [{ find: 'status >= 200 && status < 300);', replace: 'status >= 200);' }],
};
