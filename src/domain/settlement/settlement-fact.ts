import type { Goals } from '../fixture.ts';

/**
 * The reason for a result, or for leaving a decision to a person: a code and its figures. Words
 * belong to the reader's language.
 */
export type SettlementFact =
  | { readonly code: (typeof plainFactCodes)[number] }
  | { readonly code: 'postponed'; readonly hours: number }
  | { readonly code: FullTimeFactCode; readonly fullTime: Goals }
  | { readonly code: HalfTimeFactCode; readonly halfTime: Goals }
  | { readonly code: BothHalvesFactCode; readonly halfTime: Goals; readonly fullTime: Goals }
  | {
      readonly code: 'impossible-score';
      readonly halfTime?: Goals | undefined;
      readonly fullTime: Goals;
    };

/** Codes that carry the goals at full time; for an abandoned match, at the time it stopped. */
export const fullTimeFactCodes = [
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
export const halfTimeFactCodes = [
  'at-half-time',
  'only-home-scored-before-half-time',
  'only-away-scored-before-half-time',
] as const;

/** Codes that carry the goals at half-time and full time. */
export const bothHalvesFactCodes = ['both-halves', 'abandoned-after-half-time'] as const;

/** Codes without figures. */
export const plainFactCodes = ['nobody-scored', 'cancelled', 'awarded', 'score-missing'] as const;

type FullTimeFactCode = (typeof fullTimeFactCodes)[number];
type HalfTimeFactCode = (typeof halfTimeFactCodes)[number];
type BothHalvesFactCode = (typeof bothHalvesFactCodes)[number];
