import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { bettingOptions } from '#domain/catalogue.ts';
import type { Score } from '#domain/fixture.ts';
import { findCurrentResult, settleOption } from '#domain/settlement/settlement.ts';

import { option, score } from '../samples.ts';

const goals = fc.nat(5);
const anOption = fc.constantFrom(...bettingOptions);
/** The goals of each side in each half. */
const aMatch = fc.tuple(goals, goals, goals, goals);

function scoreAfter([h1, a1, h2, a2]: readonly [number, number, number, number]): Score {
  return { halfTime: { home: h1, away: a1 }, fullTime: { home: h1 + h2, away: a1 + a2 } };
}

describe('the result of an option so far', () => {
  test.each([
    { name: '1X2 - 1', so: '1-0', result: 'won', decided: false },
    { name: '1X2 - 1', so: '0-0', result: 'lost', decided: false },
    { name: 'O/U 2.5 - Over', so: '1-0 2-1', result: 'won', decided: true },
    { name: 'O/U 2.5 - Under', so: '1-0 2-1', result: 'lost', decided: true },
    { name: 'O/U 2.5 - Over', so: '1-0 1-1', result: 'lost', decided: false },
    { name: 'GG/NG - GG', so: '1-1', result: 'won', decided: true },
    { name: 'DNB - 1', so: '1-1', result: 'void', decided: false },
    { name: 'Half Time - 1HT', so: '1-0', result: 'won', decided: false },
    { name: 'Half Time - 1HT', so: '1-0 1-2', result: 'won', decided: true },
    { name: 'HF/FT - 1/1', so: '1-0', result: 'won', decided: false },
  ])('$name at $so in play is $result, decided: $decided', ({ name, so, result, decided }) => {
    const report = { status: 'in-play' as const, score: score(so) };

    expect(findCurrentResult(option(name), report)).toEqual({ result, decided });
  });

  test.each(['scheduled', 'postponed', 'cancelled', 'awarded'] as const)(
    'is undefined while a game is %s',
    (status) => {
      expect(findCurrentResult(option('1X2 - 1'), { status, score: score('1-0') })).toBeUndefined();
    },
  );

  test('equals the settlement at full time', () => {
    fc.assert(
      fc.property(anOption, aMatch, (one, match) => {
        const end = scoreAfter(match);
        const { result } = settleOption(one, end);
        const soFar = findCurrentResult(one, { status: 'played', score: end });

        expect(soFar).toEqual(result === 'ask' ? undefined : { result, decided: true });
      }),
    );
  });

  test('that is decided in play equals the settlement, whatever follows', () => {
    fc.assert(
      fc.property(anOption, aMatch, aMatch, fc.boolean(), (one, begun, more, firstHalf) => {
        const [h1, a1, h2, a2] = begun;
        const early: Score = firstHalf ? { fullTime: { home: h1, away: a1 } } : scoreAfter(begun);
        const soFar = findCurrentResult(one, { status: 'in-play', score: early });
        fc.pre(soFar?.decided === true);

        const end = firstHalf
          ? scoreAfter([h1 + more[0], a1 + more[1], more[2], more[3]])
          : scoreAfter([h1, a1, h2 + more[2], a2 + more[3]]);
        const { result } = settleOption(one, end);
        expect(['ask', soFar?.result]).toContain(result);
      }),
    );
  });
});
