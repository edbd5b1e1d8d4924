import type { PlantedBug } from './planted-bug.ts';

/** Whatever answers well is believed. */
export const any2xxIsSuccess: PlantedBug = {
  name: 'any-2xx-is-success',
  file: 'src/sync/after-answer.ts',
  edits: [
    {
      find: '      return unknown(row, unreachable[answer.cause], judging, answer.retryAfter);',
      replace: `      if (Number(answer.status) < 300) return acked(row, { status: 200, reply: {} }, judging);
      return unknown(row, unreachable[answer.cause], judging, answer.retryAfter);`,
    },
  ],
};
