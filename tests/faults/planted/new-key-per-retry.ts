import type { PlantedBug } from './planted-bug.ts';

/** What is tried again goes under a new key. */
export const newKeyPerRetry: PlantedBug = {
  name: 'new-key-per-retry',
  file: 'src/sync/request-batch.ts',
  edits: [
    {
      find: '  const answer = await api.send({ ...first.request, key: first.row.id, token }, replyOf(first));',
      replace: `  const key = first.row.attempts > 1 ? crypto.randomUUID() : first.row.id;
  const answer = await api.send({ ...first.request, key, token }, replyOf(first));`,
    },
  ],
};
