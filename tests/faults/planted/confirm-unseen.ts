import type { PlantedBug } from './planted-bug.ts';

/** A confirmation does not say which version was seen. */
export const confirmUnseen: PlantedBug = {
  name: 'confirm-unseen',
  file: 'src/sync/plan.ts',
  edits: [
    {
      find: '  const ifMatch = backend.can.versions ? versionSeen(row, known) : undefined;',
      replace: `  const ifMatch = row.kind === 'tip.confirm' ? undefined : versionSeen(row, known);`,
    },
  ],
};
