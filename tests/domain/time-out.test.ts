import { describe, expect, test } from 'vitest';
import { timeOutEnd, isInTimeOut, laterTimeOutEnd, listLongerTimeOuts } from '#domain/time-out.ts';

const noon = new Date('2026-03-28T12:00:00.000Z');
const hours = (count: number) => new Date(noon.getTime() + count * 60 * 60_000);

describe('a time-out', () => {
  test.each([
    { length: '24h', end: '2026-03-29T12:00:00.000Z' },
    { length: '7d', end: '2026-04-04T12:00:00.000Z' },
    { length: '30d', end: '2026-04-27T12:00:00.000Z' },
  ] as const)('of $length ends at $end, also with a clock change', ({ length, end }) => {
    expect(timeOutEnd(noon, length).toISOString()).toBe(end);
  });

  test.each([
    { until: undefined, now: noon, on: false },
    { until: hours(1), now: noon, on: true },
    { until: noon, now: noon, on: false },
    { until: hours(-1), now: noon, on: false },
  ])('until $until runs at $now: $on', ({ until, now, on }) => {
    expect(isInTimeOut(until, now)).toBe(on);
  });

  test.each([
    { why: 'neither exists', one: undefined, other: undefined, later: undefined },
    { why: 'the other does not exist', one: noon, other: undefined, later: noon },
    { why: 'only the other exists', one: undefined, other: noon, later: noon },
    { why: 'the other ends earlier', one: hours(2), other: noon, later: hours(2) },
    { why: 'the other ends later', one: noon, other: hours(2), later: hours(2) },
  ])('is never shortened by another: $why', ({ one, other, later }) => {
    expect(laterTimeOutEnd(one, other)).toEqual(later);
  });

  test.each([
    { until: undefined, offered: ['24h', '7d', '30d'] },
    { until: hours(-1), offered: ['24h', '7d', '30d'] },
    { until: hours(23), offered: ['24h', '7d', '30d'] },
    { until: hours(23.5), offered: ['7d', '30d'] },
    { until: hours(24), offered: ['7d', '30d'] },
    { until: hours(7 * 24), offered: ['30d'] },
    { until: hours(30 * 24), offered: [] },
  ])('until $until can only be made longer', ({ until, offered }) => {
    expect(listLongerTimeOuts(until, noon)).toEqual(offered);
  });
});
