import {
  type FixtureStatus,
  type Goals,
  hasStarted,
  isPossibleScore,
  type Side,
} from '../fixture.ts';
import { allow, refuse, type RuleResult } from '../rule-result.ts';

/** A game's result after 90 minutes and stoppage time, as entered by an administrator. */
export type MatchResult = {
  readonly status: FixtureStatus;
  readonly halfTime?: Goals | undefined;
  readonly fullTime?: Goals | undefined;
  readonly firstGoal?: Side | undefined;
};

/** Reasons for refusing a result. */
export type ResultProblem =
  | 'too-early-to-decide'
  | 'score-missing'
  | 'score-unexpected'
  | 'impossible-score'
  | 'impossible-half-time'
  | 'impossible-first-goal';

/** Minimum time from kick-off to the final whistle, in milliseconds. */
const minMatchDurationMs = 90 * 60 * 1000;

/** Maximum goals of a side; a higher number is a typing error. */
const maxGoals = 99;

/**
 * Validates a result. `played` requires that the match can be over, `abandoned` and `in-play` that
 * it has started. A scheduled, postponed or cancelled game has no score; any score must be
 * possible.
 */
export function validateResult<Result extends MatchResult>(
  result: Result,
  kickOff: Date,
  now: Date,
): RuleResult<Result, ResultProblem> {
  const { status, fullTime, halfTime, firstGoal } = result;
  if (status === 'played' && !hasStarted(new Date(kickOff.getTime() + minMatchDurationMs), now)) {
    return refuse('too-early-to-decide');
  }
  if ((status === 'abandoned' || status === 'in-play') && !hasStarted(kickOff, now)) {
    return refuse('too-early-to-decide');
  }
  if (!fullTime) {
    if (status === 'played' || status === 'abandoned') return refuse('score-missing');
    return halfTime || firstGoal ? refuse('score-unexpected') : allow(result);
  }
  if (status === 'scheduled' || status === 'postponed' || status === 'cancelled') {
    return refuse('score-unexpected');
  }
  if (!isPossibleScore({ fullTime }) || Math.max(fullTime.home, fullTime.away) > maxGoals) {
    return refuse('impossible-score');
  }
  if (!isPossibleScore({ halfTime, fullTime })) return refuse('impossible-half-time');
  return canHaveScoredFirst(firstGoal, fullTime, halfTime)
    ? allow(result)
    : refuse('impossible-first-goal');
}

/** True if a side can have scored first: it has goals, in the first half if that had any. */
function canHaveScoredFirst(side: Side | undefined, fullTime: Goals, halfTime: Goals | undefined) {
  if (!side) return true;
  const had = halfTime && halfTime.home + halfTime.away > 0 ? halfTime : fullTime;
  return had[side] > 0;
}
