import { describe, expect, test } from 'vitest';
import { catalogue, oddsGroups } from '#domain/catalogue.ts';
import type { Fact } from '#domain/settlement/fact.ts';
import type { FixtureStatus } from '#domain/fixture.ts';
import {
  postponementHours,
  proposal,
  resultSoFar,
  settleAbandoned,
  settleStatus,
} from '#domain/settlement/settlement.ts';
import { kickOff, minutes, names, option, score } from '../samples.ts';

const hours = (count: number) => minutes(count * 60);

// Options that are decided when a match stops; all options not listed are void.
const stopped = [
  {
    at: '0-0',
    when: 'in the first half without a goal',
    won: [],
    lost: [],
  },
  {
    at: '1-0',
    when: 'in the first half with one goal',
    won: names('O/U 0.5 - Over, First Goal - 1'),
    lost: names('O/U 0.5 - Under, First Goal - 2, First Goal - No Goal'),
  },
  {
    at: '0-2',
    when: 'in the first half with the away side ahead',
    won: names('O/U 0.5 - Over, O/U 1.5 - Over, First Goal - 2, Away to Score - Yes'),
    lost: names(`
      O/U 0.5 - Under, O/U 1.5 - Under, First Goal - 1, First Goal - No Goal,
      Away to Score - No`),
  },
  {
    at: '0-0 0-0',
    when: 'in the second half without a goal',
    won: names(`
      Half Time - XHT, Double Chance HT - 1X HT, Double Chance HT - X2 HT, GG/NG HT - NG HT`),
    lost: names(`
      HF/FT - 1/1, HF/FT - 1/X, HF/FT - 1/2, HF/FT - 2/1, HF/FT - 2/X, HF/FT - 2/2,
      Half Time - 1HT, Half Time - 2HT, Double Chance HT - 12 HT, GG/NG HT - GG HT`),
  },
  {
    at: '1-0 1-2',
    when: 'in the second half after a turn',
    won: names(`
      O/U 0.5 - Over, O/U 1.5 - Over, O/U 2.5 - Over, First Goal - 1, GG/NG - GG,
      Highest Scoring Half - 2nd, Half Time - 1HT, Double Chance HT - 1X HT,
      Double Chance HT - 12 HT, GG/NG HT - NG HT, Away to Score - Yes`),
    lost: names(`
      O/U 0.5 - Under, O/U 1.5 - Under, O/U 2.5 - Under, First Goal - 2, First Goal - No Goal,
      HF/FT - X/1, HF/FT - X/X, HF/FT - X/2, HF/FT - 2/1, HF/FT - 2/X, HF/FT - 2/2, GG/NG - NG,
      Highest Scoring Half - 1st, Highest Scoring Half - Equal, Half Time - XHT,
      Half Time - 2HT, Double Chance HT - X2 HT, GG/NG HT - GG HT, Away to Score - No`),
  },
];

