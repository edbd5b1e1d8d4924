import type { PlantedBug } from './planted-bug.ts';

/** Nobody waits for the lock, and nothing says that it is being sent. */
export const noLockAndNoMark: PlantedBug = {
  name: 'no-lock-and-no-mark',
  file: 'src/sync/drain.ts',
  edits: [
    {
      find: `  if (!locks || lock === 'ignore') return run();`,
      replace: '  if (!locks || lock) return run();',
    },
    {
      find: `  const writing = token === undefined ? { outcomes } : { outcomes, requestBatch };
  const marking = unlessTrouble(parts, () => writeDown(parts.store, writing));`,
      replace: `  const marking = unlessTrouble(parts, async () => {
    await writeDown(parts.store, { outcomes });
    return { going: requestBatch, gone: [], outdated: [], found: [] };
  });`,
    },
  ],
};
