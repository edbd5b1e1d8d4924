import type { Goals } from '../fixture.ts';

/**
 * The reason for a result, or for leaving a decision to a person: a code and its figures,
 * translated by each client.
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

/** Codes with the goals at full time or, for an abandoned match, when it stopped. */
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

/** Codes with the goals at half-time. */
export const halfTimeFactCodes = [
  'at-half-time',
  'only-home-scored-before-half-time',
  'only-away-scored-before-half-time',
] as const;

/** Codes with the goals at half-time and full time. */
export const bothHalvesFactCodes = ['both-halves', 'abandoned-after-half-time'] as const;

/** Codes without figures. */
export const plainFactCodes = ['nobody-scored', 'cancelled', 'awarded', 'score-missing'] as const;

type FullTimeFactCode = (typeof fullTimeFactCodes)[number];
type HalfTimeFactCode = (typeof halfTimeFactCodes)[number];
type BothHalvesFactCode = (typeof bothHalvesFactCodes)[number];
