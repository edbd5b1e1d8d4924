import { describe, expect, test } from 'vitest';

import { dateAt, daysBetween, daysLater, instantAt } from '#server/seasons/zoned-time.ts';
import { isDate } from '#domain/results/season-file.ts';

describe('a time on the clocks of a zone', () => {
  test.each([
    { when: 'in winter', date: '2025-12-14', time: '15:30', zone: 'Europe/Berlin', utc: '14:30' },
    { when: 'in summer', date: '2025-08-15', time: '20:00', zone: 'Europe/London', utc: '19:00' },
    {
      when: 'without summer time',
      date: '2025-07-01',
      time: '21:45',
      zone: 'Europe/Istanbul',
      utc: '18:45',
    },
    {
      when: 'before clocks go forward',
      date: '2026-03-29',
      time: '00:59',
      zone: 'Europe/London',
      utc: '00:59',
    },
    {
      when: 'after clocks go forward',
      date: '2026-03-29',
      time: '15:00',
      zone: 'Europe/London',
      utc: '14:00',
    },
    {
      when: 'left out as clocks go forward',
      date: '2026-03-29',
      time: '01:30',
      zone: 'Europe/London',
      utc: '01:30',
    },
    {
      when: 'before clocks go back',
      date: '2025-10-26',
      time: '01:30',
      zone: 'Europe/Madrid',
      utc: '23:30',
    },
    {
      when: 'twice as clocks go back',
      date: '2025-10-26',
      time: '02:30',
      zone: 'Europe/Madrid',
      utc: '00:30',
    },
    {
      when: 'after clocks go back',
      date: '2025-10-26',
      time: '15:00',
      zone: 'Europe/Lisbon',
      utc: '15:00',
    },
    { when: 'at midnight', date: '2026-01-01', time: '00:00', zone: 'Europe/Rome', utc: '23:00' },
  ])('$when: $date $time in $zone is $utc UTC', ({ date, time, zone, utc }) => {
    expect(instantAt(date, time, zone).toISOString().slice(11, 16)).toBe(utc);
  });

  test('is on the day before where UTC is behind', () => {
    expect(instantAt('2026-01-01', '00:00', 'Europe/Rome').toISOString()).toBe(
      '2025-12-31T23:00:00.000Z',
    );
    expect(dateAt(new Date('2025-12-31T23:00:00Z'), 'Europe/Rome')).toBe('2026-01-01');
    expect(dateAt(new Date('2025-12-31T22:59:59Z'), 'Europe/Rome')).toBe('2025-12-31');
  });
});

describe('a date', () => {
  test.each(['2025-02-29', '2025-13-01', '2025-8-15', '15/08/2025', '2025-08-15T15:00', ''])(
    '%j is none',
    (text) => {
      expect(isDate(text)).toBe(false);
    },
  );

  test('moves over months and changes of the clocks', () => {
    expect(daysLater('2024-02-28', 2)).toBe('2024-03-01');
    expect(daysLater('2026-03-28', 7)).toBe('2026-04-04');
    expect(daysLater('2026-01-03', -7)).toBe('2025-12-27');
    expect(daysBetween('2025-12-27', '2026-01-03')).toBe(7);
  });
});
