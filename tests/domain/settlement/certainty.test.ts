import { describe, expect, test } from 'vitest';

import { catalogue, oddNameOf, type Option } from '#domain/catalogue.ts';
import type { Goals, Score } from '#domain/fixture.ts';
import { resultSoFar, settle } from '#domain/settlement/settlement.ts';

import { names, score } from '../samples.ts';

/** Certain results of a score that passes every line of the catalogue; all others are open. */
const passesEveryLine = {
  won: [
    ...[0, 1, 2, 3, 4, 5, 6].map((line) => `O/U ${line}.5 - Over`),
    ...names(`
      First Goal - 1, GG/NG - GG, Highest Scoring Half - 2nd, Half Time - 1HT,
      Double Chance HT - 1X HT, Double Chance HT - 12 HT, GG/NG HT - NG HT, Away to Score - Yes`),
  ],
  lost: [
    ...[0, 1, 2, 3, 4, 5, 6].map((line) => `O/U ${line}.5 - Under`),
    ...['X', '2'].flatMap((half) => ['1', 'X', '2'].map((full) => `HF/FT - ${half}/${full}`)),
    ...names(`
      First Goal - 2, First Goal - No Goal, GG/NG - NG, Highest Scoring Half - 1st,
      Highest Scoring Half - Equal, Half Time - XHT, Half Time - 2HT, Double Chance HT - X2 HT,
      GG/NG HT - GG HT, Away to Score - No`),
  ],
};

/** The certain result of an option while its game is in play, or open. */
function certainly(option: Option, so: Score): 'won' | 'lost' | 'void' | 'open' {
  const soFar = resultSoFar(option, { status: 'in-play', score: so });
  return soFar?.decided ? soFar.result : 'open';
}

/** Lists all pairs of up to `max` goals each. */
function upTo(max: number): Goals[] {
  const each = Array.from({ length: max + 1 }, (_, count) => count);
  return each.flatMap((home) => each.map((away) => ({ home, away })));
}

const goals = upTo(3);
/** Four goals per half can reverse any of these scores and pass every line of the catalogue. */
const more = upTo(4);

function sum(one: Goals, other: Goals): Goals {
  return { home: one.home + other.home, away: one.away + other.away };
}

/** Lists the final scores that can follow. */
function ends({ halfTime, fullTime }: Score): Score[] {
  const halves = halfTime ? [fullTime] : more.map((first) => sum(fullTime, first));
  return halves.flatMap((half) =>
    more.map((second) => ({ halfTime: halfTime ?? half, fullTime: sum(half, second) })),
  );
}

/** The result of an option that all final scores share, as far as scores determine it. */
function foretold(option: Option, so: Score): string {
  const results = new Set(ends(so).map((end) => settle(option, end).result));
  results.delete('ask');
  const [only = 'open'] = results;
  return results.size === 1 ? only : 'open';
}

const scores: readonly Score[] = goals.flatMap((fullTime) => [
  { fullTime },
  ...goals
    .filter(({ home, away }) => home <= fullTime.home && away <= fullTime.away)
    .map((halfTime) => ({ halfTime, fullTime })),
]);

describe('while a game is played', () => {
  test('a score of 1-0 4-4 makes these certain, and no others', () => {
    const { won, lost } = passesEveryLine;
    const certain = catalogue.map((option) => ({
      name: oddNameOf(option),
      result: certainly(option, score('1-0 4-4')),
    }));
    const named = (result: string) =>
      certain.filter((each) => each.result === result).map(({ name }) => name);

    expect(named('won').toSorted()).toEqual(won.toSorted());
    expect(named('lost').toSorted()).toEqual(lost.toSorted());
    expect(named('void')).toEqual([]);
  });

  test.each(catalogue.map((option) => ({ name: oddNameOf(option), option })))(
    '$name is certain where no continuation of the score changes it, and only there',
    ({ option }) => {
      for (const so of scores) {
        expect([so, certainly(option, so)]).toEqual([so, foretold(option, so)]);
      }
    },
  );

  test('nothing is said without a score', () => {
    for (const option of catalogue) {
      expect(resultSoFar(option, { status: 'in-play' })).toBeUndefined();
    }
  });
});
