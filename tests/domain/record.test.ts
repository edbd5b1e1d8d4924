import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  flatProfitOf,
  profitCap,
  type RecordedTip,
  recordOf,
  settledForStars,
  stars,
  wilson,
} from '#domain/record.ts';
import type { TipOutcome } from '#domain/tip.ts';

function season(...rows: [TipOutcome, totalOdds: number][]): RecordedTip[] {
  return rows.map(([outcome, totalOdds]) => ({ outcome, totalOdds }));
}

describe('the stars of a tipster', () => {
  test.each([0, 1, 9])('are not shown with %d settled tickets', (settled) => {
    expect(stars({ settled, flatProfit: 100 })).toBeUndefined();
  });

  test.each([
    { settled: 10, flatProfit: 0, shown: 2.5, because: 'breaking even is the middle' },
    { settled: 10, flatProfit: 6, shown: 5, because: '10 % shrunk yield is worth two and a half' },
    { settled: 10, flatProfit: 3, shown: 3.75, because: '5 % is worth half of that' },
    { settled: 10, flatProfit: -6, shown: 0, because: 'a loss counts the same' },
    { settled: 10, flatProfit: 60, shown: 5, because: 'five is the most' },
    { settled: 50, flatProfit: -50, shown: 0, because: 'none is the least' },
    { settled: 200, flatProfit: 10, shown: 3.5, because: 'a longer record is shrunk less' },
  ])('are $shown from $settled tickets and $flatProfit units: $because', (row) => {
    expect(stars(row)).toBeCloseTo(row.shown, 10);
  });

  test('begin with ten settled tickets', () => {
    expect(settledForStars).toBe(10);
  });

  test('never fall when the profit rises', () => {
    fc.assert(
      fc.property(fc.integer({ min: 10, max: 500 }), fc.nat(300), fc.nat(50), (n, units, more) => {
        const before = stars({ settled: n, flatProfit: units - 150 }) ?? NaN;
        const after = stars({ settled: n, flatProfit: units - 150 + more }) ?? NaN;

        expect(after).toBeGreaterThanOrEqual(before);
        expect(before).toBeGreaterThanOrEqual(0);
        expect(after).toBeLessThanOrEqual(5);
      }),
    );
  });
});

describe('the flat profit of a ticket', () => {
  test.each<{ outcome: TipOutcome; totalOdds: number; profit: number | undefined }>([
    { outcome: 'won', totalOdds: 1.85, profit: 0.85 },
    { outcome: 'won', totalOdds: 2.01, profit: 1.01 },
    { outcome: 'won', totalOdds: 1, profit: 0 },
    { outcome: 'won', totalOdds: 21, profit: 20 },
    { outcome: 'won', totalOdds: 21.01, profit: 20 },
    { outcome: 'won', totalOdds: 1e12, profit: 20 },
    { outcome: 'lost', totalOdds: 1.85, profit: -1 },
    { outcome: 'lost', totalOdds: 500, profit: -1 },
    { outcome: 'void', totalOdds: 1, profit: 0 },
    { outcome: 'won', totalOdds: 0, profit: undefined },
    { outcome: 'lost', totalOdds: 0, profit: undefined },
    { outcome: 'open', totalOdds: 1.85, profit: undefined },
  ])('$outcome at $totalOdds is $profit', ({ outcome, totalOdds, profit }) => {
    expect(flatProfitOf({ outcome, totalOdds })).toBe(profit);
  });

  test('is at most twenty units', () => {
    expect(profitCap).toBe(20);
  });
});

describe('the interval of a hit rate', () => {
  // Reference values: Newcombe 1998, table I (81 of 263, 15 of 148, 0 of 20, 1 of 29).
  test.each([
    { won: 81, n: 263, low: 0.2553, high: 0.3662 },
    { won: 15, n: 148, low: 0.0624, high: 0.1605 },
    { won: 0, n: 20, low: 0, high: 0.1611 },
    { won: 1, n: 29, low: 0.0061, high: 0.1718 },
    { won: 20, n: 20, low: 0.8389, high: 1 },
  ])('for $won of $n goes from $low to $high', ({ won, n, low, high }) => {
    const interval = wilson(won, n);

    expect(interval?.low).toBeCloseTo(low, 4);
    expect(interval?.high).toBeCloseTo(high, 4);
  });

  test('does not exist without a sample', () => {
    expect(wilson(0, 0)).toBeUndefined();
  });

  test('holds the rate, inside 0 and 1', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1000 }), fc.nat(1000), (n, some) => {
        const won = Math.min(n, some);
        const { low, high } = wilson(won, n) ?? { low: NaN, high: NaN };

        expect(low).toBeGreaterThanOrEqual(0);
        expect(low).toBeLessThanOrEqual(won / n + 1e-12);
        expect(high).toBeGreaterThanOrEqual(won / n - 1e-12);
        expect(high).toBeLessThanOrEqual(1);
      }),
    );
  });

  test('grows narrower with the sample', () => {
    const small = wilson(5, 10) ?? { low: NaN, high: NaN };
    const large = wilson(50, 100) ?? { low: NaN, high: NaN };

    expect(large.high - large.low).toBeLessThan(small.high - small.low);
  });
});

describe('the record of a tipster', () => {
  test('adds up what was won and lost', () => {
    const record = recordOf(season(['won', 2.5], ['lost', 1.8], ['won', 1.4]));

    expect(record).toEqual({ settled: 3, won: 2, lost: 1, flatProfit: 0.9, stars: undefined });
  });

  test('of nobody’s tickets is all nothing', () => {
    expect(recordOf([])).toEqual({ settled: 0, won: 0, lost: 0, flatProfit: 0, stars: undefined });
  });

  test.each<TipOutcome>(['open', 'void'])('leaves %s tickets out', (outcome) => {
    const played = season(['won', 2], ['lost', 3]);

    expect(recordOf([...played, ...season([outcome, 9])])).toEqual(recordOf(played));
  });

  test('counts an unpriced ticket as won or lost and in no profit', () => {
    const record = recordOf(season(['won', 2], ['won', 0], ['lost', 0]));

    expect(record).toMatchObject({ settled: 3, won: 2, lost: 1, flatProfit: 1 });
  });

  test('caps what one ticket brings', () => {
    expect(recordOf(season(['won', 400]))).toMatchObject({ flatProfit: 20 });
  });

  test('gains no hundredth from adding floats', () => {
    const many = Array.from({ length: 1000 }, (): [TipOutcome, number] => ['won', 1.1]);

    expect(recordOf(season(...many)).flatProfit).toBe(100);
  });

  test('shows stars from ten tickets won or lost', () => {
    const nine = season(...Array.from({ length: 9 }, (): [TipOutcome, number] => ['lost', 2]));

    expect(recordOf([...nine, ...season(['void', 1])]).stars).toBeUndefined();
    expect(recordOf([...nine, ...season(['won', 10])]).stars).toBe(2.5);
  });
});
