import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { bettingOptions, oddNameOf, oddsGroups } from '#domain/catalogue.ts';
import {
  estimateOptionPrices,
  type Estimates,
  isFarFromEstimate,
  removeMargin,
} from '#domain/odds/estimate.ts';
import type { HomeDrawAway } from '#domain/odds/goal-model.ts';
import { isValidPrice } from '#domain/odds/price.ts';

const hundredths = (price: number) => Math.round(price * 100) / 100;

/** Possible bookmaker prices: any probabilities with any margin, rounded to two places. */
const anyPrices = fc
  .record({
    weights: fc.tuple(weight(), weight(), weight()),
    margin: fc.integer({ min: 100, max: 130 }),
  })
  .map(({ weights, margin }) => {
    const sum = weights.reduce((total, each) => total + each);
    const [home = 0, draw = 0, away = 0] = weights.map((w) => hundredths((100 * sum) / w / margin));
    return { home, draw, away };
  })
  .filter((prices) => removeMargin(prices) !== undefined);

function weight() {
  return fc.integer({ min: 5, max: 1000 });
}

const numbers = new Map(bettingOptions.map((option) => [oddNameOf(option), option.oddsId]));

function probabilitiesOf(estimates: Estimates) {
  return (name: string) => {
    const found = estimates.get(numbers.get(name) ?? 0);
    if (!found) throw new Error(`There is no estimate of ${name}`);
    return found.probability;
  };
}

const lines = [0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5];
const sides = ['1', 'X', '2'];

/**
 * A name, options whose probabilities are added, and their sum: a number or options that equal it.
 */
const sums: readonly (readonly [string, readonly string[], readonly string[] | number])[] = [
  ...oddsGroups.map(
    ({ group, options }) =>
      [
        `all of ${group}`,
        options.map(oddNameOf),
        group.startsWith('Double Chance') ? 2 : 1,
      ] as const,
  ),
  ['1X and 2', ['Double Chance - 1X', '1X2 - 2'], 1],
  ['12 and X', ['Double Chance - 12', '1X2 - X'], 1],
  ['X2 and 1', ['Double Chance - X2', '1X2 - 1'], 1],
  ['1X HT and 2HT', ['Double Chance HT - 1X HT', 'Half Time - 2HT'], 1],
  ['12 HT and XHT', ['Double Chance HT - 12 HT', 'Half Time - XHT'], 1],
  ['X2 HT and 1HT', ['Double Chance HT - X2 HT', 'Half Time - 1HT'], 1],
  ['under 0.5 and no goal', ['O/U 0.5 - Under'], ['First Goal - No Goal']],
  ...sides.flatMap((side) => [
    [
      `${side} however half-time stood`,
      sides.map((half) => `HF/FT - ${half}/${side}`),
      [`1X2 - ${side}`],
    ] as const,
    [
      `${side} at half-time however it ended`,
      sides.map((full) => `HF/FT - ${side}/${full}`),
      [`Half Time - ${side}HT`],
    ] as const,
  ]),
];

/** Pairs of options, the first of which is always at least as likely as the second. */
const orders: readonly (readonly [string, string])[] = [
  ...lines
    .slice(1)
    .map((line, index) => [`O/U ${lines[index]} - Over`, `O/U ${line} - Over`] as const),
  ['GG/NG - GG', 'GG/NG HT - GG HT'],
  ['O/U 1.5 - Over', 'GG/NG - GG'],
  ['Away to Score - Yes', 'GG/NG - GG'],
  ['Away to Score - Yes', 'First Goal - 2'],
  ['DNB - 1', '1X2 - 1'],
  ['DNB - 2', '1X2 - 2'],
];

