import { describe, expect, test } from 'vitest';

import { bettingOptions } from '#domain/catalogue.ts';
import type { SettlementFact } from '#domain/settlement/settlement-fact.ts';
import { settleOption } from '#domain/settlement/settlement.ts';

import { option, score } from '../samples.ts';

describe('the first goal', () => {
  test.each([
    { firstGoal: 'home', winner: '1' },
    { firstGoal: 'away', winner: '2' },
  ] as const)('is won by $winner if a person enters $firstGoal', ({ firstGoal, winner }) => {
    for (const name of ['1', '2', 'No Goal']) {
      const settled = settleOption(option(`First Goal - ${name}`), {
        ...score('1-1 2-1'),
        firstGoal,
      });
      expect(settled).toEqual({
        result: name === winner ? 'won' : 'lost',
        fact: { code: `${firstGoal}-scored-first`, fullTime: { home: 2, away: 1 } },
      });
    }
  });

  test('is determined by the score, whatever a person enters', () => {
    const { result } = settleOption(option('First Goal - 1'), {
      ...score('0-1 3-1'),
      firstGoal: 'home',
    });

    expect(result).toBe('lost');
  });
});

describe('an impossible score', () => {
  test.each(['2-0 1-0', '0-3 4-2', '1.5-0'])('settles nothing: %s', (text) => {
    const results = bettingOptions.map((each) => settleOption(each, score(text)).result);

    expect(new Set(results)).toEqual(new Set(['ask']));
  });
});

describe('the fact behind a settlement', () => {
  const score31 = { home: 3, away: 1 };

  test.each<{ of: string; at: string; fact: SettlementFact }>([
    { of: '1X2 - 1', at: '1-0 3-1', fact: { code: 'ended', fullTime: score31 } },
    { of: 'Double Chance - 12', at: '1-0 3-1', fact: { code: 'ended', fullTime: score31 } },
    { of: 'O/U 2.5 - Over', at: '1-0 3-1', fact: { code: 'goals', fullTime: score31 } },
    { of: 'Odd/Even - Even', at: '1-0 3-1', fact: { code: 'goals', fullTime: score31 } },
    { of: 'First Goal - No Goal', at: '0-0', fact: { code: 'nobody-scored' } },
    {
      of: 'First Goal - 2',
      at: '0-0 2-0',
      fact: { code: 'only-home-scored', fullTime: { home: 2, away: 0 } },
    },
    {
      of: 'First Goal - 1',
      at: '0-0 0-2',
      fact: { code: 'only-away-scored', fullTime: { home: 0, away: 2 } },
    },
    {
      of: 'First Goal - 1',
      at: '1-0 3-1',
      fact: { code: 'only-home-scored-before-half-time', halfTime: { home: 1, away: 0 } },
    },
    {
      of: 'First Goal - 2',
      at: '0-1 3-1',
      fact: { code: 'only-away-scored-before-half-time', halfTime: { home: 0, away: 1 } },
    },
    {
      of: 'First Goal - 1',
      at: '1-1 3-1',
      fact: { code: 'first-goal-unknown', fullTime: score31 },
    },
    {
      of: 'HF/FT - X/1',
      at: '0-0 3-1',
      fact: { code: 'both-halves', halfTime: { home: 0, away: 0 }, fullTime: score31 },
    },
    {
      of: 'HF/FT - 1/1',
      at: '1-1',
      fact: { code: 'ended', fullTime: { home: 1, away: 1 } },
    },
    { of: 'DNB - 1', at: '0-1 1-1', fact: { code: 'drawn', fullTime: { home: 1, away: 1 } } },
    { of: 'Half Time - 1HT', at: '3-1', fact: { code: 'half-time-unknown', fullTime: score31 } },
    {
      of: 'GG/NG HT - NG HT',
      at: '1-1 3-1',
      fact: { code: 'at-half-time', halfTime: { home: 1, away: 1 } },
    },
    {
      of: '1X2 - 1',
      at: '2-0 1-0',
      fact: {
        code: 'impossible-score',
        halfTime: { home: 2, away: 0 },
        fullTime: { home: 1, away: 0 },
      },
    },
  ])('of $of at $at is "$fact.code"', ({ of, at, fact }) => {
    expect(settleOption(option(of), score(at)).fact).toEqual(fact);
  });
});
