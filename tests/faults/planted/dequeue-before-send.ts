import type { PlantedBug } from './planted-bug.ts';

/** It is taken off the queue before it is sent. */
export const dequeueBeforeSend: PlantedBug = {
  name: 'dequeue-before-send',
  file: 'src/sync/drain.ts',
  edits: [
    {
      find: '  const { going, gone, found } = marked;',
      replace: `  const { going, gone, found } = marked;
  await parts.store.operations.bulkDelete(going.map(({ row }) => row.seq));`,
    },
  ],
};
