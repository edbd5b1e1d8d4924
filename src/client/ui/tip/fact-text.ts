import { plural, t } from '@lingui/core/macro';
import type { SettlementFact } from '#domain/settlement/settlement-fact.ts';
import type { Goals } from '#domain/fixture.ts';
import { isolateForeignText, ltrScoreText } from '../formats.ts';

/** The reason for a leg's result by the rules, or why a person must decide, as a sentence. */
export function settlementFactText(fact: SettlementFact): string {
  const halfTime = 'halfTime' in fact ? fact.halfTime : undefined;
  const fullTime = 'fullTime' in fact ? fact.fullTime : undefined;
  return words[fact.code]({
    halfTime: isolatedScoreText(halfTime),
    fullTime: isolatedScoreText(fullTime),
    goals: fullTime ? fullTime.home + fullTime.away : 0,
    hours: 'hours' in fact ? fact.hours : 0,
  });
}

/** The values in these sentences; an unknown score is an empty text. */
type FactValues = { halfTime: string; fullTime: string; goals: number; hours: number };

const words: Record<SettlementFact['code'], (figures: FactValues) => string> = {
  'nobody-scored': () => t`Nobody scored.`,
  cancelled: () => t`The match was cancelled.`,
  awarded: () => t`The match was awarded, not decided on the pitch.`,
  'score-missing': () => t`The score is missing.`,
  postponed: ({ hours }) =>
    plural(hours, {
      one: 'The match was postponed and not played within # hour.',
      other: 'The match was postponed and not played within # hours.',
    }),
  ended: ({ fullTime }) => t`It ended ${fullTime}.`,
  drawn: ({ fullTime }) => t`The match was drawn ${fullTime}.`,
  goals: ({ goals, fullTime }) =>
    plural(goals, {
      0: `There was no goal (${fullTime}).`,
      one: `There was # goal (${fullTime}).`,
      other: `There were # goals (${fullTime}).`,
    }),
  'only-home-scored': ({ fullTime }) => t`Only the home side scored (${fullTime}).`,
  'only-away-scored': ({ fullTime }) => t`Only the away side scored (${fullTime}).`,
  'home-scored-first': ({ fullTime }) => t`The home side scored first (${fullTime}).`,
  'away-scored-first': ({ fullTime }) => t`The away side scored first (${fullTime}).`,
  'first-goal-unknown': ({ fullTime }) =>
    t`Both sides scored (${fullTime}), and the scores do not tell who was first.`,
  'half-time-unknown': ({ fullTime }) =>
    t`The half-time score is missing; the match ended ${fullTime}.`,
  abandoned: ({ fullTime }) => t`The match was abandoned at ${fullTime}.`,
  'open-when-abandoned': ({ fullTime }) =>
    t`This was still open when the match was abandoned at ${fullTime}.`,
  'at-half-time': ({ halfTime }) => t`It stood ${halfTime} at half-time.`,
  'only-home-scored-before-half-time': ({ halfTime }) =>
    t`Only the home side scored before half-time (${halfTime}).`,
  'only-away-scored-before-half-time': ({ halfTime }) =>
    t`Only the away side scored before half-time (${halfTime}).`,
  'both-halves': ({ halfTime, fullTime }) =>
    t`It stood ${halfTime} at half-time and ended ${fullTime}.`,
  'abandoned-after-half-time': ({ halfTime, fullTime }) =>
    t`It stood ${halfTime} at half-time and ${fullTime} when the match was abandoned.`,
  'impossible-score': ({ halfTime, fullTime }) =>
    halfTime === ''
      ? t`A score of ${fullTime} cannot be right.`
      : t`A score of ${halfTime} at half-time and ${fullTime} at the end cannot be right.`,
};

/** A score with Unicode isolates, because it reads from left to right in every language. */
function isolatedScoreText(goals: Goals | undefined): string {
  return goals ? isolateForeignText(ltrScoreText(goals)) : '';
}
