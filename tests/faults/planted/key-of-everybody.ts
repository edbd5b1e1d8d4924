import type { PlantedBug } from './planted-bug.ts';

/** A key is known whoever used it. */
export const keyOfEverybody: PlantedBug = {
  name: 'key-of-everybody',
  file: 'src/server/operations/store.ts',
  edits: [
    {
      find: `and(eq(operations.memberId, members.id), eq(operations.key, sql.placeholder('key')))`,
      replace: `eq(operations.key, sql.placeholder('key'))`,
    },
  ],
};
