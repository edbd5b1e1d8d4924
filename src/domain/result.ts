import { type FixtureStatus, type Goals, hasStarted, isScore, type Side } from './fixture.ts';
import { allow, refuse, type RuleResult } from './rule-result.ts';

/** What an administrator says of how a game went, in 90 minutes and stoppage time. */
export type MatchResult = {
  readonly status: FixtureStatus;
  readonly halfTime?: Goals | undefined;
  readonly fullTime?: Goals | undefined;
  readonly firstGoal?: Side | undefined;
};

/** Why a result is not taken. */
export type ResultProblem =
  | 'too-early-to-decide'
  | 'score-missing'
  | 'score-unexpected'
  | 'impossible-score'
  | 'impossible-half-time'
  | 'impossible-first-goal';

/** The earliest a match can be over after kick-off, in milliseconds. */
const shortestMatch = 90 * 60 * 1000;

/** Nobody scores more in a match; beyond it somebody mistyped. */
const mostGoals = 99;

/**
 * Takes the result of a game. Played waits for the whistle, and what happens in a game for its
 * kick-off; a game that is not played has no score, and one that was has a score that can be.
 */
export function enterResult<Result extends MatchResult>(
  result: Result,
  kickOff: Date,
  now: Date,
): RuleResult<Result, ResultProblem> {
  const { status, fullTime, halfTime, firstGoal } = result;
  if (status === 'played' && !hasStarted(new Date(kickOff.getTime() + shortestMatch), now)) {
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
  if (!isScore({ fullTime }) || Math.max(fullTime.home, fullTime.away) > mostGoals) {
    return refuse('impossible-score');
  }
  if (!isScore({ halfTime, fullTime })) return refuse('impossible-half-time');
  return isFirstGoal(firstGoal, fullTime, halfTime)
    ? allow(result)
    : refuse('impossible-first-goal');
}

/** Whether a side can have scored first: it has goals, before half-time if the other had some then. */
function isFirstGoal(side: Side | undefined, fullTime: Goals, halfTime: Goals | undefined) {
  if (!side) return true;
  const had = halfTime && halfTime.home + halfTime.away > 0 ? halfTime : fullTime;
  return had[side] > 0;
}
