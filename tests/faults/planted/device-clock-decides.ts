import type { PlantedBug } from './planted-bug.ts';

/** The clock of the device says when a tip was made. */
export const deviceClockDecides: PlantedBug = {
  name: 'device-clock-decides',
  file: 'src/server/tips/post.ts',
  edits: [
    {
      find: '  const { standing, dropped } = standingOf(chosen, slip, receivedAt);',
      replace: `  const claimed = new Date(parseInt(id.replaceAll('-', '').slice(0, 12), 16));
  const { standing, dropped } = standingOf(chosen, slip, claimed);`,
    },
  ],
};
