import { describe, expect, test } from 'vitest';

import { hasHiddenCharacter, isValidDisplayName } from '#domain/names/name.ts';

describe('a name', () => {
  test.each([
    'Ngọzi',
    "O'Brien",
    'Søren Åberg-Łuk',
    'Иван',
    'Αλέξης',
    'محمد صلاح',
    'علی\u200cرضا',
    '李 小龙',
    'Ada 9',
    'J. P.',
    'Ivan Иванов',
    'Nguyễn Thế Ọ́lá',
    'ကြီးမြင့်',
    'سَّلمى',
    '井上 9',
  ])('can be %s', (text) => {
    expect(isValidDisplayName(text)).toBe(true);
  });

  test.each([
    { what: 'without a letter', text: '⚽ 9' },
    { what: 'without visible characters', text: '\u200b\u2060' },
    { what: 'of invisible letters', text: '\u3164\uffa0' },
    { what: 'with a zero-width space', text: 'Ada\u200b' },
    { what: 'with a right-to-left override', text: '\u202eadA' },
    { what: 'with a direction isolate', text: '\u2066Ada\u2069' },
    { what: 'with a soft hyphen', text: 'A\u00adda' },
    { what: 'with a tag character', text: 'Ada\u{e0041}' },
    { what: 'with a joiner among Latin letters', text: 'A\u200dda' },
    { what: 'on two lines', text: 'Ada\nObi' },
    { what: 'with three marks on a letter', text: 'Z\u0301\u0302\u0303oe' },
    { what: 'with a third mark on a letter that has one built in', text: '\u1ebf\u0323' },
    { what: 'with one vowel sign repeated', text: 'ก\u0e47\u0e47\u0e47' },
    { what: 'with the sign # of a mark', text: 'Ada #K7B' },
    { what: 'with a wide sign of a mark', text: 'Ada ＃K7B' },
    { what: 'with a character that looks like that sign', text: 'Ada ♯K7B' },
    { what: 'with a letter that looks like that sign', text: 'Ada 井K7B' },
    { what: 'with a Cyrillic letter in a Latin word', text: 'Аda' },
    { what: 'with a Greek letter in a Latin word', text: 'Οbi' },
  ])('is invalid $what', ({ text }) => {
    expect(isValidDisplayName(text)).toBe(false);
  });
});

test('a hidden character is found also in a text that is not a name', () => {
  expect(hasHiddenCharacter('+234 801 234 5678')).toBe(false);
  expect(hasHiddenCharacter('1 Marina\u202e')).toBe(true);
});
