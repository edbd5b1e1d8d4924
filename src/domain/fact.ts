import type { Goals } from './fixture.ts';

/**
 * Why an option was decided as it was, or why nobody but a person can decide it: a code and the
 * figures it speaks of. It holds no words; those belong to whoever reads it.
 */
export type Fact =
  | { readonly code: (typeof plainFacts)[number] }
  | { readonly code: 'postponed'; readonly hours: number }
  | { readonly code: FactOfTheEnd; readonly fullTime: Goals }
  | { readonly code: FactOfHalfTime; readonly halfTime: Goals }
  | { readonly code: FactOfBothHalves; readonly halfTime: Goals; readonly fullTime: Goals }
  | {
      readonly code: 'impossible-score';
      readonly halfTime?: Goals | undefined;
      readonly fullTime: Goals;
    };

/** Facts told by the goals at the end; of an abandoned match, that is where it stood. */
export const factsOfTheEnd = [
  'ended',
  'drawn',
  'goals',
  'only-home-scored',
  'only-away-scored',
  'home-scored-first',
  'away-scored-first',
  'first-goal-unknown',
  'half-time-unknown',
  'abandoned',
  'open-when-abandoned',
] as const;

/** Facts told by the goals before half-time. */
export const factsOfHalfTime = [
  'at-half-time',
  'only-home-scored-before-half-time',
  'only-away-scored-before-half-time',
] as const;

/** Facts told by both. */
export const factsOfBothHalves = ['both-halves', 'abandoned-after-half-time'] as const;

/** Facts without a figure. */
export const plainFacts = ['nobody-scored', 'cancelled', 'awarded', 'score-missing'] as const;

type FactOfTheEnd = (typeof factsOfTheEnd)[number];
type FactOfHalfTime = (typeof factsOfHalfTime)[number];
type FactOfBothHalves = (typeof factsOfBothHalves)[number];
