/** One line of what was looked at: as it should be, worth a thought, or in the way of working. */
export type Finding = { is: 'ok' | 'warn' | 'bad'; about: string; words: string };

/** Findings about one thing. */
export function findingsAbout(about: string): Record<Finding['is'], (words: string) => Finding> {
  return {
    ok: (words) => ({ is: 'ok', about, words }),
    warn: (words) => ({ is: 'warn', about, words }),
    bad: (words) => ({ is: 'bad', about, words }),
  };
}