describe('estimates', () => {
  test('are consistent with each other and with 1, X and 2, for ten thousand random prices', () => {
    let estimated = 0;
    fc.assert(
      fc.property(anyPrices, (prices) => {
        const estimates = estimateOptionPrices(prices);
        if (!estimates) return;
        estimated += 1;
        expect(problemsOf(estimates, removeMargin(prices))).toEqual([]);
      }),
      { numRuns: 10_000 },
    );
    expect(estimated).toBeGreaterThan(7_000);
  });

  test('exist if the probability of a draw is at least one in eight', () => {
    fc.assert(
      fc.property(
        anyPrices.filter((prices) => (removeMargin(prices)?.draw ?? 0) >= 0.125),
        (prices) => {
          expect(estimateOptionPrices(prices)).toBeDefined();
        },
      ),
      { numRuns: 500 },
    );
  });

  // Computed by an independent program, goal by goal, with equal rates and first-half share.
  test.each([
    {
      prices: { home: 2.1, draw: 3.4, away: 3.6 },
      probabilities: {
        '1X2 - 1': 0.4587,
        '1X2 - X': 0.2787,
        '1X2 - 2': 0.2626,
        'O/U 0.5 - Over': 0.9245,
        'O/U 2.5 - Over': 0.4941,
        'O/U 6.5 - Over': 0.0195,
        'First Goal - 1': 0.5365,
        'First Goal - 2': 0.388,
        'First Goal - No Goal': 0.0755,
        'HF/FT - 1/1': 0.2787,
        'HF/FT - 1/2': 0.0163,
        'HF/FT - X/X': 0.1682,
        'HF/FT - 2/1': 0.0248,
        'GG/NG - GG': 0.5404,
        'DNB - 1': 0.6359,
        'DNB - 2': 0.3641,
        'Highest Scoring Half - 1st': 0.3045,
        'Highest Scoring Half - 2nd': 0.4269,
        'Highest Scoring Half - Equal': 0.2685,
        'Odd/Even - Odd': 0.4796,
        'Half Time - 1HT': 0.3502,
        'Half Time - XHT': 0.4212,
        'GG/NG HT - GG HT': 0.2015,
        'Away to Score - Yes': 0.6762,
      },
    },
    {
      prices: { home: 1.15, draw: 8.5, away: 17 },
      probabilities: {
        '1X2 - 1': 0.8484,
        '1X2 - X': 0.1046,
        'O/U 2.5 - Under': 0.231,
        'O/U 5.5 - Over': 0.227,
        'O/U 6.5 - Over': 0.1186,
        'First Goal - 1': 0.8001,
        'HF/FT - 1/1': 0.638,
        'HF/FT - 1/2': 0.0042,
        'GG/NG - GG': 0.5084,
        'DNB - 2': 0.0525,
        'Highest Scoring Half - 2nd': 0.4746,
        'Half Time - 2HT': 0.0808,
        'Odd/Even - Even': 0.507,
        'GG/NG HT - NG HT': 0.7788,
        'Away to Score - No': 0.4735,
      },
    },
  ])('of $prices have the probabilities of the model', ({ prices, probabilities }) => {
    const estimates = estimateOptionPrices(prices);
    const chanceOf = probabilitiesOf(estimates ?? new Map());
    const found = Object.fromEntries(
      Object.keys(probabilities).map((name) => [name, Number(chanceOf(name).toFixed(4))]),
    );

    expect(found).toEqual(probabilities);
  });

  test('reproduce the given prices if these have no margin', () => {
    const estimates = estimateOptionPrices({ home: 2, draw: 4, away: 4 });

    expect([1, 2, 3].map((oddsId) => estimates?.get(oddsId)?.price)).toEqual([2, 4, 4]);
  });

  test('are valid as prices', () => {
    fc.assert(
      fc.property(anyPrices, (prices) => {
        const [home, draw, away] = [1, 2, 3].map(
          (id) => estimateOptionPrices(prices)?.get(id)?.price,
        );
        if (!home || !draw || !away) return;
        expect(removeMargin({ home, draw, away })).toBeDefined();
      }),
      { numRuns: 200 },
    );
  });

  test('are between the minimum and the maximum price', () => {
    const estimates = estimateOptionPrices({ home: 1.01, draw: 26, away: 101 });
    const prices = [...(estimates?.values() ?? [])].map(({ price }) => price);

    expect(Math.min(...prices)).toBe(1.01);
    expect(Math.max(...prices)).toBe(1000);
  });

  test.each([
    { home: 1, draw: 4, away: 5, because: 'a price of 1 wins nothing' },
    { home: 0, draw: 3.4, away: 3.6, because: 'one has no price' },
    { home: -2, draw: 3.4, away: 3.6, because: 'one is negative' },
    { home: NaN, draw: 3.4, away: 3.6, because: 'one is not a number' },
    { home: 1.4, draw: 3.5, away: Infinity, because: 'one is infinite' },
    { home: 2.5, draw: 4, away: 4.5, because: 'a bet on all three always wins' },
    { home: 1.5, draw: 2.5, away: 2.2, because: 'a third of every stake is lost' },
    { home: 2.05, draw: 15, away: 2.05, because: 'draws are never so rare in football' },
  ])('do not exist for $home, $draw and $away: $because', ({ home, draw, away }) => {
    expect(estimateOptionPrices({ home, draw, away })).toBeUndefined();
  });
});

