import { plural, t } from '@lingui/core/macro';
import type { Fact } from '#domain/fact.ts';
import { goalsText, type Goals } from '#domain/fixture.ts';
import { isolated } from '../formats.ts';

/** Why the rules decide a leg so, or leave it to a person, as a sentence. */
export function factWords(fact: Fact): string {
  switch (fact.code) {
    case 'nobody-scored':
      return t`Nobody scored.`;
    case 'cancelled':
      return t`The match was cancelled.`;
    case 'awarded':
      return t`The match was awarded, not decided on the pitch.`;
    case 'score-missing':
      return t`The score is missing.`;
    case 'postponed':
      return postponedWords(fact.hours);
    case 'at-half-time':
    case 'only-home-scored-before-half-time':
    case 'only-away-scored-before-half-time':
      return halfTimeWords(fact.code, scoreText(fact.halfTime));
    case 'both-halves':
    case 'abandoned-after-half-time':
      return bothHalvesWords(fact.code, scoreText(fact.halfTime), scoreText(fact.fullTime));
    case 'goals':
      return goalsWords(fact.fullTime);
    case 'impossible-score':
      return impossibleWords(fact.halfTime, scoreText(fact.fullTime));
    default:
      return fullTimeWords(fact.code, scoreText(fact.fullTime));
  }
}

type CodeWith<Figures> = Extract<Fact, Figures>['code'];

function fullTimeWords(
  code: Exclude<CodeWith<{ fullTime: Goals }>, CodeWith<{ halfTime?: unknown }> | 'goals'>,
  fullTime: string,
): string {
  switch (code) {
    case 'ended':
      return t`It ended ${fullTime}.`;
    case 'drawn':
      return t`The match was drawn ${fullTime}.`;
    case 'only-home-scored':
      return t`Only the home side scored (${fullTime}).`;
    case 'only-away-scored':
      return t`Only the away side scored (${fullTime}).`;
    case 'first-goal-unknown':
      return t`Both sides scored (${fullTime}), and the scores do not tell who was first.`;
    case 'half-time-unknown':
      return t`The half-time score is missing; the match ended ${fullTime}.`;
    case 'abandoned':
      return t`The match was abandoned at ${fullTime}.`;
    case 'open-when-abandoned':
      return t`This was still open when the match was abandoned at ${fullTime}.`;
  }
}

function halfTimeWords(
  code: Exclude<CodeWith<{ halfTime: Goals }>, CodeWith<{ fullTime: unknown }>>,
  halfTime: string,
): string {
  switch (code) {
    case 'at-half-time':
      return t`It stood ${halfTime} at half-time.`;
    case 'only-home-scored-before-half-time':
      return t`Only the home side scored before half-time (${halfTime}).`;
    case 'only-away-scored-before-half-time':
      return t`Only the away side scored before half-time (${halfTime}).`;
  }
}

function bothHalvesWords(
  code: 'both-halves' | 'abandoned-after-half-time',
  halfTime: string,
  fullTime: string,
): string {
  return code === 'both-halves'
    ? t`It stood ${halfTime} at half-time and ended ${fullTime}.`
    : t`It stood ${halfTime} at half-time and ${fullTime} when the match was abandoned.`;
}

function postponedWords(hours: number): string {
  return plural(hours, {
    one: 'The match was postponed and not played within # hour.',
    other: 'The match was postponed and not played within # hours.',
  });
}

function goalsWords({ home, away }: Goals): string {
  const fullTime = scoreText({ home, away });
  const goals = home + away;
  return plural(goals, {
    0: `There was no goal (${fullTime}).`,
    one: `There was # goal (${fullTime}).`,
    other: `There were # goals (${fullTime}).`,
  });
}

function impossibleWords(before: Goals | undefined, fullTime: string): string {
  if (!before) return t`A score of ${fullTime} cannot be right.`;
  const halfTime = scoreText(before);
  return t`A score of ${halfTime} at half-time and ${fullTime} at the end cannot be right.`;
}

/** A score reads from left to right, also in a sentence that does not. */
function scoreText(goals: Goals): string {
  return isolated(goalsText(goals));
}
