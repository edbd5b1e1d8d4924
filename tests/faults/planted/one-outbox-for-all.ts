import type { PlantedBug } from './planted-bug.ts';

/** Members share one outbox on a device. */
export const oneOutboxForAll: PlantedBug = {
  name: 'one-outbox-for-all',
  file: 'src/sync/member-store.ts',
  edits: [
    {
      find: '  return `${prefix}${memberId}`;',
      replace: '  return `${prefix}everybody`;',
    },
  ],
};