describe('prices without their margin', () => {
  // The example of the Python package `shin`, which implements Jullien and Salanié (1994).
  test('equal the published example of Shin’s method', () => {
    const fair = removeMargin({ home: 2.6, draw: 2.4, away: 4.3 });

    expect(fair?.home).toBeCloseTo(0.372_994_06, 7);
    expect(fair?.draw).toBeCloseTo(0.404_779_41, 7);
    expect(fair?.away).toBeCloseTo(0.222_226_53, 7);
  });

  test('add up to one, and keep their order', () => {
    fc.assert(
      fc.property(anyPrices, (prices) => {
        const fair = removeMargin(prices) ?? { home: 0, draw: 0, away: 0 };
        expect(fair.home + fair.draw + fair.away).toBeCloseTo(1, 12);
        expect(fair.home > fair.draw).toBe(prices.home < prices.draw);
        expect(fair.away > fair.draw).toBe(prices.away < prices.draw);
      }),
    );
  });
});

describe('a price that differs greatly from its estimate', () => {
  test.each([
    { price: 4.99, estimated: 2, isFar: false, because: 'it is slightly less than 2.5 times' },
    { price: 5, estimated: 2, isFar: false, because: 'the limit of 2.5 times is included' },
    { price: 5.01, estimated: 2, isFar: true, because: 'it is above 2.5 times' },
    { price: 2, estimated: 5, isFar: false, because: 'the limit of 0.4 times is included' },
    { price: 1.99, estimated: 5, isFar: true, because: 'it is below 0.4 times' },
    { price: 1.32, estimated: 3.3, isFar: false, because: 'float errors have no effect' },
    { price: 1000, estimated: 1000, isFar: false, because: 'it is equal' },
    { price: 1000, estimated: 2.1, isFar: true, because: 'the decimal point is missing' },
    { price: 0, estimated: 2.1, isFar: false, because: 'it is not priced yet' },
  ])('$price of $estimated: $isFar, because $because', ({ price, estimated, isFar }) => {
    expect(isFarFromEstimate(price, estimated)).toBe(isFar);
  });
});

/** Describes each property that the estimates violate. */
function problemsOf(estimates: Estimates, fair: HomeDrawAway | undefined): string[] {
  const chanceOf = probabilitiesOf(estimates);
  const total = (names: readonly string[]) => names.reduce((sum, name) => sum + chanceOf(name), 0);
  const isSame = (one: number, other: number) => Math.abs(one - other) < 1e-9;

  const unequal = sums.filter(
    ([, names, other]) => !isSame(total(names), typeof other === 'number' ? other : total(other)),
  );
  const lost = [fair?.home, fair?.draw, fair?.away].filter(
    (chance = NaN, index) => !(Math.abs(chance - chanceOf(`1X2 - ${sides[index]}`)) < 0.005),
  );
  const turned = orders.filter(([more, less]) => chanceOf(more) < chanceOf(less) - 1e-9);
  const outside = [...estimates].filter(
    ([, { probability, price }]) =>
      !(probability >= 0 && probability <= 1 + 1e-9 && price >= 1.01 && isValidPrice(price)),
  );
  return [
    ...(estimates.size === 51 ? [] : [`${estimates.size} options`]),
    ...unequal.map(([what]) => what),
    ...lost.map((chance) => `the chance of ${chance} is more than half a point off`),
    ...turned.map(([more, less]) => `${more} is less likely than ${less}`),
    ...outside.map(([oddsId]) => `option ${oddsId} has no probability or price`),
  ];
}
