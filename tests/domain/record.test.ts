import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  flatProfitOf,
  isInRecordWindow,
  monthOf,
  adjustedYield,
  rankRows,
  type RecordedTip,
  recordOf,
  addRunningProfit,
  type SettledTip,
  starsOf,
  streaksOf,
  wilsonInterval,
  type RecordWindow,
  windowRecordOf,
} from '#domain/record.ts';
import type { TipOutcome } from '#domain/tip.ts';

function season(...rows: [TipOutcome, totalOdds: number][]): RecordedTip[] {
  return rows.map(([outcome, totalOdds]) => ({ outcome, totalOdds }));
}

describe('the stars of a tipster', () => {
  test.each([0, 1, 9])('are not shown with %d settled tips', (settled) => {
    expect(starsOf({ settled, profit: 100 })).toBeUndefined();
  });

  test.each([
    { settled: 10, profit: 0, shown: 2.5, because: 'breaking even is the middle' },
    { settled: 10, profit: 4.5, shown: 4, because: 'a proven yield of 7.5 % is worth 1.5' },
    { settled: 10, profit: -4.5, shown: 1, because: 'a loss counts equally' },
    { settled: 70, profit: 16, shown: 4.5, because: 'the curve is not linear' },
    { settled: 150, profit: 15, shown: 4, because: 'a longer record proves more' },
  ])('are $shown from $settled tips and $profit units: $because', (row) => {
    expect(starsOf(row)).toBeCloseTo(row.shown, 3);
  });

  test('are ordered by the proven yield, and never reach 0 or 5', () => {
    const record = fc.record({
      settled: fc.integer({ min: 10, max: 500 }),
      profit: fc.integer({ min: -500, max: 2000 }),
    });
    fc.assert(
      fc.property(record, record, (one, other) => {
        const [a = NaN, b = NaN] = [starsOf(one), starsOf(other)];

        expect(Math.sign(a - b)).toBe(Math.sign(adjustedYield(one) - adjustedYield(other)));
        expect(Math.min(a, b)).toBeGreaterThan(0);
        expect(Math.max(a, b)).toBeLessThan(5);
      }),
    );
  });
});

describe('the flat profit of a tip', () => {
  test.each<{ outcome: TipOutcome; totalOdds: number; profit: number | undefined }>([
    { outcome: 'won', totalOdds: 1.85, profit: 0.85 },
    { outcome: 'won', totalOdds: 2.01, profit: 1.01 },
    { outcome: 'won', totalOdds: 1, profit: 0 },
    { outcome: 'won', totalOdds: 21, profit: 20 },
    { outcome: 'won', totalOdds: 21.01, profit: 20.01 },
    { outcome: 'won', totalOdds: 1e12, profit: 1e12 - 1 },
    { outcome: 'lost', totalOdds: 1.85, profit: -1 },
    { outcome: 'lost', totalOdds: 500, profit: -1 },
    { outcome: 'void', totalOdds: 1, profit: 0 },
    { outcome: 'won', totalOdds: 0, profit: undefined },
    { outcome: 'lost', totalOdds: 0, profit: undefined },
    { outcome: 'open', totalOdds: 1.85, profit: undefined },
  ])('$outcome at $totalOdds is $profit', ({ outcome, totalOdds, profit }) => {
    expect(flatProfitOf({ outcome, totalOdds })).toBe(profit);
  });
});

describe('the interval of a hit rate', () => {
  // Reference values of Newcombe 1998, table I: 81 of 263, 15 of 148, 0 of 20 and 1 of 29.
  test.each([
    { won: 81, n: 263, low: 0.2553, high: 0.3662 },
    { won: 15, n: 148, low: 0.0624, high: 0.1605 },
    { won: 0, n: 20, low: 0, high: 0.1611 },
    { won: 1, n: 29, low: 0.0061, high: 0.1718 },
    { won: 20, n: 20, low: 0.8389, high: 1 },
  ])('for $won of $n goes from $low to $high', ({ won, n, low, high }) => {
    const interval = wilsonInterval(won, n);

    expect(interval?.low).toBeCloseTo(low, 4);
    expect(interval?.high).toBeCloseTo(high, 4);
  });

  test('does not exist without a sample', () => {
    expect(wilsonInterval(0, 0)).toBeUndefined();
  });

  test('contains the rate, between 0 and 1', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1000 }), fc.nat(1000), (n, some) => {
        const won = Math.min(n, some);
        const { low, high } = wilsonInterval(won, n) ?? { low: NaN, high: NaN };

        expect(low).toBeGreaterThanOrEqual(0);
        expect(low).toBeLessThanOrEqual(won / n + 1e-12);
        expect(high).toBeGreaterThanOrEqual(won / n - 1e-12);
        expect(high).toBeLessThanOrEqual(1);
      }),
    );
  });
});

const emptyRecord = {
  settled: 0,
  won: 0,
  lost: 0,
  priced: 0,
  flatProfit: 0,
  cappedProfit: 0,
  stars: undefined,
};

