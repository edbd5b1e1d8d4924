import { describe, expect, test } from 'vitest';
import { regionsOf } from '#client/data/words.ts';

describe('dates and numbers', () => {
  test.each([
    { reader: ['en-NG', 'yo'], written: 'en-NG', why: 'the reader has a region' },
    { reader: ['sw-KE', 'en-KE'], written: 'en-KE', why: 'it need not be their first language' },
    { reader: ['en'], written: 'en-GB', why: 'English alone would be American' },
    { reader: ['tr-TR'], written: 'en-GB', why: 'there is no English region at all' },
    { reader: ['eng-XX'], written: 'en-GB', why: 'another language may begin alike' },
  ])('are written as in $written for $reader, because $why', ({ reader, written }) => {
    expect(regionsOf('en', reader)[0]).toBe(written);
  });
});
