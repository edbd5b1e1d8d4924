import type { PlantedBug } from './planted-bug.ts';

/** A login that has ended refuses the operation. */
export const unauthorisedRefuses: PlantedBug = {
  name: 'unauthorised-refuses',
  file: 'src/sync/after-answer.ts',
  edits: [
    {
      find: `      return { ...logged(row, problem.code, judging), state: 'blocked', blockedBy: 'auth' };`,
      replace: `      return refusedAs(row, 'rejected', problem, judging);`,
    },
  ],
};
