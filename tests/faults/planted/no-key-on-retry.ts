import type { PlantedBug } from './planted-bug.ts';

/** What is tried again goes without its key. */
export const noKeyOnRetry: PlantedBug = {
  name: 'no-key-on-retry',
  file: 'src/sync/request-batch.ts',
  edits: [
    {
      find: '  const answer = await api.send({ ...first.request, key: first.row.id, token }, replyOf(first));',
      replace: `  const key = first.row.attempts > 1 ? undefined : first.row.id;
  const answer = await api.send({ ...first.request, key, token }, replyOf(first));`,
    },
  ],
};
