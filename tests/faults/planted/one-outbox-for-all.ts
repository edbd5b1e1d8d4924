import type { PlantedBug } from './planted-bug.ts';

/** Members share one outbox on a device. */
export const oneOutboxForAll: PlantedBug = {
  name: 'one-outbox-for-all',
  file: 'src/sync/outbox-store.ts',
  edits: [
    {
      find: `  return \`touchline-outbox-\${memberId}\`;`,
      replace: `  return 'touchline-outbox';`,
    },
  ],
};
