import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  bookedOddsOf,
  countsOf,
  estimatedTotalOf,
  expiryOf,
  wonPercentageOf,
  hasNoStartedLeg,
  lastKickOffOf,
  type LegResult,
  outcomeOf,
  recordOddsOf,
  tipScorePercentage,
  totalOddsOf,
} from '#domain/tip.ts';
import { kickOff, leg, legsThat, minutes } from './samples.ts';

const results = fc.constantFrom<LegResult[]>('pending', 'won', 'lost', 'void');
const odds = fc.integer({ min: 100, max: 2000 }).map((whole) => whole / 100);
const anyLeg = fc
  .record({ odd: fc.oneof(odds, fc.constant(0)), result: results })
  .map((parts) => leg(parts));
const anyLegs = fc.array(anyLeg, { minLength: 1, maxLength: 10 });

describe('the total odds of a tip', () => {
  test.each([
    { legs: [leg({ odd: 1.85 })], total: 1.85, because: 'one leg is the total' },
    {
      legs: [leg({ odd: 1.1 }), leg({ odd: 1.1 })],
      total: 1.21,
      because: 'legs multiply, exactly',
    },
    {
      legs: [leg({ odd: 2, result: 'won' }), leg({ odd: 3, result: 'lost' })],
      total: 6,
      because: 'a lost leg keeps its price',
    },
    {
      legs: [leg({ odd: 2 }), leg({ odd: 3, result: 'void' })],
      total: 2,
      because: 'a void leg counts 1.00',
    },
    { legs: [leg({ odd: 2 }), leg({ odd: 0 })], total: 0, because: 'one leg is not priced yet' },
    {
      legs: [leg({ odd: 2 }), leg({ odd: 0, result: 'void' })],
      total: 2,
      because: 'a void leg needs no price',
    },
    {
      legs: [leg({ odd: 2, result: 'void' }), leg({ odd: 0, result: 'void' })],
      total: 1,
      because: 'every leg is void, and the stake is returned',
    },
  ])('are $total, because $because', ({ legs, total }) => {
    expect(totalOddsOf(legs)).toBe(total);
  });
});

describe('the estimated total of a tip', () => {
  test.each([
    { legs: [leg({ odd: 2 })], total: undefined, because: 'every leg is priced' },
    {
      legs: [leg({ odd: 2.55 }), { ...leg({ odd: 0 }), estimatedOdd: 1.9 }],
      total: 4.85,
      because: 'prices and estimates multiply, exactly, and are rounded half up once',
    },
    {
      legs: [leg({ odd: 2 }), { ...leg({ odd: 0 }), estimatedOdd: 1.9 }, leg({ odd: 0 })],
      total: undefined,
      because: 'one leg has neither price nor estimate',
    },
    {
      legs: [leg({ odd: 2 }), { ...leg({ odd: 3 }), estimatedOdd: 1.9 }],
      total: undefined,
      because: 'a price came after the estimate',
    },
    {
      legs: [leg({ odd: 2 }), { ...leg({ odd: 0, result: 'void' }), estimatedOdd: 1.9 }],
      total: undefined,
      because: 'the only leg without a price is void',
    },
    {
      legs: [leg({ odd: 3, result: 'void' }), { ...leg({ odd: 0 }), estimatedOdd: 1.9 }],
      total: 1.9,
      because: 'a void leg counts 1.00',
    },
  ])('is $total, because $because', ({ legs, total }) => {
    expect(estimatedTotalOf(legs)).toBe(total);
  });
});

describe('the odds that a record counts', () => {
  test.each([
    { kickOffOdds: [2, 3], total: 6, because: 'they are multiplied like total odds' },
    { kickOffOdds: [2, 0], total: 0, because: 'one leg had no price at kick-off' },
  ])('are $total, because $because', ({ kickOffOdds, total }) => {
    const legs = kickOffOdds.map((kickOffOdd) => ({ ...leg({ odd: 9 }), kickOffOdd }));
    const isVoid = { ...leg({ odd: 9, result: 'void' }), kickOffOdd: 0 };

    expect(recordOddsOf(legs)).toBe(total);
    expect(recordOddsOf([...legs, isVoid])).toBe(total);
  });
});

describe('the odds of a tip at its booking', () => {
  test.each([
    { prices: [{ bookedOdd: 2, kickOffOdd: 5 }], total: 2, because: 'later prices have no effect' },
    {
      prices: [
        { bookedOdd: 2, kickOffOdd: 5 },
        { bookedOdd: 0, kickOffOdd: 3 },
      ],
      total: 6,
      because: 'a leg without a price at booking has the one at kick-off',
    },
    { prices: [{ bookedOdd: 0, kickOffOdd: 0 }], total: 0, because: 'it never had a price' },
  ])('are $total, because $because', ({ prices, total }) => {
    expect(bookedOddsOf(prices.map((each) => ({ ...leg({ odd: 9 }), ...each })))).toBe(total);
  });
});

