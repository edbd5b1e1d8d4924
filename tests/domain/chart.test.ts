import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { maxChartPoints, limitChartPoints } from '#domain/chart.ts';
import { profitChartOf, type SettledTip } from '#domain/record.ts';

import { minutes } from './samples.ts';

/** Tips one hour apart; each number is the odds of a won tip, or 0 for a lost tip. */
function tips(...odds: number[]): SettledTip[] {
  return odds.map((totalOdds, index) => ({
    outcome: totalOdds === 0 ? 'lost' : 'won',
    totalOdds: totalOdds === 0 ? 2 : totalOdds,
    lastKickOff: minutes(60 * index),
    stake: 0,
    legsWon: 0,
    legsLost: 0,
  }));
}

describe('the line of a record', () => {
  test('adds the units of each tip at its last kick-off', () => {
    expect(profitChartOf(tips(1.1, 1.2, 0)).points).toEqual([
      { at: minutes(0), units: 0.1 },
      { at: minutes(60), units: 0.3 },
      { at: minutes(120), units: -0.7 },
    ]);
  });

  test.each([
    { odds: [], drawdown: 0, because: 'nothing fell' },
    { odds: [2, 2], drawdown: 0, because: 'it only rose' },
    { odds: [0, 0], drawdown: 2, because: 'it begins at zero' },
    { odds: [3, 0, 2, 0, 0], drawdown: 2, because: 'it fell from the highest value before' },
    { odds: [2, 0, 0, 5, 0], drawdown: 2, because: 'the greatest of several falls counts' },
  ])('has the drawdown $drawdown: $because', ({ odds, drawdown }) => {
    expect(profitChartOf(tips(...odds)).drawdown).toBe(drawdown);
  });

  test('counts a tip without a price as zero units', () => {
    const [tip] = tips(2);
    if (!tip) throw new Error('a tip is missing');
    expect(profitChartOf([{ ...tip, totalOdds: 0 }]).points).toEqual([
      { at: minutes(0), units: 0 },
    ]);
  });

  test('keeps its ends and its extremes at any length', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(0, 1.5, 2, 9), { minLength: 1, maxLength: 900 }),
        fc.integer({ min: 4, max: maxChartPoints }).map((maxCount) => maxCount - (maxCount % 2)),
        (odds, maxCount) => {
          const all = profitChartOf(tips(...odds)).points;
          const selected = limitChartPoints(all, maxCount);
          const units = (points: typeof all) => points.map((point) => point.units);

          expect(selected.length).toBeLessThanOrEqual(maxCount);
          expect(selected[0]).toBe(all[0]);
          expect(selected.at(-1)).toBe(all.at(-1));
          expect(Math.max(...units(selected))).toBe(Math.max(...units(all)));
          expect(Math.min(...units(selected))).toBe(Math.min(...units(all)));
          expect(all.filter((point) => selected.includes(point))).toEqual(selected);
        },
      ),
      { numRuns: 40 },
    );
  });
});
