import { describe, expect, test } from 'vitest';

import {
  toPeriodBounds,
  isValidPeriod,
  resolvePoolPeriod,
  predefinedPoolPeriods,
} from '#domain/pool.ts';

const at = (day: string) => new Date(`${day}T13:30:00.000Z`);

describe('the suggested days of a pool', () => {
  test.each([
    { day: 'Friday', today: '2026-11-20', from: '2026-11-20', until: '2026-11-23' },
    { day: 'Saturday', today: '2026-11-21', from: '2026-11-20', until: '2026-11-23' },
    { day: 'Sunday', today: '2026-11-22', from: '2026-11-20', until: '2026-11-23' },
    { day: 'Monday', today: '2026-11-23', from: '2026-11-20', until: '2026-11-23' },
    { day: 'Tuesday', today: '2026-11-24', from: '2026-11-27', until: '2026-11-30' },
    { day: 'Wednesday', today: '2026-11-25', from: '2026-11-27', until: '2026-11-30' },
    { day: 'Thursday', today: '2026-12-31', from: '2027-01-01', until: '2027-01-04' },
  ])('of a weekend are $from to $until on a $day', ({ today, from, until }) => {
    expect(resolvePoolPeriod('weekend', at(today))).toEqual({ from, until });
  });

  test.each([
    { today: '2026-11-30', from: '2026-11-01', until: '2026-11-30' },
    { today: '2026-12-01', from: '2026-12-01', until: '2026-12-31' },
    { today: '2028-02-10', from: '2028-02-01', until: '2028-02-29' },
  ])('of a month are $from to $until on $today', ({ today, from, until }) => {
    expect(resolvePoolPeriod('month', at(today))).toEqual({ from, until });
  });

  test.each([
    { today: '2026-06-30', from: '2025-07-01', until: '2026-06-30' },
    { today: '2026-07-01', from: '2026-07-01', until: '2027-06-30' },
    { today: '2027-12-31', from: '2027-07-01', until: '2028-06-30' },
  ])('of a season are $from to $until on $today', ({ today, from, until }) => {
    expect(resolvePoolPeriod('season', at(today))).toEqual({ from, until });
  });

  test('are valid on every day of four years', () => {
    for (let day = 0; day < 1461; day += 1) {
      const now = new Date(Date.UTC(2026, 0, 1 + day));
      for (const span of predefinedPoolPeriods)
        expect(isValidPeriod(resolvePoolPeriod(span, now))).toBe(true);
    }
  });
});

describe('the days of a pool', () => {
  test.each([
    { from: '2026-11-20', until: '2026-11-20', are: true },
    { from: '2026-11-21', until: '2026-11-20', are: false },
    { from: '2027-07-01', until: '2028-06-30', are: true },
    { from: '2027-07-01', until: '2028-07-01', are: false },
  ])('$from to $until are valid: $are', ({ from, until, are }) => {
    expect(isValidPeriod({ from, until })).toBe(are);
  });

  test('begin and end at midnight in UTC', () => {
    expect(toPeriodBounds({ from: '2026-11-20', until: '2026-11-23' })).toEqual({
      start: new Date('2026-11-20T00:00:00.000Z'),
      end: new Date('2026-11-24T00:00:00.000Z'),
    });
  });
});
