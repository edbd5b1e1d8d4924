import { describe, expect, test } from 'vitest';

import { bettingOptions, oddNameOf, type BettingOption } from '#domain/catalogue.ts';
import type { Goals, Score } from '#domain/fixture.ts';
import { findCurrentResult, settleOption, settleAbandoned } from '#domain/settlement/settlement.ts';

/** All scores with up to `max` goals for each side. */
function upTo(max: number): Goals[] {
  const each = Array.from({ length: max + 1 }, (_, count) => count);
  return each.flatMap((home) => each.map((away) => ({ home, away })));
}

/** Seven goals exceed the highest over/under line of the catalogue. */
const goals = [...upTo(3), { home: 4, away: 3 }];
/** Four more goals in a half can reverse any of these scores and exceed every line of the catalogue. */
const more = upTo(4);

function sum(one: Goals, other: Goals): Goals {
  return { home: one.home + other.home, away: one.away + other.away };
}

/** The final scores that are possible after a score. */
function ends({ halfTime, fullTime }: Score): Score[] {
  const halves = halfTime ? [fullTime] : more.map((first) => sum(fullTime, first));
  return halves.flatMap((half) =>
    more.map((second) => ({ halfTime: halfTime ?? half, fullTime: sum(half, second) })),
  );
}

/**
 * The result that an option gets at every possible final score; `open` if these results differ,
 * `ask` if no score decides the option.
 */
function foretold(option: BettingOption, so: Score): string {
  const results = new Set(ends(so).map((end) => settleOption(option, end).result));
  if (results.size > 1) results.delete('ask');
  const [only = 'open'] = results;
  return results.size === 1 ? only : 'open';
}

function areHalvesLevel({ halfTime, fullTime }: Score): boolean {
  return (
    halfTime !== undefined && 2 * (halfTime.home + halfTime.away) === fullTime.home + fullTime.away
  );
}

const scores: readonly Score[] = goals.flatMap((fullTime) => [
  { fullTime },
  ...goals
    .filter(({ home, away }) => home <= fullTime.home && away <= fullTime.away)
    .map((halfTime) => ({ halfTime, fullTime })),
]);

const everyOption = bettingOptions.map((option) => ({ name: oddNameOf(option), option }));

describe('while a game is played', () => {
  test.each(everyOption)(
    '$name is certain if no continuation of the score changes it, and only then',
    ({ option }) => {
      for (const so of scores) {
        const soFar = findCurrentResult(option, { status: 'in-play', score: so });
        const certain = soFar?.decided ? soFar.result : 'open';
        const expected = foretold(option, so);

        expect([so, certain]).toEqual([so, expected === 'ask' ? 'open' : expected]);
      }
    },
  );

  test('nothing is certain without a score', () => {
    for (const option of bettingOptions) {
      expect(findCurrentResult(option, { status: 'in-play' })).toBeUndefined();
    }
  });
});

describe('when a match is abandoned', () => {
  test.each(everyOption)('$name keeps a certain result, or else is void', ({ name, option }) => {
    for (const so of scores) {
      const expected = foretold(option, so);
      // If the halves are level, the stake is returned, although this option could not win any
      // more.
      const isLevel = name === 'Highest Scoring Half - 1st' && areHalvesLevel(so);
      const isVoid = expected === 'open' || isLevel;

      expect([so, settleAbandoned(option, so).result]).toEqual([so, isVoid ? 'void' : expected]);
    }
  });
});