describe('the outcome of a tip', () => {
  test.each<{ results: LegResult[]; outcome: string; because: string }>([
    { results: ['pending'], outcome: 'open', because: 'nothing is settled' },
    { results: ['won', 'pending'], outcome: 'open', because: 'one leg is open' },
    { results: ['void', 'pending'], outcome: 'open', because: 'one leg is open' },
    { results: ['lost', 'pending'], outcome: 'lost', because: 'one lost leg is enough' },
    { results: ['won', 'won', 'lost'], outcome: 'lost', because: 'one lost leg is enough' },
    { results: ['void', 'lost'], outcome: 'lost', because: 'a void leg does not prevent a loss' },
    { results: ['won', 'won'], outcome: 'won', because: 'every leg won' },
    { results: ['won', 'void'], outcome: 'won', because: 'every leg that counts won' },
    { results: ['void', 'void'], outcome: 'void', because: 'no leg counts' },
  ])('of $results is $outcome: $because', ({ results, outcome }) => {
    expect(outcomeOf(legsThat(...results))).toBe(outcome);
  });

  test('does not depend on the order of the legs', () => {
    fc.assert(
      fc.property(anyLegs, (legs) => {
        expect(outcomeOf(legs.toReversed())).toBe(outcomeOf(legs));
      }),
    );
  });
});

describe('the score of a tip', () => {
  test.each<{ results: LegResult[]; score: number | undefined; because: string }>([
    { results: ['pending', 'pending'], score: undefined, because: 'nothing is decided' },
    { results: ['void', 'void'], score: undefined, because: 'void legs decide nothing' },
    { results: ['won', 'pending'], score: 100, because: 'pending legs do not count' },
    { results: ['won', 'lost'], score: 50, because: 'one of two was right' },
    { results: ['won', 'lost', 'void', 'void'], score: 50, because: 'void legs do not count' },
    { results: ['lost', 'lost'], score: 0, because: 'none was right' },
    { results: ['won', 'lost', 'lost'], score: 33.33, because: 'a third is rounded down' },
    { results: ['won', 'won', 'lost'], score: 66.67, because: 'two thirds are rounded up' },
  ])('of $results is $score: $because', ({ results, score }) => {
    expect(tipScorePercentage(legsThat(...results))).toBe(score);
  });

  test('rounds half a hundredth up', () => {
    // 1 of 32 is 3.125%, and 1 of 800 is 0.125%.
    expect(wonPercentageOf({ won: 1, lost: 31 })).toBe(3.13);
    expect(wonPercentageOf({ won: 1, lost: 799 })).toBe(0.13);
  });

  test('counts every leg once', () => {
    const legs = legsThat('won', 'lost', 'won', 'void', 'pending', 'won');

    expect(countsOf(legs)).toEqual({ won: 3, lost: 1, void: 1, pending: 1 });
  });

  test('is between 0 and 100, and adds up to 100 with the percentage of lost legs', () => {
    fc.assert(
      fc.property(fc.nat(400), fc.nat(400), (won, lost) => {
        fc.pre(won + lost > 0);
        const right = wonPercentageOf({ won, lost }) ?? NaN;
        const wrong = wonPercentageOf({ won: lost, lost: won }) ?? NaN;

        expect(right).toBeGreaterThanOrEqual(0);
        expect(right).toBeLessThanOrEqual(100);
        expect(Math.abs(right + wrong - 100)).toBeLessThan(0.011);
      }),
    );
  });
});

describe('a void leg', () => {
  test('does not change the total odds, the score and the outcome of the others', () => {
    const voided = leg({ fixtureId: 'called-off', odd: 7.5, result: 'void' });

    fc.assert(
      fc.property(anyLegs, fc.nat(10), (legs, index) => {
        const withVoid = legs.toSpliced(index, 0, voided);

        expect(totalOddsOf(withVoid)).toBe(totalOddsOf(legs));
        expect(tipScorePercentage(withVoid)).toBe(tipScorePercentage(legs));
        expect(outcomeOf(withVoid)).toBe(outcomeOf(legs));
        expect(countsOf(withVoid)).toEqual({ ...countsOf(legs), void: countsOf(legs).void + 1 });
      }),
    );
  });
});

describe('the time of a tip', () => {
  const legs = [90, -30, 45].map((start) => leg({ kickOff: minutes(start) }));

  test('ends at the earliest kick-off, its expiry', () => {
    expect(expiryOf(legs)).toEqual(minutes(-30));
  });

  test('belongs to the month of its last kick-off', () => {
    expect(lastKickOffOf(legs)).toEqual(minutes(90));
  });

  test('is an error without a leg', () => {
    expect(() => expiryOf([])).toThrow(RangeError);
    expect(() => lastKickOffOf([])).toThrow(RangeError);
  });

  test.each([
    { when: 'before its first kick-off', now: minutes(-31), active: true },
    { when: 'at its first kick-off', now: minutes(-30), active: false },
    { when: 'between its games', now: minutes(60), active: false },
    { when: 'after its last', now: minutes(200), active: false },
  ])('is active $when: $active', ({ now, active }) => {
    expect(hasNoStartedLeg(legs, now)).toBe(active);
  });

  test('does not change the given legs', () => {
    expect(leg().kickOff).toEqual(kickOff);
    expect(legs.map((each) => each.kickOff)).toEqual([minutes(90), minutes(-30), minutes(45)]);
  });
});