describe('a match that was abandoned', () => {
  test.each(stopped)('$when, at $at, keeps what was decided both ways', ({ at, won, lost }) => {
    const named = (result: string) =>
      catalogue
        .filter((each) => settleAbandoned(each, score(at)).result === result)
        .map((each) => `${each.oddsGroup} - ${each.oddsName}`);

    expect(named('won')).toEqual(won);
    expect(named('lost')).toEqual(lost);
    expect(named('void')).toHaveLength(51 - won.length - lost.length);
  });

  test('after both sides scored before half-time keeps that, and asks who was first', () => {
    expect(settleAbandoned(option('GG/NG HT - GG HT'), score('1-1')).result).toBe('won');
    expect(settleAbandoned(option('GG/NG HT - NG HT'), score('1-1')).result).toBe('lost');
    expect(settleAbandoned(option('GG/NG - GG'), score('1-1')).result).toBe('won');
    expect(settleAbandoned(option('First Goal - 1'), score('1-1')).result).toBe('ask');
  });

  test.each(['1X2', 'Double Chance', 'DNB', 'Odd/Even'])('never decides %s', (group) => {
    const options = oddsGroups.find((entry) => entry.group === group)?.options ?? [];

    for (const each of options) {
      expect(settleAbandoned(each, score('4-0 9-0')).result).toBe('void');
    }
  });

  test('decides the richer half only once the second has more goals', () => {
    const second = option('Highest Scoring Half - 2nd');

    expect(settleAbandoned(second, score('1-0 1-1')).result).toBe('void');
    expect(settleAbandoned(second, score('1-0 2-1')).result).toBe('won');
    expect(settleAbandoned(second, score('2-1')).result).toBe('void');
  });

  test.each(['0-0 0-0', '1-0 1-1'])(
    'at %s gives the stake on the first half back, which in play has lost for certain',
    (at) => {
      const first = option('Highest Scoring Half - 1st');

      expect(settleAbandoned(first, score(at)).result).toBe('void');
      expect(resultSoFar(first, { status: 'in-play', score: score(at) })).toEqual({
        result: 'lost',
        decided: true,
      });
    },
  );

  test('settles nothing from a score that cannot be right', () => {
    expect(settleAbandoned(option('O/U 0.5 - Over'), score('2-0 1-0')).result).toBe('ask');
  });

  test.each<{ of: string; at: string; fact: Fact }>([
    {
      of: '1X2 - 1',
      at: '1-0',
      fact: { code: 'open-when-abandoned', fullTime: { home: 1, away: 0 } },
    },
    { of: 'O/U 0.5 - Over', at: '1-0', fact: { code: 'goals', fullTime: { home: 1, away: 0 } } },
    {
      of: 'GG/NG - NG',
      at: '0-1 1-1',
      fact: { code: 'abandoned', fullTime: { home: 1, away: 1 } },
    },
    {
      of: 'HF/FT - 2/2',
      at: '1-0 1-2',
      fact: {
        code: 'abandoned-after-half-time',
        halfTime: { home: 1, away: 0 },
        fullTime: { home: 1, away: 2 },
      },
    },
  ])('says why: of $of at $at it is "$fact.code"', ({ of, at, fact }) => {
    expect(settleAbandoned(option(of), score(at)).fact).toEqual(fact);
  });
});

describe('a match that was postponed', () => {
  const postponed = { status: 'postponed', kickOff } as const;

  test('waits 48 hours from its first kick-off', () => {
    expect(postponementHours).toBe(48);
    expect(settleStatus(postponed, hours(1))).toBeUndefined();
    expect(settleStatus(postponed, hours(48))).toBeUndefined();
  });

  test('is void after that', () => {
    expect(settleStatus(postponed, new Date(hours(48).getTime() + 1))).toEqual({
      result: 'void',
      fact: { code: 'postponed', hours: 48 },
    });
  });
});

describe('the status of a match', () => {
  test.each<{ status: FixtureStatus; result: string | undefined; because: string }>([
    { status: 'scheduled', result: undefined, because: 'it is still to come' },
    { status: 'cancelled', result: 'void', because: 'it will not be played' },
    { status: 'awarded', result: 'ask', because: 'a body decided, not the pitch' },
    { status: 'played', result: undefined, because: 'its score decides' },
    { status: 'abandoned', result: undefined, because: 'its score decides' },
  ])('$status alone brings $result, because $because', ({ status, result }) => {
    expect(settleStatus({ status, kickOff }, hours(72))?.result).toBe(result);
  });
});

describe('the proposal for a leg', () => {
  const over = option('O/U 1.5 - Over');
  const home = option('1X2 - 1');

  test.each([
    { status: 'scheduled', at: undefined, of: over, result: undefined },
    { status: 'played', at: '1-0 2-0', of: over, result: 'won' },
    { status: 'played', at: '1-0 2-0', of: home, result: 'won' },
    { status: 'played', at: undefined, of: over, result: 'ask' },
    { status: 'abandoned', at: '1-0 2-0', of: over, result: 'won' },
    { status: 'abandoned', at: '1-0 2-0', of: home, result: 'void' },
    { status: 'abandoned', at: undefined, of: over, result: 'ask' },
    { status: 'awarded', at: '0-3', of: home, result: 'ask' },
    { status: 'cancelled', at: undefined, of: home, result: 'void' },
    { status: 'postponed', at: undefined, of: home, result: 'void' },
  ] as const)('of a match that is $status, score $at, is $result', ({ status, at, of, result }) => {
    const report = { status, kickOff, score: at ? score(at) : undefined };

    expect(proposal(of, report, hours(72))?.result).toBe(result);
  });
});
