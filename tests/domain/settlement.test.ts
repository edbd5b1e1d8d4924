import { describe, expect, test } from 'vitest';
import { catalogue, oddsGroups } from '#domain/catalogue.ts';
import { settle } from '#domain/settlement.ts';
import { option, score } from './samples.ts';

// One row per match: who wins in every group. "–" is a void group and "?" one that is asked.
const matches = [
  {
    score: '0-0 0-0',
    why: 'nobody scores',
    wins: {
      '1X2': 'X',
      'Double Chance': '1X X2',
      'O/U 0.5': 'Under',
      'O/U 1.5': 'Under',
      'O/U 2.5': 'Under',
      'First Goal': 'No Goal',
      'HF/FT': 'X/X',
      'GG/NG': 'NG',
      DNB: '–',
      'Highest Scoring Half': 'Equal',
      'Odd/Even': 'Even',
      'Half Time': 'XHT',
      'Double Chance HT': '1X HT X2 HT',
      'GG/NG HT': 'NG HT',
      'Away to Score': 'No',
    },
  },
  {
    score: '0-0 1-0',
    why: 'one goal after half-time',
    wins: {
      '1X2': '1',
      'Double Chance': '1X 12',
      'O/U 0.5': 'Over',
      'O/U 1.5': 'Under',
      'O/U 2.5': 'Under',
      'First Goal': '1',
      'HF/FT': 'X/1',
      'GG/NG': 'NG',
      DNB: '1',
      'Highest Scoring Half': '2nd',
      'Odd/Even': 'Odd',
      'Half Time': 'XHT',
      'Double Chance HT': '1X HT X2 HT',
      'GG/NG HT': 'NG HT',
      'Away to Score': 'No',
    },
  },
  {
    score: '0-2 3-2',
    why: 'the home side turns it round',
    wins: {
      '1X2': '1',
      'Double Chance': '1X 12',
      'O/U 3.5': 'Over',
      'O/U 4.5': 'Over',
      'O/U 5.5': 'Under',
      'First Goal': '2',
      'HF/FT': '2/1',
      'GG/NG': 'GG',
      DNB: '1',
      'Highest Scoring Half': '2nd',
      'Odd/Even': 'Odd',
      'Half Time': '2HT',
      'Double Chance HT': '12 HT X2 HT',
      'GG/NG HT': 'NG HT',
      'Away to Score': 'Yes',
    },
  },
  {
    score: '1-1 1-2',
    why: 'both score before half-time, so nobody knows who was first',
    wins: {
      '1X2': '2',
      'Double Chance': '12 X2',
      'O/U 2.5': 'Over',
      'O/U 3.5': 'Under',
      'First Goal': '?',
      'HF/FT': 'X/2',
      'GG/NG': 'GG',
      DNB: '2',
      'Highest Scoring Half': '1st',
      'Odd/Even': 'Odd',
      'Half Time': 'XHT',
      'Double Chance HT': '1X HT X2 HT',
      'GG/NG HT': 'GG HT',
      'Away to Score': 'Yes',
    },
  },
  {
    score: '1-0 1-1',
    why: 'a draw gives the stake back on DNB',
    wins: {
      '1X2': 'X',
      'Double Chance': '1X X2',
      'First Goal': '1',
      'HF/FT': '1/X',
      'GG/NG': 'GG',
      DNB: '–',
      'Highest Scoring Half': 'Equal',
      'Odd/Even': 'Even',
      'Half Time': '1HT',
      'Double Chance HT': '1X HT 12 HT',
    },
  },
  {
    score: '4-1 5-2',
    why: 'seven goals pass every line',
    wins: {
      'O/U 4.5': 'Over',
      'O/U 5.5': 'Over',
      'O/U 6.5': 'Over',
      'First Goal': '?',
      'HF/FT': '1/1',
      'Highest Scoring Half': '1st',
    },
  },
  {
    score: '0-3 0-6',
    why: 'six goals stop below the last line',
    wins: {
      'O/U 5.5': 'Over',
      'O/U 6.5': 'Under',
      'First Goal': '2',
      'HF/FT': '2/2',
      'Highest Scoring Half': 'Equal',
      'Odd/Even': 'Even',
    },
  },
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
    wins: { 'First Goal': '1', 'HF/FT': '?', 'GG/NG HT': '?', 'Away to Score': 'No' },
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

describe('a match that was played', () => {
  test.each(rows)('$score, where $why: $group goes to $wins', ({ score: text, group, wins }) => {
    const options = oddsGroups.find((entry) => entry.group === group)?.options ?? [];
    const settled = options.map((each) => [each.oddsName, settle(each, score(text)).result]);
    const winners = settled.filter(([, result]) => result === 'won').map(([name]) => name);

    if (wins === '–') expect(settled.every(([, result]) => result === 'void')).toBe(true);
    else if (wins === '?') expect(settled.some(([, result]) => result === 'ask')).toBe(true);
    else expect(winners.join(' ')).toBe(wins);
  });

  test('settles all 51 options of an ordinary score one way or the other', () => {
    const results = catalogue.map((each) => settle(each, score('1-0 3-1')).result);

    expect(new Set(results)).toEqual(new Set(['won', 'lost']));
  });
});

describe('the first goal', () => {
  test.each([
    { text: '0-0', winner: 'No Goal', because: 'nobody scored' },
    { text: '3-0', winner: '1', because: 'only the home side scored' },
    { text: '0-1', winner: '2', because: 'only the away side scored' },
    { text: '2-0 2-3', winner: '1', because: 'only the home side scored before half-time' },
    { text: '0-1 4-1', winner: '2', because: 'only the away side scored before half-time' },
  ])('of $text falls to $winner, because $because', ({ text, winner }) => {
    for (const name of ['1', '2', 'No Goal']) {
      const { result } = settle(option(`First Goal - ${name}`), score(text));
      expect(result).toBe(name === winner ? 'won' : 'lost');
    }
  });

  test.each([
    { text: '1-1', because: 'there is no half-time score' },
    { text: '0-0 1-1', because: 'both scored after half-time' },
    { text: '1-1 1-1', because: 'both scored before half-time' },
    { text: '2-1 4-1', because: 'a lead does not tell who was first' },
  ])('of $text is asked, because $because', ({ text }) => {
    expect(settle(option('First Goal - 1'), score(text)).result).toBe('ask');
    expect(settle(option('First Goal - 2'), score(text)).result).toBe('ask');
    expect(settle(option('First Goal - No Goal'), score(text)).result).toBe('lost');
  });
});

describe('a score that cannot be right', () => {
  test.each(['2-0 1-0', '0-3 4-2', '1.5-0'])('settles nothing: %s', (text) => {
    const results = catalogue.map((each) => settle(each, score(text)).result);

    expect(new Set(results)).toEqual(new Set(['ask']));
  });
});

describe('the reason of a settlement', () => {
  test.each([
    ['1X2 - 1', '1-0 3-1', '1X2 - 1 needs a home win; it ended 3-1.'],
    ['1X2 - X', '1-0 3-1', '1X2 - X needs a draw; it ended 3-1.'],
    ['Double Chance - 12', '0-0 1-1', 'Double Chance - 12 needs a winner; it ended 1-1.'],
    ['O/U 2.5 - Over', '1-0 3-1', 'Over 2.5 needs three goals; there were 4 (3-1).'],
    ['O/U 2.5 - Under', '1-0 1-0', 'Under 2.5 needs at most two goals; there was 1 (1-0).'],
    ['O/U 0.5 - Over', '0-0', 'Over 0.5 needs one goal; there were none (0-0).'],
    ['O/U 0.5 - Under', '0-0', 'Under 0.5 needs no goal; there were none (0-0).'],
    ['O/U 6.5 - Over', '4-0 4-3', 'Over 6.5 needs seven goals; there were 7 (4-3).'],
    ['O/U 6.5 - Under', '4-0 4-2', 'Under 6.5 needs at most six goals; there were 6 (4-2).'],
    [
      'First Goal - 1',
      '0-0 0-2',
      'First Goal - 1 needs the first goal from the home side; only the away side scored (0-2).',
    ],
    [
      'First Goal - 2',
      '0-1 3-1',
      'First Goal - 2 needs the first goal from the away side; only the away side scored before half-time (0-1).',
    ],
    [
      'First Goal - 1',
      '1-1 2-1',
      'First Goal - 1: both sides scored (2-1) and the scores do not tell who was first, so an administrator decides.',
    ],
    [
      'HF/FT - X/1',
      '0-0 1-0',
      'HF/FT - X/1 needs level scores at half-time and the home side ahead at the end; it stood 0-0 at half-time and ended 1-0.',
    ],
    ['DNB - 1', '0-1 1-1', 'DNB - 1 is void: the match was drawn 1-1.'],
    [
      'Odd/Even - Even',
      '0-0',
      'Odd/Even - Even needs an even number of goals; there were none (0-0).',
    ],
    [
      'Half Time - 1HT',
      '2-1',
      'Half Time - 1HT: the half-time score is missing (it ended 2-1), so an administrator decides.',
    ],
    [
      'GG/NG HT - NG HT',
      '1-1 2-1',
      'GG/NG HT - NG HT needs a side that does not score before half-time; it stood 1-1 at half-time.',
    ],
    [
      '1X2 - 1',
      '2-0 1-0',
      '1X2 - 1: a score of 2-0 at half-time and 1-0 at the end cannot be right, so an administrator decides.',
    ],
  ])('of %s at %s is a sentence', (name, text, reason) => {
    expect(settle(option(name), score(text)).reason).toBe(reason);
  });

  test('names the option, what it needs and the score, for all 51', () => {
    for (const each of catalogue) {
      const { reason } = settle(each, score('2-0 2-0'));
      expect(reason).toMatch(/^\S.* needs [a-z].+; .*2-0.*\.$/);
      expect(reason).not.toContain('undefined');
    }
  });
});
