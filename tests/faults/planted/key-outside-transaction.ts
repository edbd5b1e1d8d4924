import type { PlantedBug } from './planted-bug.ts';

/** The effect is committed before its key is. */
export const keyOutsideTransaction: PlantedBug = {
  name: 'key-outside-transaction',
  file: 'src/server/operations/once.ts',
  edits: [
    {
      find: `      await settle(tx, begun, answer, clock());
      return answer;
    });
`,
      replace: `      return answer;
    });
    if (begun) {
      const late = begun;
      await transaction(database, (tx) => settle(tx, late, done, clock()));
    }
    return done;
`,
    },
    {
      find: `    return await transaction(database, async (tx) => {
      begun = undefined;`,
      replace: `    const done = await transaction(database, async (tx) => {
      begun = undefined;`,
    },
  ],
};
