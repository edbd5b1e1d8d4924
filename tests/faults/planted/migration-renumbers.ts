import type { PlantedBug } from './planted-bug.ts';

/** An upgrade of the database gives every operation a new id. */
export const migrationRenumbers: PlantedBug = {
  name: 'migration-renumbers',
  file: 'src/sync/outbox-store.ts',
  edits: [
    {
      find: `      .upgrade((upgrading) => upgrading.table('marks').add(bornNow()));`,
      replace: `      .upgrade(async (upgrading) => {
        await upgrading.table('operations').toCollection().modify((row) => {
          row.id = newId();
        });
        await upgrading.table('marks').add(bornNow());
      });`,
    },
  ],
};
