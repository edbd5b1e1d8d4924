import { describe, expect, test } from 'vitest';

import { type FixtureStatus, fixtureStatuses } from '#domain/fixture.ts';
import { validateResult, type MatchResult } from '#domain/results/result.ts';

const kickOff = new Date('2026-03-07T15:00:00.000Z');
const after = (minutes: number) => new Date(kickOff.getTime() + minutes * 60_000);
const late = after(120);

/** The problem code of a result, or "taken" if the result is valid. */
function problemOf(result: MatchResult, now = late): string {
  const entered = validateResult(result, kickOff, now);
  return entered.allowed ? 'taken' : entered.problem;
}

const goals = (home: number, away: number) => ({ home, away });

describe('a result', () => {
  test.each<[FixtureStatus, number, string]>([
    ['played', 89, 'too-early-to-decide'],
    ['played', 90, 'taken'],
    ['abandoned', -1, 'too-early-to-decide'],
    ['abandoned', 0, 'taken'],
    ['in-play', -1, 'too-early-to-decide'],
    ['in-play', 0, 'taken'],
    ['awarded', -1, 'taken'],
  ])('%s, %i minutes after kick-off, is %s', (status, minutes, answer) => {
    expect(problemOf({ status, fullTime: goals(1, 0) }, after(minutes))).toBe(answer);
  });

  test.each(['scheduled', 'postponed', 'cancelled'] as const)(
    'of a %s game is accepted at any time, and has no score',
    (status) => {
      expect(problemOf({ status }, after(-600))).toBe('taken');
      expect(problemOf({ status, fullTime: goals(0, 0) })).toBe('score-unexpected');
      expect(problemOf({ status, halfTime: goals(0, 0) })).toBe('score-unexpected');
    },
  );

  test('of a played or abandoned game has a score', () => {
    const without = fixtureStatuses.filter((status) => problemOf({ status }) === 'score-missing');

    expect(without).toEqual(['abandoned', 'played']);
  });

  test.each<[string, Omit<MatchResult, 'status'>]>([
    ['impossible-score', { fullTime: goals(-1, 0) }],
    ['impossible-score', { fullTime: goals(1.5, 0) }],
    ['impossible-score', { fullTime: goals(100, 0) }],
    ['impossible-half-time', { halfTime: goals(2, 0), fullTime: goals(1, 0) }],
    ['impossible-first-goal', { fullTime: goals(0, 0), firstGoal: 'home' }],
    ['impossible-first-goal', { fullTime: goals(2, 0), firstGoal: 'away' }],
    ['impossible-first-goal', { halfTime: goals(0, 1), fullTime: goals(2, 1), firstGoal: 'home' }],
    ['taken', { halfTime: goals(0, 0), fullTime: goals(2, 1), firstGoal: 'home' }],
    ['taken', { halfTime: goals(1, 1), fullTime: goals(2, 1), firstGoal: 'away' }],
    ['taken', { halfTime: goals(0, 0), fullTime: goals(99, 0) }],
  ])('is %s: %j', (answer, score) => {
    expect(problemOf({ status: 'played', ...score })).toBe(answer);
  });
});
