import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { windowRecordOf } from '#domain/record.ts';
import {
  countsOf,
  estimatedTotalOf,
  lastKickOffOf,
  type LegResult,
  outcomeOf,
  recordOddsOf,
} from '#domain/tip.ts';

const now = new Date('2026-03-31T12:00:00Z');
const hour = 60 * 60 * 1000;
const odds = fc.integer({ min: 101, max: 900 }).map((whole) => whole / 100);

/** A leg with a price, with an estimate, with both (priced after the post), or with neither. */
const anyLeg = fc.record({
  odd: fc.oneof(odds, fc.constant(0)),
  kickOffOdd: fc.oneof(odds, fc.constant(0)),
  estimatedOdd: fc.option(odds, { nil: undefined }),
  result: fc.constantFrom<LegResult[]>('won', 'lost', 'void'),
  kickOff: fc
    .integer({ min: 1, max: 24 * 60 })
    .map((hours) => new Date(now.getTime() - hours * hour)),
});
const anyTips = fc.array(
  fc.record({
    legs: fc.array(anyLeg, { minLength: 1, maxLength: 5 }),
    stake: fc.integer({ min: 0, max: 10 }),
  }),
  { maxLength: 30 },
);

type Tips = typeof anyTips extends fc.Arbitrary<infer Each> ? Each : never;

function withoutEstimates(tips: Tips): Tips {
  return tips.map((tip) => ({
    ...tip,
    legs: tip.legs.map((leg) => ({ ...leg, estimatedOdd: undefined })),
  }));
}

function recordIn(tips: Tips) {
  const settled = tips.map(({ legs, stake }) => ({
    outcome: outcomeOf(legs),
    totalOdds: recordOddsOf(legs),
    lastKickOff: lastKickOffOf(legs),
    stake,
    legsWon: countsOf(legs).won,
    legsLost: countsOf(legs).lost,
  }));
  const inOrder = settled.toSorted((one, other) => +one.lastKickOff - +other.lastKickOff);
  return (['30d', '90d', 'all'] as const).map((window) => windowRecordOf(inOrder, window, now));
}

describe('a record', () => {
  test('is the same whether the legs carry estimates or not', () => {
    let estimated = 0;
    fc.assert(
      fc.property(anyTips, (tips) => {
        estimated += tips.filter(({ legs }) => estimatedTotalOf(legs) !== undefined).length;
        expect(recordIn(tips)).toEqual(recordIn(withoutEstimates(tips)));
      }),
      { numRuns: 300 },
    );
    expect(estimated, 'tips with an estimate in their total were among them').toBeGreaterThan(100);
  });
});
