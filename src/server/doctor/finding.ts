/** One checked item: as it should be, a warning, or a problem that prevents the start. */
export type Finding = { is: 'ok' | 'warn' | 'bad'; about: string; words: string };

/** Constructors of results about one thing. */
export function findingsAbout(about: string): Record<Finding['is'], (words: string) => Finding> {
  return {
    ok: (words) => ({ is: 'ok', about, words }),
    warn: (words) => ({ is: 'warn', about, words }),
    bad: (words) => ({ is: 'bad', about, words }),
  };
}
