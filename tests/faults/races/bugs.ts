import { bug, type PlantedBug } from '../planted/planted-bug.ts';

/** Bugs that appear when two administrators change the same tickets, each at its own failpoint. */
export const raceBugs: readonly PlantedBug[] = [
  // The owners of tickets are not locked before the read.
  bug('owners-not-locked', {
    instead: 'if (found.ownerId === by.id) await raiseCursor(tx, by.id);',
  }),
  // A result may change during a decision by the one before.
  bug('result-not-held', {
    instead: `const [fixture] = await tx.select().from(fixtures).where(eq(fixtures.id, fixtureId));`,
  }),
  // Two results replace the same one.
  bug('result-not-locked', {
    instead: `const [before] = await tx.select().from(fixtures).where(eq(fixtures.id, fixtureId));`,
  }),
  // Another administrator's confirmation is undone.
  bug('anybody-reopens', {
    instead: 'const isOwnUndo = now.getTime() - confirmedAt.getTime() <= undoWindowMs;',
  }),
  // A confirmed ticket gets a second event of its confirmation.
  bug('confirmed-twice', { instead: 'const open = allowed;' }),
];
