import type { PlantedBug } from './planted-bug.ts';

/** A key is known whoever used it. */
export const keyOfEverybody: PlantedBug = {
  name: 'key-of-everybody',
  file: 'src/server/operations/store.ts',
  edits: [
    {
      find: `on \${operations.memberId} = asked.member_id and \${operations.key} = asked.key\``,
      replace: `on \${operations.key} = asked.key\``,
    },
  ],
};
