import { describe, expect, test } from 'vitest';
import { parseRetryAfterMs } from '#sync/backend/retry-after.ts';

const now = Date.parse('2026-03-01T12:00:00Z');

describe('Retry-After', () => {
  test.each([
    { header: '0', wait: 0, why: 'no wait' },
    { header: '90', wait: 90_000, why: 'seconds' },
    { header: ' 90 ', wait: 90_000, why: 'white space is ignored' },
    { header: '86400', wait: 3_600_000, why: 'the maximum is an hour' },
    { header: 'Sun, 01 Mar 2026 12:02:00 GMT', wait: 120_000, why: 'a date' },
    { header: 'Sun, 01 Mar 2026 11:00:00 GMT', wait: 0, why: 'a date in the past' },
    { header: 'Mon, 02 Mar 2026 12:00:00 GMT', wait: 3_600_000, why: 'a date in the far future' },
    { header: 'soon', wait: undefined, why: 'neither' },
    { header: '', wait: undefined, why: 'empty' },
    { header: '-5', wait: undefined, why: 'negative seconds are invalid' },
  ])('$header waits $wait ms: $why', ({ header, wait }) => {
    expect(parseRetryAfterMs(new Headers({ 'retry-after': header }), now)).toBe(wait);
  });

  test('is read against the server’s own date when the device’s clock is a day off', () => {
    const headers = new Headers({
      'retry-after': 'Sun, 01 Mar 2026 12:02:00 GMT',
      date: 'Sun, 01 Mar 2026 12:00:00 GMT',
    });

    expect(parseRetryAfterMs(headers, now - 86_400_000)).toBe(120_000);
  });

  test('is absent when there is none', () => {
    expect(parseRetryAfterMs(new Headers(), now)).toBeUndefined();
  });
});
