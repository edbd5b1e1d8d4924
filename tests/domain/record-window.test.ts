import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  isWithin,
  runningOf,
  type SettledTip,
  streaksOf,
  type Window,
  windowRecordOf,
} from '#domain/record-window.ts';
import { recordOf } from '#domain/record.ts';

const now = new Date('2026-11-20T12:00:00.000Z');

function daysAgo(days: number): Date {
  return new Date(now.getTime() - days * 24 * 60 * 60 * 1000);
}

function aTip(given: Partial<SettledTip> = {}): SettledTip {
  const usual = { outcome: 'won', totalOdds: 2, stake: 0, legsWon: 1, legsLost: 0 } as const;
  return { ...usual, lastKickOff: daysAgo(1), ...given };
}

const lost = { outcome: 'lost', legsWon: 0, legsLost: 1 } as const;

describe('a window', () => {
  test.each<{ window: Window; days: number; within: boolean }>([
    { window: '30d', days: 0, within: true },
    { window: '30d', days: 30, within: true },
    { window: '30d', days: 30.001, within: false },
    { window: '90d', days: 30.001, within: true },
    { window: '90d', days: 90, within: true },
    { window: '90d', days: 90.001, within: false },
    { window: 'all', days: 5_000, within: true },
  ])('of $window holds a game of $days days ago: $within', ({ window, days, within }) => {
    expect(isWithin(window, daysAgo(days), now)).toBe(within);
  });
});

describe('the record of a window', () => {
  test('says nothing of shares and averages without a settled ticket', () => {
    const record = windowRecordOf([aTip({ lastKickOff: daysAgo(31) })], '30d', now);

    expect(record).toEqual({
      settled: 0,
      won: 0,
      lost: 0,
      flatProfit: 0,
      stars: undefined,
      hitRate: undefined,
      interval: undefined,
      priced: 0,
      flatYield: undefined,
      staked: undefined,
      averageOdds: undefined,
      legs: { settled: 0, won: 0, lost: 0 },
      streak: null,
      longestWon: 0,
      longestLost: 0,
    });
  });

  test('adds profit, stakes, odds and legs up', () => {
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
      // 2 × 2.50 − 4, on 6 units.
      staked: { tips: 2, units: 6, profit: 1, yield: 1 / 6 },
      averageOdds: 2.1,
      legs: { settled: 6, won: 5, lost: 1 },
    });
  });

  test('counts what was never priced in the hit rate and in nothing about money', () => {
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

  test('caps the flat profit of a ticket at twenty, and no stake’s', () => {
    expect(windowRecordOf([aTip({ totalOdds: 101, stake: 3 })], 'all', now)).toMatchObject({
      flatProfit: 20,
      staked: { profit: 300, yield: 100 },
    });
  });

  test('is not changed by a void ticket, wherever it stands', () => {
    const outcomes = fc.constantFrom('won' as const, 'lost' as const);
    fc.assert(
      fc.property(fc.array(outcomes, { maxLength: 12 }), fc.nat(12), (results, place) => {
        const tips = results.map((outcome) => aTip({ outcome }));
        const voided = aTip({ outcome: 'void', totalOdds: 1, stake: 3, legsWon: 0 });

        expect(windowRecordOf(tips.toSpliced(place, 0, voided), 'all', now)).toEqual(
          windowRecordOf(tips, 'all', now),
        );
      }),
    );
  });

  test('is over all time what the plain record is', () => {
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
  ])('of "$results" end and are longest so', ({ results, ...expected }) => {
    const oldestFirst = [...results].map((letter) => (letter === 'W' ? 'won' : 'lost'));

    expect(streaksOf(oldestFirst)).toEqual(expected);
  });
});

describe('months', () => {
  test('add up from the oldest to the newest, without an error of floats', () => {
    const months = [
      { month: '2026-11', flatProfit: 0.2 },
      { month: '2026-09', flatProfit: 0.1 },
      { month: '2026-10', flatProfit: -1 },
    ];

    expect(runningOf(months)).toEqual([
      { month: '2026-09', flatProfit: 0.1, running: 0.1 },
      { month: '2026-10', flatProfit: -1, running: -0.9 },
      { month: '2026-11', flatProfit: 0.2, running: -0.7 },
    ]);
  });
});