describe('the record of a tipster', () => {
  test('adds won and lost tips', () => {
    const record = recordOf(season(['won', 2.5], ['lost', 1.8], ['won', 1.4]));

    const counts = { settled: 3, won: 2, lost: 1, priced: 3 };
    expect(record).toEqual({ ...counts, flatProfit: 0.9, cappedProfit: 0.9, stars: undefined });
  });

  test('is zero without tips', () => {
    expect(recordOf([])).toEqual(emptyRecord);
  });

  test.each<TipOutcome>(['open', 'void'])('does not count %s tips', (outcome) => {
    const played = season(['won', 2], ['lost', 3]);

    expect(recordOf([...played, ...season([outcome, 9])])).toEqual(recordOf(played));
  });

  test('counts an unpriced tip as won or lost, but not in the profit', () => {
    const record = recordOf(season(['won', 2], ['won', 0], ['lost', 0]));

    expect(record).toMatchObject({ settled: 3, won: 2, lost: 1, flatProfit: 1 });
  });

  test('limits the contribution of one tip to the stars to twenty units, and nothing else', () => {
    const nine = season(...Array.from({ length: 9 }, (): [TipOutcome, number] => ['lost', 2]));
    const record = recordOf([...nine, ...season(['won', 400])]);

    expect(record).toMatchObject({ flatProfit: 390, cappedProfit: 11 });
    expect(record.stars).toBe(starsOf({ settled: 10, profit: 11 }));
  });

  test('has no rounding error of floats', () => {
    const many = Array.from({ length: 1000 }, (): [TipOutcome, number] => ['won', 1.1]);

    expect(recordOf(season(...many)).flatProfit).toBe(100);
  });

  test('has stars after ten tips that were won or lost', () => {
    const nine = season(...Array.from({ length: 9 }, (): [TipOutcome, number] => ['lost', 2]));

    expect(recordOf([...nine, ...season(['void', 1])]).stars).toBeUndefined();
    expect(recordOf([...nine, ...season(['won', 10])]).stars).toBe(2.5);
  });
});

const now = new Date('2026-11-20T12:00:00.000Z');

function daysAgo(days: number): Date {
  return new Date(now.getTime() - days * 24 * 60 * 60 * 1000);
}

function aTip(values: Partial<SettledTip> = {}): SettledTip {
  const usual = { outcome: 'won', totalOdds: 2, stake: 0, legsWon: 1, legsLost: 0 } as const;
  return { ...usual, lastKickOff: daysAgo(1), ...values };
}

const lost = { outcome: 'lost', legsWon: 0, legsLost: 1 } as const;

describe('a window', () => {
  test.each<{ window: RecordWindow; days: number; within: boolean }>([
    { window: '30d', days: 0, within: true },
    { window: '30d', days: 30, within: true },
    { window: '30d', days: 30.001, within: false },
    { window: '90d', days: 30.001, within: true },
    { window: '90d', days: 90, within: true },
    { window: '90d', days: 90.001, within: false },
    { window: 'all', days: 5_000, within: true },
  ])('of $window holds a game of $days days ago: $within', ({ window, days, within }) => {
    expect(isInRecordWindow(window, daysAgo(days), now)).toBe(within);
  });
});

describe('the record of a window', () => {
  test('has no rates and averages without a settled tip', () => {
    const record = windowRecordOf([aTip({ lastKickOff: daysAgo(31) })], '30d', now);

    expect(record).toEqual({
      ...emptyRecord,
      hitRate: undefined,
      interval: undefined,
      flatYield: undefined,
      staked: undefined,
      averageOdds: undefined,
      legs: { settled: 0, won: 0, lost: 0 },
      streak: null,
      longestWon: 0,
      longestLost: 0,
      points: [],
      drawdown: 0,
    });
  });

  test('adds profit, stakes, odds and legs', () => {
    const tips = [
      aTip({ totalOdds: 3.5, stake: 2, legsWon: 3 }),
      aTip({ ...lost, totalOdds: 1.5, stake: 4, legsWon: 1 }),
      aTip({ totalOdds: 1.3 }),
    ];

    expect(windowRecordOf(tips, 'all', now)).toMatchObject({
      settled: 3,
      won: 2,
      lost: 1,
      hitRate: 2 / 3,
      flatProfit: 1.8,
      priced: 3,
      flatYield: 1.8 / 3,
      // The profit is 2 × (3.50 − 1) − 4 = 1, on 6 units.
      staked: { tips: 2, units: 6, profit: 1, yield: 1 / 6 },
      averageOdds: 2.1,
      legs: { settled: 6, won: 5, lost: 1 },
    });
  });

  test('counts unpriced tips only in the hit rate', () => {
    const priced = aTip({ stake: 1 });
    const unpriced = [aTip({ totalOdds: 0, stake: 5 }), aTip({ ...lost, totalOdds: 0 })];

    expect(windowRecordOf([priced, ...unpriced], 'all', now)).toMatchObject({
      settled: 3,
      won: 2,
      priced: 1,
      flatProfit: 1,
      flatYield: 1,
      staked: { tips: 1, units: 1, profit: 1, yield: 1 },
      averageOdds: 2,
    });
  });

  test('limits neither the flat profit of a tip nor the profit of its stake', () => {
    expect(windowRecordOf([aTip({ totalOdds: 101, stake: 3 })], 'all', now)).toMatchObject({
      flatProfit: 100,
      flatYield: 100,
      points: [{ units: 100 }],
      staked: { profit: 300, yield: 100 },
    });
  });

  test('is not changed by a void tip at any position', () => {
    const outcomes = fc.constantFrom('won' as const, 'lost' as const);
    fc.assert(
      fc.property(fc.array(outcomes, { maxLength: 12 }), fc.nat(12), (results, index) => {
        const tips = results.map((outcome) => aTip({ outcome }));
        const voided = aTip({ outcome: 'void', totalOdds: 1, stake: 3, legsWon: 0 });

        expect(windowRecordOf(tips.toSpliced(index, 0, voided), 'all', now)).toEqual(
          windowRecordOf(tips, 'all', now),
        );
      }),
    );
  });

  test('of all time equals the record', () => {
    const tips = [aTip({ totalOdds: 4.1 }), aTip(lost), aTip({ totalOdds: 0 })];

    expect(windowRecordOf(tips, 'all', now)).toMatchObject(recordOf(tips));
  });
});

