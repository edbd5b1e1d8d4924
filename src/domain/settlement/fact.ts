import type { Goals } from '../fixture.ts';

/**
 * The reason for a result, or for leaving a decision to a person: a code and its figures. Words
 * belong to the reader's language.
 */
export type Fact =
  | { readonly code: (typeof plainFacts)[number] }
  | { readonly code: 'postponed'; readonly hours: number }
  | { readonly code: FactOfTheEnd; readonly fullTime: Goals }
  | { readonly code: HalfTimeFactCode; readonly halfTime: Goals }
  | { readonly code: FactOfBothHalves; readonly halfTime: Goals; readonly fullTime: Goals }
  | {
      readonly code: 'impossible-score';
      readonly halfTime?: Goals | undefined;
      readonly fullTime: Goals;
    };

/** Codes that carry the goals at full time; for an abandoned match, at the time it stopped. */
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

/** Codes that carry the goals at half-time. */
export const factsOfHalfTime = [
  'at-half-time',
  'only-home-scored-before-half-time',
  'only-away-scored-before-half-time',
] as const;

/** Codes that carry the goals at half-time and full time. */
export const factsOfBothHalves = ['both-halves', 'abandoned-after-half-time'] as const;

/** Codes without figures. */
export const plainFacts = ['nobody-scored', 'cancelled', 'awarded', 'score-missing'] as const;

type FactOfTheEnd = (typeof factsOfTheEnd)[number];
type HalfTimeFactCode = (typeof factsOfHalfTime)[number];
type FactOfBothHalves = (typeof factsOfBothHalves)[number];
