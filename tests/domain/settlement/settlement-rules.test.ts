import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { catalogue, oddNameOf, oddsGroups, optionWithId } from '#domain/catalogue.ts';
import type { Score } from '#domain/fixture.ts';
import { settle, settleAbandoned } from '#domain/settlement/settlement.ts';
import { option } from '../samples.ts';

type Match = { H: number; A: number; h: number; a: number };

// The rules of a bookmaker, one independent formula per option: H and A are goals at full time, h
// and a at half-time.
const wins: Record<string, (match: Match) => boolean> = {
  '1X2 - 1': ({ H, A }) => H > A,
  '1X2 - X': ({ H, A }) => H === A,
  '1X2 - 2': ({ H, A }) => A > H,
  'Double Chance - 1X': ({ H, A }) => H >= A,
  'Double Chance - 12': ({ H, A }) => H !== A,
  'Double Chance - X2': ({ H, A }) => A >= H,
  'O/U 0.5 - Over': ({ H, A }) => H + A > 0.5,
  'O/U 0.5 - Under': ({ H, A }) => H + A < 0.5,
  'O/U 1.5 - Over': ({ H, A }) => H + A > 1.5,
  'O/U 1.5 - Under': ({ H, A }) => H + A < 1.5,
  'O/U 2.5 - Over': ({ H, A }) => H + A > 2.5,
  'O/U 2.5 - Under': ({ H, A }) => H + A < 2.5,
  'O/U 3.5 - Over': ({ H, A }) => H + A > 3.5,
  'O/U 3.5 - Under': ({ H, A }) => H + A < 3.5,
  'O/U 4.5 - Over': ({ H, A }) => H + A > 4.5,
  'O/U 4.5 - Under': ({ H, A }) => H + A < 4.5,
  'O/U 5.5 - Over': ({ H, A }) => H + A > 5.5,
  'O/U 5.5 - Under': ({ H, A }) => H + A < 5.5,
  'O/U 6.5 - Over': ({ H, A }) => H + A > 6.5,
  'O/U 6.5 - Under': ({ H, A }) => H + A < 6.5,
  'First Goal - No Goal': ({ H, A }) => H + A === 0,
  'HF/FT - 1/1': ({ H, A, h, a }) => h > a && H > A,
  'HF/FT - 1/X': ({ H, A, h, a }) => h > a && H === A,
  'HF/FT - 1/2': ({ H, A, h, a }) => h > a && H < A,
  'HF/FT - X/1': ({ H, A, h, a }) => h === a && H > A,
  'HF/FT - X/X': ({ H, A, h, a }) => h === a && H === A,
  'HF/FT - X/2': ({ H, A, h, a }) => h === a && H < A,
  'HF/FT - 2/1': ({ H, A, h, a }) => h < a && H > A,
  'HF/FT - 2/X': ({ H, A, h, a }) => h < a && H === A,
  'HF/FT - 2/2': ({ H, A, h, a }) => h < a && H < A,
  'GG/NG - GG': ({ H, A }) => H > 0 && A > 0,
  'GG/NG - NG': ({ H, A }) => H === 0 || A === 0,
  'Highest Scoring Half - 1st': ({ H, A, h, a }) => h + a > H + A - h - a,
  'Highest Scoring Half - 2nd': ({ H, A, h, a }) => h + a < H + A - h - a,
  'Highest Scoring Half - Equal': ({ H, A, h, a }) => h + a === H + A - h - a,
  'Odd/Even - Odd': ({ H, A }) => (H + A) % 2 === 1,
  'Odd/Even - Even': ({ H, A }) => (H + A) % 2 === 0,
  'Half Time - 1HT': ({ h, a }) => h > a,
  'Half Time - XHT': ({ h, a }) => h === a,
  'Half Time - 2HT': ({ h, a }) => h < a,
  'Double Chance HT - 1X HT': ({ h, a }) => h >= a,
  'Double Chance HT - 12 HT': ({ h, a }) => h !== a,
  'Double Chance HT - X2 HT': ({ h, a }) => h <= a,
  'GG/NG HT - GG HT': ({ h, a }) => h > 0 && a > 0,
  'GG/NG HT - NG HT': ({ h, a }) => h === 0 || a === 0,
  'Away to Score - Yes': ({ A }) => A > 0,
  'Away to Score - No': ({ A }) => A === 0,
};

// All matches with at most five goals a side, with every possible half-time score.
const upToFive = [0, 1, 2, 3, 4, 5];
const everyMatch: Match[] = upToFive.flatMap((H) =>
  upToFive.flatMap((A) =>
    upToFive
      .filter((h) => h <= H)
      .flatMap((h) => upToFive.filter((a) => a <= A).map((a) => ({ H, A, h, a }))),
  ),
);

const anyMatch = fc
  .record({ h: fc.nat(6), a: fc.nat(6), more: fc.nat(6), others: fc.nat(6) })
  .map(({ h, a, more, others }) => ({ h, a, H: h + more, A: a + others }));