describe('streaks', () => {
  test.each([
    { results: '', streak: null, longestWon: 0, longestLost: 0 },
    { results: 'W', streak: { result: 'won', length: 1 }, longestWon: 1, longestLost: 0 },
    { results: 'WWLW', streak: { result: 'won', length: 1 }, longestWon: 2, longestLost: 1 },
    { results: 'LLLWWL', streak: { result: 'lost', length: 1 }, longestWon: 2, longestLost: 3 },
    { results: 'WLLLL', streak: { result: 'lost', length: 4 }, longestWon: 1, longestLost: 4 },
  ])('of "$results" have the right current and longest length', ({ results, ...expected }) => {
    const oldestFirst = [...results].map((letter) => (letter === 'W' ? 'won' : 'lost'));

    expect(streaksOf(oldestFirst)).toEqual(expected);
  });
});

describe('months', () => {
  test('add up from the oldest to the newest, without a rounding error of floats', () => {
    const months = [
      { month: '2026-11', flatProfit: 0.2 },
      { month: '2026-09', flatProfit: 0.1 },
      { month: '2026-10', flatProfit: -1 },
    ];

    expect(addRunningProfit(months)).toEqual([
      { month: '2026-09', flatProfit: 0.1, running: 0.1 },
      { month: '2026-10', flatProfit: -1, running: -0.9 },
      { month: '2026-11', flatProfit: 0.2, running: -0.7 },
    ]);
  });
});

type Line = [tipsterId: string, settled: number, flatProfit: number];

function table(...lines: Line[]) {
  const rows = lines.map(([tipsterId, settled, flatProfit]) => ({
    tipsterId,
    settled,
    flatProfit,
  }));
  return rankRows(rows).map(({ tipsterId, rank }) => [tipsterId, rank]);
}

describe('the table of a month', () => {
  test('is ordered by proven yield: more profit from many more tips can prove less', () => {
    expect(table(['a', 5, -2], ['b', 5, 3.5], ['c', 60, 4])).toEqual([
      ['b', 1],
      ['c', 2],
      ['a', 3],
    ]);
  });

  test('has shared ranks for equal profit from equally many tips, and skips the next rank', () => {
    expect(table(['a', 5, 1], ['b', 6, 4], ['c', 6, 4], ['d', 5, 1], ['e', 5, 0])).toEqual([
      ['b', 1],
      ['c', 1],
      ['a', 3],
      ['d', 3],
      ['e', 5],
    ]);
  });

  test('has more tips first if nobody has a profit', () => {
    expect(table(['a', 5, 0], ['b', 8, 0])).toEqual([
      ['b', 1],
      ['a', 2],
    ]);
  });

  test('has no rank for members with fewer than five settled tips, and lists them last', () => {
    expect(table(['a', 4, 20], ['b', 5, -5], ['c', 4, 30])).toEqual([
      ['b', 1],
      ['c', undefined],
      ['a', undefined],
    ]);
  });

  test('is the same for any order of rows', () => {
    const lines: Line[] = [
      ['a', 5, 1],
      ['b', 5, 1],
      ['c', 4, 1],
      ['d', 6, 1],
    ];

    expect(table(...lines.toReversed())).toEqual(table(...lines));
  });
});

test.each([
  ['2026-10-31T23:59:59.999Z', '2026-10'],
  ['2026-11-01T00:00:00.000Z', '2026-11'],
  ['2026-11-01T00:30:00.000+01:00', '2026-10'],
])('%s belongs to the month %s', (moment, month) => {
  expect(monthOf(new Date(moment))).toBe(month);
});
