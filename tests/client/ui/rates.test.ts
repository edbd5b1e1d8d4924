import { describe, expect, test } from 'vitest';
import { loadMessages } from '#client/data/language.ts';
import { rateText } from '#client/ui/formats.ts';

await loadMessages('en', async () => ({ messages: {} }));

describe('how much of what was decided was won', () => {
  test.each([
    { won: 1, lost: 0, formatted: '100%' },
    { won: 0, lost: 3, formatted: '0%' },
    { won: 2, lost: 1, formatted: '66.7%' },
    // 54.545…: rounded to two places first it would be 54.6.
    { won: 6, lost: 5, formatted: '54.5%' },
    // 35.294… and 7.6923…
    { won: 6, lost: 11, formatted: '35.3%' },
    { won: 1, lost: 12, formatted: '7.7%' },
    // 6.25, half up.
    { won: 1, lost: 15, formatted: '6.3%' },
  ])('is $formatted for $won of $won and $lost', ({ won, lost, formatted }) => {
    expect(rateText({ won, lost })).toBe(formatted);
  });

  test('is a dash before anything was', () => {
    expect(rateText({ won: 0, lost: 0 })).toBe('–');
  });
});
