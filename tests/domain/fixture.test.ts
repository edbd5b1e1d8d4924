import { describe, expect, test } from 'vitest';
import {
  gameName,
  goalsText,
  hasStarted,
  isPossibleScore,
  parseGameName,
} from '#domain/fixture.ts';
import { kickOff, minutes, score } from './samples.ts';

describe('a fixture', () => {
  test('has a name with the home side first', () => {
    expect(gameName('Arsenal', 'Chelsea')).toBe('Arsenal Vs Chelsea');
  });

  test.each([
    { game: 'Arsenal Vs Chelsea', teams: { home: 'Arsenal', away: 'Chelsea' } },
    { game: ' Arsenal  vs Chelsea ', teams: { home: 'Arsenal', away: 'Chelsea' } },
    { game: 'Arsenal', teams: undefined },
    { game: 'Vs United Vs Chelsea Vs Town', teams: undefined },
  ])('is split into sides if its name has two halves: $game', ({ game, teams }) => {
    expect(parseGameName(game)).toEqual(teams);
  });

  test.each([
    { when: 'a day before', at: minutes(-24 * 60), started: false },
    { when: 'a millisecond before', at: new Date(kickOff.getTime() - 1), started: false },
    { when: 'at the moment', at: kickOff, started: true },
    { when: 'a minute after', at: minutes(1), started: true },
  ])('$when of its kick-off counts as started: $started', ({ at, started }) => {
    expect(hasStarted(kickOff, at)).toBe(started);
  });

  test('counts as started if a date is invalid, so that no tip on it is possible', () => {
    expect(hasStarted(new Date('soon'), kickOff)).toBe(true);
    expect(hasStarted(kickOff, new Date('just now'))).toBe(true);
  });
});

describe('a score', () => {
  test('is written with the home side first', () => {
    expect(goalsText({ home: 3, away: 1 })).toBe('3–1');
  });

  test.each(['0-0', '0-0 0-0', '1-0 1-0', '0-1 5-4', '7-0'])('can be %s', (text) => {
    expect(isPossibleScore(score(text))).toBe(true);
  });

  test.each([
    { text: '2-0 1-0', because: 'the home side cannot lose a goal at half-time' },
    { text: '0-2 3-1', because: 'the away side cannot lose a goal either' },
    { text: '1.5-0', because: 'goals are whole' },
    { text: 'x-0', because: 'goals are numbers' },
    { text: '0-x 1-1', because: 'half-time goals are whole, too' },
  ])('cannot be $text, because $because', ({ text }) => {
    expect(isPossibleScore(score(text))).toBe(false);
  });

  test('cannot be negative', () => {
    expect(isPossibleScore({ fullTime: { home: -1, away: 0 } })).toBe(false);
    expect(isPossibleScore({ fullTime: { home: 0, away: -1 } })).toBe(false);
  });
});
