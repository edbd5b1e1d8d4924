import { bug, type PlantedBug } from '../planted/planted-bug.ts';

/** Mistakes that show where two administrators are at the same tickets, each at a failpoint of its own. */
export const raceBugs: readonly PlantedBug[] = [
  // The owners of tickets are not locked before they are read.
  bug('owners-not-locked', {
    instead: 'if (found.ownerId === by.id) await raiseCursor(tx, by.id);',
  }),
  // A result may come while it is decided by the one before.
  bug('result-not-held', {
    instead: `const [fixture] = await tx.select().from(fixtures).where(eq(fixtures.id, fixtureId));`,
  }),
  // Two results are set over the same one.
  bug('result-not-locked', {
    instead: `const [before] = await tx.select().from(fixtures).where(eq(fixtures.id, fixtureId));`,
  }),
  // What another has confirmed is taken back.
  bug('anybody-reopens', {
    instead: 'const isOwnUndo = now.getTime() - confirmedAt.getTime() <= undoWindow;',
  }),
  // Confirmed is noted for what was confirmed already.
  bug('confirmed-twice', { instead: 'const open = allowed;' }),
];
