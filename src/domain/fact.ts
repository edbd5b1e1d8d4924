import type { Goals } from './fixture.ts';

/**
 * Why an option was decided as it was, or why nobody but a person can decide it: a code and the
 * figures it speaks of. It holds no words; those belong to whoever reads it.
 */
export type Fact =
  | { readonly code: 'nobody-scored' | 'cancelled' | 'awarded' | 'score-missing' }
  | { readonly code: 'postponed'; readonly hours: number }
  | { readonly code: FactOfTheEnd; readonly fullTime: Goals }
  | { readonly code: FactOfHalfTime; readonly halfTime: Goals }
  | { readonly code: FactOfBothHalves; readonly halfTime: Goals; readonly fullTime: Goals }
  | {
      readonly code: 'impossible-score';
      readonly halfTime?: Goals | undefined;
      readonly fullTime: Goals;
    };

/** Of a match that was abandoned, `fullTime` is where it stood. */
type FactOfTheEnd =
  | 'ended'
  | 'drawn'
  | 'goals'
  | 'only-home-scored'
  | 'only-away-scored'
  | 'first-goal-unknown'
  | 'half-time-unknown'
  | 'abandoned'
  | 'open-when-abandoned';

type FactOfHalfTime =
  | 'at-half-time'
  | 'only-home-scored-before-half-time'
  | 'only-away-scored-before-half-time';

type FactOfBothHalves = 'both-halves' | 'abandoned-after-half-time';
