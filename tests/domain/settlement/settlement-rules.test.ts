import { describe, expect, test } from 'vitest';
import { bettingOptions, oddNameOf } from '#domain/catalogue.ts';
import type { Score } from '#domain/fixture.ts';
import { settleOption } from '#domain/settlement/settlement.ts';
import { option } from '../samples.ts';

type Match = { H: number; A: number; h: number; a: number };

// A bookmaker's rules, one formula per option, written independently of the code. H and A are the
// goals at full time, h and a those at half-time.
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

// All scores with at most five goals a side, each with every possible half-time score.
const upToFive = [0, 1, 2, 3, 4, 5];
const everyMatch: Match[] = upToFive.flatMap((H) =>
  upToFive.flatMap((A) =>
    upToFive
      .filter((h) => h <= H)
      .flatMap((h) => upToFive.filter((a) => a <= A).map((a) => ({ H, A, h, a }))),
  ),
);

describe('every score up to 5-5 with every half-time score', () => {
  test.each(Object.keys(wins))('settles %s by the bookmaker’s rule', (name) => {
    const wrong = everyMatch.filter((match) => {
      const expected = wins[name]?.(match) === true ? 'won' : 'lost';
      return settleOption(option(name), scoreOf(match)).result !== expected;
    });

    expect(wrong).toEqual([]);
  });

  test.each([
    { name: 'DNB - 1', margin: ({ H, A }: Match) => H - A },
    { name: 'DNB - 2', margin: ({ H, A }: Match) => A - H },
  ])('settles $name as won or lost, or as void on a draw', ({ name, margin }) => {
    const wrong = everyMatch.filter((match) => {
      const lead = margin(match);
      const expected = lead === 0 ? 'void' : lead > 0 ? 'won' : 'lost';
      return settleOption(option(name), scoreOf(match)).result !== expected;
    });

    expect(wrong).toEqual([]);
  });

  test('settles the first goal if all possible orders of goals agree, and otherwise leaves it open', () => {
    const wrong = everyMatch.filter((match) => {
      const first = firstScorers(match);
      return ['1', '2'].some((side) => {
        const expected = !first.has(side) ? 'lost' : first.size === 1 ? 'won' : 'ask';
        return settleOption(option(`First Goal - ${side}`), scoreOf(match)).result !== expected;
      });
    });

    expect(wrong).toEqual([]);
  });

  test.each(bettingOptions.map(oddNameOf))(
    'without a half-time score settles %s only if all possible ones agree',
    (name) => {
      const byFullTime = Map.groupBy(everyMatch, ({ H, A }) => `${H}-${A}`);
      const wrong = [...byFullTime.values()].filter((matches) => {
        const results = new Set(
          matches.map((match) => settleOption(option(name), scoreOf(match)).result),
        );
        const [result, ...others] = results;
        const [{ H, A } = { H: 0, A: 0 }] = matches;
        const settled = settleOption(option(name), { fullTime: { home: H, away: A } }).result;
        return settled !== (others.length === 0 ? result : 'ask');
      });

      expect(wrong).toEqual([]);
    },
  );

  test('is tested here for every option', () => {
    const named = [...Object.keys(wins), 'DNB - 1', 'DNB - 2', 'First Goal - 1', 'First Goal - 2'];

    expect(named.toSorted()).toEqual(bettingOptions.map(oddNameOf).toSorted());
  });
});

function scoreOf({ H, A, h, a }: Match): Score & { halfTime: { home: number; away: number } } {
  return { halfTime: { home: h, away: a }, fullTime: { home: H, away: A } };
}

/**
 * The sides that can have scored first: those with a goal in the first half, or in the second if
 * the first had none.
 */
function firstScorers({ H, A, h, a }: Match): Set<string> {
  const [home, away] = h + a > 0 ? [h, a] : [H, A];
  return new Set([...(home > 0 ? ['1'] : []), ...(away > 0 ? ['2'] : [])]);
}
