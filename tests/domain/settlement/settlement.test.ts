import { describe, expect, test } from 'vitest';

import { catalogue, oddsGroups } from '#domain/catalogue.ts';
import type { Fact } from '#domain/settlement/fact.ts';
import { settle } from '#domain/settlement/settlement.ts';

import { option, score } from '../samples.ts';

// Matches without a half-time score, with the winners of each group; "?" is a group left to a
// person.
const matches = [
  {
    score: '2-1',
    why: 'the half-time score is missing',
    wins: {
      '1X2': '1',
      'First Goal': '?',
      'HF/FT': '?',
      'Highest Scoring Half': '?',
      'Half Time': '?',
      'Double Chance HT': '?',
      'GG/NG HT': '?',
      'GG/NG': 'GG',
    },
  },
  {
    score: '2-0',
    why: 'the first goal is known although the half-time score is missing',
    wins: { 'First Goal': '1', 'HF/FT': '?', 'GG/NG HT': 'NG HT', 'Away to Score': 'No' },
  },
  {
    score: '0-0',
    why: 'a match without a goal had none before half-time',
    wins: {
      'First Goal': 'No Goal',
      'HF/FT': 'X/X',
      'Highest Scoring Half': 'Equal',
      'Half Time': 'XHT',
      'Double Chance HT': '1X HT X2 HT',
      'GG/NG HT': 'NG HT',
    },
  },
];

const rows = matches.flatMap((match) =>
  Object.entries(match.wins).map(([group, wins]) => ({ ...match, group, wins })),
);

describe('a match whose half-time score is missing', () => {
  test.each(rows)('$score, where $why: $group goes to $wins', ({ score: text, group, wins }) => {
    const options = oddsGroups.find((entry) => entry.group === group)?.options ?? [];
    const settled = options.map((each) => [each.oddsName, settle(each, score(text)).result]);
    const winners = settled.filter(([, result]) => result === 'won').map(([name]) => name);

    if (wins === '?') expect(settled.some(([, result]) => result === 'ask')).toBe(true);
    else expect(winners.join(' ')).toBe(wins);
  });
});

describe('the first goal', () => {
  test.each([
    { text: '0-0', winner: 'No Goal', because: 'nobody scored' },
    { text: '3-0', winner: '1', because: 'only the home side scored' },
    { text: '0-1', winner: '2', because: 'only the away side scored' },
  ])('of $text falls to $winner, because $because', ({ text, winner }) => {
    for (const name of ['1', '2', 'No Goal']) {
      const { result } = settle(option(`First Goal - ${name}`), score(text));
      expect(result).toBe(name === winner ? 'won' : 'lost');
    }
  });

  test.each([{ text: '1-1', because: 'there is no half-time score' }])(
    'of $text is asked, because $because',
    ({ text }) => {
      expect(settle(option('First Goal - 1'), score(text)).result).toBe('ask');
      expect(settle(option('First Goal - 2'), score(text)).result).toBe('ask');
      expect(settle(option('First Goal - No Goal'), score(text)).result).toBe('lost');
    },
  );

  test.each([
    { firstGoal: 'home', winner: '1' },
    { firstGoal: 'away', winner: '2' },
  ] as const)('falls to $winner where somebody says $firstGoal', ({ firstGoal, winner }) => {
    for (const name of ['1', '2', 'No Goal']) {
      const settled = settle(option(`First Goal - ${name}`), { ...score('1-1 2-1'), firstGoal });
      expect(settled).toEqual({
        result: name === winner ? 'won' : 'lost',
        fact: { code: `${firstGoal}-scored-first`, fullTime: { home: 2, away: 1 } },
      });
    }
  });

  test('is what the score says, whatever somebody says', () => {
    const { result } = settle(option('First Goal - 1'), { ...score('0-1 3-1'), firstGoal: 'home' });

    expect(result).toBe('lost');
  });
});

describe('a score that cannot be right', () => {
  test.each(['2-0 1-0', '0-3 4-2', '1.5-0'])('settles nothing: %s', (text) => {
    const results = catalogue.map((each) => settle(each, score(text)).result);

    expect(new Set(results)).toEqual(new Set(['ask']));
  });
});

describe('the fact behind a settlement', () => {
  const score31 = { home: 3, away: 1 };

  test.each<{ of: string; at: string; fact: Fact }>([
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
    expect(settle(option(of), score(at)).fact).toEqual(fact);
  });
});

describe('a match without a half-time score', () => {
  test.each([
    { at: '1-1', group: 'HF/FT', won: '', ask: '1/X X/X 2/X' },
    { at: '1-0', group: 'HF/FT', won: '', ask: '1/1 X/1' },
    { at: '0-0', group: 'HF/FT', won: 'X/X', ask: '' },
    { at: '2-1', group: 'Highest Scoring Half', won: '', ask: '1st 2nd' },
    { at: '1-0', group: 'Half Time', won: '', ask: '1HT XHT' },
    { at: '1-0', group: 'Double Chance HT', won: '1X HT', ask: '12 HT,X2 HT' },
    { at: '2-0', group: 'GG/NG HT', won: 'NG HT', ask: '' },
  ])('asks at $at for no option of $group that every half-time decides', ({ at, group, ...is }) => {
    const all = catalogue.filter(({ oddsGroup }) => oddsGroup === group);
    const named = (result: string) => {
      const found = all.filter((each) => settle(each, score(at)).result === result);
      return found.map(({ oddsName }) => oddsName).join(group.includes(' HT') ? ',' : ' ');
    };
    expect({ won: named('won'), ask: named('ask') }).toEqual(is);
  });
});
