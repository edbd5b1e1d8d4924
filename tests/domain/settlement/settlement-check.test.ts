import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { bettingOptions, type OddsGroup } from '#domain/catalogue.ts';
import { listBrokenRules, findBrokenRule } from '#domain/settlement/settlement-check.ts';
import { settleOption, settleAbandoned, type Settlement } from '#domain/settlement/settlement.ts';

import { score } from '../samples.ts';

type Result = Settlement['result'];

const goals = fc.record({ home: fc.nat(7), away: fc.nat(7) });
const anyScore = fc.record({ halfTime: goals, more: goals }).map(({ halfTime, more }) => ({
  halfTime,
  fullTime: { home: halfTime.home + more.home, away: halfTime.away + more.away },
}));

function settled(text: string) {
  return bettingOptions.map((option) => ({
    option,
    settlement: settleOption(option, score(text)),
  }));
}

describe('the rule of a group', () => {
  test.each<{ group: OddsGroup; results: Result[]; because: string }>([
    { group: '1X2', results: ['won', 'won', 'lost'], because: 'two options win' },
    { group: '1X2', results: ['lost', 'lost', 'lost'], because: 'no option wins' },
    { group: '1X2', results: ['won', 'lost', 'void'], because: 'one is void without a reason' },
    { group: '1X2', results: ['void', 'void', 'void'], because: 'a played match voids nothing' },
    { group: '1X2', results: ['won', 'lost'], because: 'one is missing' },
    { group: 'Double Chance', results: ['won', 'lost', 'lost'], because: 'only one wins' },
    { group: 'Double Chance', results: ['won', 'won', 'won'], because: 'all win' },
    { group: 'O/U 2.5', results: ['won', 'won'], because: 'both win' },
    {
      group: 'First Goal',
      results: ['won', 'ask', 'lost'],
      because: 'a known winner leaves nothing open',
    },
    {
      group: 'First Goal',
      results: ['ask', 'lost', 'lost'],
      because: 'the last option must not be open',
    },
    { group: 'DNB', results: ['void', 'lost'], because: 'both are void or none is' },
    { group: 'DNB', results: ['won', 'void'], because: 'the other option of a winner loses' },
    { group: 'DNB', results: ['lost', 'lost'], because: 'both lose' },
  ])('$group is broken by $results, because $because', ({ group, results }) => {
    expect(findBrokenRule(group, results)).toContain(group);
  });

  test('allows void options if the match was cut short', () => {
    expect(findBrokenRule('1X2', ['void', 'void', 'void'], 'cut-short')).toBeUndefined();
    expect(findBrokenRule('1X2', ['won', 'lost', 'void'], 'cut-short')).toBeDefined();
    expect(findBrokenRule('O/U 0.5', ['won', 'void'], 'cut-short')).toBeDefined();
  });

  test('describes the error', () => {
    expect(findBrokenRule('1X2', ['won', 'won', 'lost'])).toBe(
      '1X2: 1 must win; 2 won and 0 stayed undecided.',
    );
    expect(findBrokenRule('1X2', ['won'])).toBe('1X2: 1 of 3 options are settled.');
    expect(findBrokenRule('GG/NG', ['void', 'void'])).toBe(
      'GG/NG: an option of a match that was played is void.',
    );
  });
});

describe('the check of all options of a match', () => {
  test.each([
    { ending: 'played' as const, settles: settleOption },
    { ending: 'cut-short' as const, settles: settleAbandoned },
  ])('finds no broken rule for any score if the match was $ending', (match) => {
    const { ending, settles } = match;
    fc.assert(
      fc.property(anyScore, fc.boolean(), (score, isKnown) => {
        const { halfTime, fullTime } = score;
        const without = ending === 'played' ? { fullTime } : { fullTime: halfTime };
        const settlements = bettingOptions.map((option) => ({
          option,
          settlement: settles(option, isKnown ? score : without),
        }));
        expect(listBrokenRules(settlements, ending)).toEqual([]);
      }),
    );
  });

  test('names the one group in which a leg was settled by mistake', () => {
    const settlements = settled('1-0 2-1').map((entry) =>
      entry.option.oddsId === 3
        ? { ...entry, settlement: { ...entry.settlement, result: 'won' as const } }
        : entry,
    );

    expect(listBrokenRules(settlements)).toEqual([
      '1X2: 1 must win; 2 won and 0 stayed undecided.',
    ]);
  });

  test('finds every group broken if nothing was settled', () => {
    expect(listBrokenRules([])).toHaveLength(19);
  });
});
