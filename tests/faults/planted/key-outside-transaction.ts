import type { PlantedBug } from './planted-bug.ts';

/** The effect is committed before its key is. */
export const keyOutsideTransaction: PlantedBug = {
  name: 'key-outside-transaction',
  file: 'src/server/operations/once.ts',
  edits: [
    {
      find: `      await settle(tx, begun, stored(answer), clock());
`,
      replace: '',
    },
    {
      find: `    return 'body' in done ? send(`,
      replace: `    if (begun && 'body' in done) {
      const late = begun;
      await transaction(database, (tx) => settle(tx, late, done.answer, clock()));
    }
    return 'body' in done ? send(`,
    },
  ],
};