describe('every score up to 5-5 with every half-time', () => {
  test.each(Object.keys(wins))('settles %s by the rule of the book', (name) => {
    const wrong = everyMatch.filter((match) => {
      const expected = wins[name]?.(match) === true ? 'won' : 'lost';
      return settle(option(name), scoreOf(match)).result !== expected;
    });

    expect(wrong).toEqual([]);
  });

  test.each([
    { name: 'DNB - 1', margin: ({ H, A }: Match) => H - A },
    { name: 'DNB - 2', margin: ({ H, A }: Match) => A - H },
  ])('settles $name won, lost, or void on a draw', ({ name, margin }) => {
    const wrong = everyMatch.filter((match) => {
      const lead = margin(match);
      const expected = lead === 0 ? 'void' : lead > 0 ? 'won' : 'lost';
      return settle(option(name), scoreOf(match)).result !== expected;
    });

    expect(wrong).toEqual([]);
  });

  test('settles the first goal as every order of goals that fits would, and asks where they differ', () => {
    const wrong = everyMatch.filter((match) => {
      const first = firstScorers(match);
      return ['1', '2'].some((side) => {
        const expected = !first.has(side) ? 'lost' : first.size === 1 ? 'won' : 'ask';
        return settle(option(`First Goal - ${side}`), scoreOf(match)).result !== expected;
      });
    });

    expect(wrong).toEqual([]);
  });

  test('leaves no option without a rule here', () => {
    const named = [...Object.keys(wins), 'DNB - 1', 'DNB - 2', 'First Goal - 1', 'First Goal - 2'];

    expect(named.toSorted()).toEqual(catalogue.map(oddNameOf).toSorted());
  });
});

describe('whatever the score', () => {
  test('complements never both win, and never both lose', () => {
    const pairs = oddsGroups.filter(
      ({ group, options }) => options.length === 2 && group !== 'DNB',
    );
    expect(pairs).toHaveLength(11);

    fc.assert(
      fc.property(anyMatch, fc.constantFrom(...pairs), (match, { options }) => {
        const results = options.map((each) => settle(each, scoreOf(match)).result);
        expect(results.toSorted()).toEqual(['lost', 'won']);
      }),
    );
  });

  test('a double chance wins exactly where one of its two results does', () => {
    const doubles = [
      { chance: 'Double Chance - 1X', of: ['1X2 - 1', '1X2 - X'] },
      { chance: 'Double Chance - 12', of: ['1X2 - 1', '1X2 - 2'] },
      { chance: 'Double Chance - X2', of: ['1X2 - X', '1X2 - 2'] },
      { chance: 'Double Chance HT - 1X HT', of: ['Half Time - 1HT', 'Half Time - XHT'] },
      { chance: 'Double Chance HT - 12 HT', of: ['Half Time - 1HT', 'Half Time - 2HT'] },
      { chance: 'Double Chance HT - X2 HT', of: ['Half Time - XHT', 'Half Time - 2HT'] },
    ];

    fc.assert(
      fc.property(anyMatch, fc.constantFrom(...doubles), (match, { chance, of }) => {
        const either = of.some((name) => settle(option(name), scoreOf(match)).result === 'won');
        expect(settle(option(chance), scoreOf(match)).result).toBe(either ? 'won' : 'lost');
      }),
    );
  });

  test('a missing half-time never changes an answer, it only asks', () => {
    fc.assert(
      fc.property(anyMatch, fc.integer({ min: 1, max: 51 }), (match, id) => {
        const each = optionWithId(id) ?? option('1X2 - 1');
        const whole = settle(each, scoreOf(match)).result;
        const without = settle(each, { fullTime: scoreOf(match).fullTime }).result;
        expect(['ask', whole]).toContain(without);
      }),
    );
  });
});

describe('whatever follows a match that was abandoned', () => {
  test('what was decided by then is what the end would have brought', () => {
    const later = fc.record({ match: anyMatch, H: fc.nat(4), A: fc.nat(4) });

    fc.assert(
      fc.property(later, fc.integer({ min: 1, max: 51 }), ({ match, H, A }, id) => {
        const each = optionWithId(id) ?? option('1X2 - 1');
        const then = settleAbandoned(each, scoreOf(match)).result;
        const end = { ...match, H: match.H + H, A: match.A + A };

        if (then === 'void') return;
        // With a goal of the other side, the final score does not show which came first.
        expect(['ask', then]).toContain(settle(each, scoreOf(end)).result);
      }),
    );
  });
});

function scoreOf({ H, A, h, a }: Match): Score & { halfTime: { home: number; away: number } } {
  return { halfTime: { home: h, away: a }, fullTime: { home: H, away: A } };
}

/**
 * The sides that can have scored first: in the first half if it had a goal, otherwise in the
 * second.
 */
function firstScorers({ H, A, h, a }: Match): Set<string> {
  const [home, away] = h + a > 0 ? [h, a] : [H, A];
  return new Set([...(home > 0 ? ['1'] : []), ...(away > 0 ? ['2'] : [])]);
}
